/** What benchmarks start: Sluice's command line and other tools, in words for a shell, with passwords out of sight. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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

/** What a program says of its version, without its own name. */
export function versionOf(program) {
  return execFileSync(program[0], [...program.slice(1), '--version'], { encoding: 'utf8' })
    .trim()
    .split('\n')[0]
    .replace(/^\S+\s+/, '');
}
