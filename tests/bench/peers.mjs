/** Programs that benchmarks start: Sluice's command line and other tools, in words for a shell, with passwords out of sight. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { run } from '../../build/setup/command.mjs';
import { inRoot } from '../../build/setup/places.mjs';

export const SLUICE_VERSION = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version;

/** The command line of this clone's bundle. */
export function sluice(...argv) {
  return [process.execPath, inRoot('dist', 'cli.cjs'), ...argv];
}

export function quoted(argv) {
  return argv.map((word) => `'${word}'`).join(' ');
}

/** A command that stops at the first of its commands that fails; not within a pipe. */
export function shell(line) {
  return ['sh', '-c', `set -e; ${line}`];
}

/** The options of MySQL's own programs, without the password. */
export function signInWords({ socket, user }) {
  return ['--no-defaults', `--socket=${socket}`, `--user=${user}`];
}

/** The server's own client on a server of the benchmark, without the password. */
export function clientWords(clients, server) {
  return [...clients.sql, ...signInWords(server), '--local-infile=1', '--batch', '--skip-column-names'];
}

/** @returns what runs SQL text on the server and gives what its client printed */
export function queryOn(clients, server) {
  const [program, ...argv] = clientWords(clients, server);
  const env = { ...process.env, MYSQL_PWD: server.password };
  return (text) => run(program, [...argv, '-e', text], { env });
}

/** The server in the words of Sluice's command line, without the password. */
export function dsnOf({ user, socket }) {
  return `mysql://${user}@/?socket=${socket}`;
}

/** The result of a run of Sluice: the last line that `--json` prints. */
export function resultOf(file) {
  return JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').pop());
}

/** A file for `--defaults-file` by which mydumper and myloader sign in. */
export function writeSettings(file, { user, password, socket }) {
  const account = `user=${user}\npassword=${password}\nsocket=${socket}\n`;
  writeFileSync(file, `[client]\n${account}[mydumper]\n${account}[myloader]\n${account}`, { mode: 0o600 });
  return file;
}

/** mysqldump's for one whole schema in one snapshot, in a text that any client carries. */
export function mysqldumpWords(schema) {
  return ['--single-transaction', '--set-gtid-purged=OFF', '--hex-blob', schema];
}

/** Version of a program by its own words, without its own name. */
export function versionOf(program) {
  return execFileSync(program[0], [...program.slice(1), '--version'], { encoding: 'utf8' })
    .trim()
    .split('\n')[0]
    .replace(/^\S+\s+/, '');
}
