import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, SetupError, which } from './command.mjs';
import { inRoot } from './places.mjs';

const ZSTD_BINDING = inRoot('node_modules', 'zstd-napi', 'build', 'Release', 'binding.node');

/** `npm ci`, unless node_modules holds exactly what the lock file names. Compiles nothing (.npmrc). */
export async function ensureNodePackages() {
  if (matchesLock()) return 'as locked';
  await npm('ci', '--no-audit', '--no-fund');
  return 'installed as locked';
}

/** Builds the native half of zstd-napi. npm leaves it to this step, so that `npm ci` needs no compiler. */
export async function ensureZstdBinding() {
  if (existsSync(ZSTD_BINDING)) return 'up to date';
  await npm('rebuild', 'zstd-napi', '--ignore-scripts=false', '--foreground-scripts');
  if (!existsSync(ZSTD_BINDING)) throw new SetupError('npm rebuild zstd-napi has built nothing.');
  return 'built';
}

/** npm writes what it installed into node_modules, last of all. */
function matchesLock() {
  const installed = readPackages(inRoot('node_modules', '.package-lock.json'));
  if (installed === null) return false;
  const locked = readPackages(inRoot('package-lock.json'));
  delete locked[''];
  const isSame = (path) => installed[path]?.version === locked[path]?.version;
  const isForOthers = ({ optional, os, cpu }) => Boolean(optional || os || cpu);
  return (
    Object.keys(installed).every(isSame) &&
    Object.entries(locked).every(
      ([path, facts]) => isSame(path) || (!(path in installed) && isForOthers(facts)),
    )
  );
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

async function npm(...argv) {
  const script = process.env.npm_execpath;
  const [program, ...before] = script?.endsWith('.js')
    ? [process.execPath, script]
    : [which('npm') ?? missingNpm()];
  const env = { ...process.env, ...headersVariable(), npm_config_jobs: 'max' };
  await run(program, [...before, ...argv], { env });
}

function missingNpm() {
  throw new SetupError('npm is not on the PATH. Install Node.js 20 or later with npm.');
}

/** Node's own headers, where they were installed with it: spares zstd-napi a download that a closed network denies. */
function headersVariable() {
  const prefix = dirname(dirname(process.execPath));
  const isThere = existsSync(join(prefix, 'include', 'node', 'node_api.h'));
  return isThere && !process.env.npm_config_nodedir ? { npm_config_nodedir: prefix } : {};
}
