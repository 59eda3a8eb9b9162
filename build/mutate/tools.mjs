import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../setup/command.mjs';
import { inRoot } from '../setup/places.mjs';

const folder = inRoot('build', 'mutate');
const NAME = '@stryker-mutator/instrumenter';

/** Installs what makes and compiles mutants, by a lock of its own: only this command needs it. @returns what is there now */
export async function ensureTools() {
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const wanted = Object.entries(devDependencies);
  if (wanted.some(([name, version]) => installedVersion(name) !== version))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  return wanted.map((tool) => tool.join(' ')).join(', ');
}

/** Stryker's instrumenter: it puts all mutants of a file into it, behind switches. */
export async function loadInstrumenter() {
  const entry = createRequire(join(folder, 'package.json')).resolve(NAME);
  const { Instrumenter } = await import(pathToFileURL(entry).href);
  const from = (path) => import(new URL(path, pathToFileURL(entry)).href);
  const [{ createParser }, { print }, { transform }] = await Promise.all([
    from('./parsers/index.js'),
    from('./printers/index.js'),
    from('./transformers/index.js'),
  ]);
  const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  return new Instrumenter(silent, createParser, print, transform);
}

function installedVersion(name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
