import { ensureDebianProgram } from './debian-program.mjs';

/** Makes sure that the tests find the tools whose dumps they load: tests/servers/dump-programs.ts. */
export async function ensureDumpPrograms() {
  const client = await ensureDebianProgram({
    name: 'mariadb-dump-10.11',
    title: 'mariadb-dump 10.11',
    packageName: 'mariadb-client',
    file: 'usr/bin/mariadb-dump',
    advice: 'Install the client programs of MariaDB.',
  });
  const mydumper = await ensureDebianProgram({
    name: 'mydumper-0.10',
    title: 'mydumper 0.10',
    packageName: 'mydumper',
    file: 'usr/bin/mydumper',
    advice: 'Install mydumper.',
  });
  const myloader = await ensureDebianProgram({
    name: 'myloader-0.10',
    title: 'myloader 0.10',
    packageName: 'mydumper',
    file: 'usr/bin/myloader',
    advice: 'Install mydumper.',
  });
  return `${client}; ${mydumper}; ${myloader}`;
}
