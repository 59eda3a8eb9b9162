import { execFile, spawn } from 'child_process';
import { once } from 'events';
import { closeSync, openSync } from 'fs';
import { promisify } from 'util';
import type { Vendor } from '../../app/contract/connections/connection';
import { locateServer } from '../../app/sandbox/locate';
import { debianProgram } from './debian-program';
import { testServer, type TestServer } from './test-server';

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

/** Has the vendor’s own mysql or mariadb write the results of statements as XML. */
export async function queryAsXml(
  vendor: Vendor,
  statements: string,
  words: readonly string[] = [],
): Promise<string> {
  const { host, port, user, password } = testServer(vendor);
  const [command = '', ...before] = locateServer(vendor)?.clients.sql ?? ['mysql'];
  const signIn = ['--no-defaults', `--host=${host}`, `--port=${port}`, `--user=${user}`];
  const { stdout } = await run(
    command,
    [...before, ...signIn, '--default-character-set=utf8mb4', '--xml', ...words, '-e', statements],
    { env: { ...process.env, MYSQL_PWD: password }, maxBuffer: MOST_SAID },
  );
  return stdout;
}

/** Has the vendor’s own mysql or mariadb run a script, as people load one; rejects with its message. */
export async function runByClient(vendor: Vendor, schema: string, script: string | Buffer): Promise<void> {
  const { host, port, user, password } = testServer(vendor);
  const [command = '', ...before] = locateServer(vendor)?.clients.sql ?? ['mysql'];
  const signIn = ['--no-defaults', `--host=${host}`, `--port=${port}`, `--user=${user}`];
  const words = [...signIn, '--default-character-set=utf8mb4', schema];
  const client = spawn(command, [...before, ...words], {
    env: { ...process.env, MYSQL_PWD: password },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  client.stderr.on('data', (text: Buffer) => (said += text.toString()));
  client.stdin.end(script);
  const [status] = (await once(client, 'close')) as [number];
  if (status !== 0) throw new Error(said);
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

/** Has the vendor’s own client, `mysql` or `mariadb`, run a script; returns all that it said. */
export async function loadByClient(
  vendor: Vendor,
  script: string,
  words: readonly string[] = ['--comments', '--binary-mode'],
  server: Pick<TestServer, 'host' | 'port' | 'user' | 'password'> = testServer(vendor),
): Promise<string> {
  const { host, port, user, password } = server;
  const [command = '', ...before] = locateServer(vendor)?.clients.sql ?? [
    vendor === 'mysql' ? 'mysql' : 'mariadb',
  ];
  const signIn = ['--no-defaults', `--host=${host}`, `--port=${port}`, `--user=${user}`];
  const input = openSync(script, 'r');
  try {
    return await new Promise((resolve, reject) => {
      const client = spawn(command, [...before, ...signIn, ...words], {
        env: { ...process.env, MYSQL_PWD: password },
        stdio: [input, 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [client.stdout, client.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
      client.once('error', reject);
      client.once('close', (code) => (code === 0 ? resolve(said) : reject(new Error(said))));
    });
  } finally {
    closeSync(input);
  }
}

/** Has a real myloader load a folder. */
export async function loadByMyloader(vendor: Vendor, folder: string): Promise<void> {
  const { host, port, user, password } = testServer(vendor);
  const [command = '', ...before] = debianProgram('myloader-0.10', 'myloader');
  const signIn = [`--host=${host}`, `--port=${port}`, `--user=${user}`, `--password=${password}`];
  const { stdout, stderr } = await run(
    command,
    [...before, ...signIn, `--directory=${folder}`, '--threads=2'],
    {
      maxBuffer: MOST_SAID,
    },
  );
  // It goes on behind a statement that failed, and ends well.
  if (/CRITICAL|Error/i.test(stdout + stderr)) throw new Error(stdout + stderr);
}
