import { execFile } from 'child_process';
import { promisify } from 'util';
import type { Vendor } from '../../app/contract/connections/connection';
import { locateServer } from '../../app/sandbox/locate';
import { debianProgram } from './debian-program';
import { testServer } from './test-server';

const run = promisify(execFile);
const MOST_SAID = 64 << 20;

/** Has the vendor’s own mysqldump or mariadb-dump write a script. */
export async function dumpByClient(vendor: Vendor, script: string, words: readonly string[]): Promise<void> {
  const { host, port, user, password } = testServer(vendor);
  const client = locateServer(vendor)?.clients.dump ?? debianProgram('mariadb-dump-10.11', 'mariadb-dump');
  const [command = '', ...before] = client;
  const signIn = ['--no-defaults', `--host=${host}`, `--port=${port}`, `--user=${user}`];
  await run(command, [...before, ...signIn, `--result-file=${script}`, ...words], {
    env: { ...process.env, MYSQL_PWD: password },
    maxBuffer: MOST_SAID,
  });
}

/** Has a real mydumper write a dump into a folder. */
export async function dumpByMydumper(
  vendor: Vendor,
  folder: string,
  words: readonly string[],
): Promise<void> {
  const { host, port, user, password } = testServer(vendor);
  const [command = '', ...before] = debianProgram('mydumper-0.10', 'mydumper');
  const signIn = [`--host=${host}`, `--port=${port}`, `--user=${user}`, `--password=${password}`];
  await run(command, [...before, ...signIn, `--outputdir=${folder}`, ...words], { maxBuffer: MOST_SAID });
}
