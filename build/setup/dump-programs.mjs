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

/** Suites and packages of the dump programs whose servers, in the matrix, come without one. */
const OF_MATRIX = {
  'mariadb-10.5': { suites: ['bullseye'], packageName: 'mariadb-client-10.5' },
  'mariadb-11.8': { suites: ['trixie'], packageName: 'mariadb-client' },
};

/** Makes sure that tests/matrix/own-client.test.ts finds the dump program of a server's version, where Debian has it. */
export async function ensureDumpProgramOf(server) {
  if (!(server in OF_MATRIX)) return;
  const name = server.replace('-', '-dump-');
  await ensureDebianProgram({
    name,
    title: name.replace('dump-', 'dump '),
    file: 'usr/bin/mariadb-dump',
    advice: 'Install the client programs of MariaDB.',
    ...OF_MATRIX[server],
  });
}
