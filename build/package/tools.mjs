import { inRoot } from '../setup/places.mjs';
import { run } from '../setup/command.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const folder = inRoot('build', 'package');

/**
 * electron-builder has a lock of its own: it brings more packages than all the rest, and only this command needs them.
 * @returns what is there now
 */
export async function ensureTools() {
  const wanted = JSON.parse(readFileSync(inRoot('build', 'package', 'package.json'), 'utf8'));
  const version = wanted.devDependencies['electron-builder'];
  if (installedVersion() !== version)
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  return `electron-builder ${version}`;
}

/** Program that {@link ensureTools} installed. */
export function electronBuilder() {
  return createRequire(inRoot('build', 'package', 'package.json'))('electron-builder');
}

function installedVersion() {
  const file = inRoot('build', 'package', 'node_modules', 'electron-builder', 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
