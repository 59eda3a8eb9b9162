import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run, which, SetupError } from './command.mjs';

const DEFAULT_MIRROR = 'http://deb.debian.org';
const KEYRINGS = [
  '/usr/share/keyrings/debian-archive-keyring.gpg',
  '/usr/share/keyrings/debian-archive-keyring.pgp',
];

/** Returns whether this machine has the tools that fetch and unpack Debian packages (Debian, Ubuntu and their kin). */
export function hasDebianTools() {
  return which('apt-get') !== null && which('dpkg') !== null;
}

/**
 * Fetches `packages` with everything they depend on, libc included, from Debian `suites` and unpacks it all into
 * `prefix`. Nothing is installed: apt works on a private state, whose empty status file makes it fetch the whole
 * closure, so that the result runs on any distribution through its own loader. Needs no root.
 */
export async function unpackDebianPackages({ suites, packages, prefix, work }) {
  const state = preparePrivateState(suites, work);
  await run('apt-get', [...state, 'update']);
  await run('apt-get', [
    ...state,
    'install',
    '--yes',
    '--download-only',
    '--no-install-recommends',
    ...packages,
  ]);
  const archives = join(work, 'cache', 'archives');
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(archives, name), prefix]);
  }
}

/**
 * Fetches `packages` from Debian `suites` without what they depend on, and puts those of their files that match one of
 * the regular expressions `patterns` flat into `folder`.
 */
export async function takeDebianFiles({ suites, packages, patterns, folder, work }) {
  const state = preparePrivateState(suites, work);
  await run('apt-get', [...state, 'update']);
  await run('apt-get', [...state, 'download', ...packages], { cwd: work });
  for (const name of readdirSync(work).filter((file) => file.endsWith('.deb'))) {
    const all = join(work, `${name}.tar`);
    await run('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" > "$2"', 'sh', join(work, name), all]);
    const listed = await run('tar', ['-tf', all]);
    const found = listed.split('\n').filter((file) => patterns.some((pattern) => pattern.test(file)));
    if (found.length > 0) await run('tar', ['-xf', all, '-C', work, ...found]);
    for (const file of found) renameSync(join(work, file), join(folder, basename(file)));
    rmSync(all);
  }
}

/** @returns apt's options for a state of its own under `work`. */
function preparePrivateState(suites, work) {
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(work, folder), { recursive: true });
  writeFileSync(join(work, 'status'), '');
  const sources = suites.map((suite) => `deb [signed-by=${keyring()}] ${mirror(suite)} ${suite} main\n`);
  writeFileSync(join(work, 'sources.list'), sources.join(''));
  const options = {
    'Dir::Etc::sourcelist': join(work, 'sources.list'),
    'Dir::Etc::sourceparts': '/nonexistent',
    'Dir::Etc::preferencesparts': '/nonexistent',
    'Dir::State': work,
    'Dir::State::Lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  };
  return ['-qq', ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

function keyring() {
  const found = KEYRINGS.find(existsSync);
  if (found) return found;
  throw new SetupError('The Debian archive keyring is missing. Install the package debian-archive-keyring.');
}

/** The archive of `suite` on the mirror that this machine uses for Debian itself, else on Debian's own. */
function mirror(suite) {
  const archive = suite.endsWith('-security') ? 'debian-security' : 'debian';
  const uri = new RegExp(`^(?:URIs:|deb (?:\\[.*?\\])?)\\s*(\\S+/${archive})/?(?:\\s|$)`, 'm');
  const configured = aptSources().map((text) => text.match(uri)?.[1]);
  return configured.find(Boolean) ?? `${DEFAULT_MIRROR}/${archive}`;
}

function aptSources() {
  const folder = '/etc/apt/sources.list.d';
  const parts = existsSync(folder)
    ? readdirSync(folder).filter((name) => /\.(list|sources)$/.test(name))
    : [];
  return ['/etc/apt/sources.list', ...parts.map((name) => join(folder, name))]
    .filter(existsSync)
    .map((file) => readFileSync(file, 'utf8'));
}
