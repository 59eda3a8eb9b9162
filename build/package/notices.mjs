import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../setup/places.mjs';

const RULE = '='.repeat(100);

/** Libraries of the engine besides npm's packages, and their way to users. */
const NATIVE = [
  {
    name: 'MariaDB Connector/C (libmariadb)',
    licence: 'LGPL-2.1-or-later',
    how: 'used as the system’s shared library, which a user can replace; not part of this package',
    file: 'build/package/licences/LGPL-2.1.txt',
  },
  {
    name: 'Zstandard',
    licence: 'BSD-3-Clause',
    how: 'used as the system’s shared library, and compiled into native/zstd_napi.node',
    file: 'node_modules/zstd-napi/deps/zstd/LICENSE',
  },
  {
    name: 'zlib',
    licence: 'Zlib',
    how: 'used as the system’s shared library; not part of this package',
    file: 'build/package/licences/zlib.txt',
  },
  {
    name: 'bzip2 (libbz2)',
    licence: 'bzip2-1.0.6',
    how: 'used as the system’s shared library; not part of this package',
    file: 'build/package/licences/bzip2.txt',
  },
  {
    name: 'XZ Utils (liblzma)',
    licence: 'public domain',
    how: 'used as the system’s shared library; not part of this package',
    file: 'build/package/licences/liblzma.txt',
  },
  {
    name: 'LZ4 (liblz4)',
    licence: 'BSD-2-Clause',
    how: 'used as the system’s shared library; not part of this package',
    file: 'build/package/licences/lz4.txt',
  },
  {
    name: 'xxHash',
    licence: 'BSD-2-Clause',
    how: 'compiled into native/sluice.node',
    file: 'build/package/licences/xxhash.txt',
  },
  {
    name: 'node-addon-api',
    licence: 'MIT',
    how: 'compiled into native/sluice.node',
    file: 'node_modules/node-addon-api/LICENSE.md',
  },
];

/** The licences of everything that comes with Sluice, as one text. Electron's and Chromium's lie beside it as they are. */
export function noticesText() {
  const parts = [...runtimePackages().map(npmNotice), ...NATIVE.map(nativeNotice)];
  const head =
    'Sluice (Apache-2.0) is made with the software below. Electron and Chromium have files of their own beside this ' +
    'one: LICENSE.electron.txt and LICENSES.chromium.html.';
  return `${[head, ...parts].join(`\n\n${RULE}\n`)}\n`;
}

/**
 * npm's packages that get into the bundles: the dependencies of package.json with all of theirs, of which the lock
 * knows that they are not for development alone. Packages of types leave nothing behind.
 * @returns {{ name: string, folder: string, version: string }[]} by name
 */
export function runtimePackages() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path, { version }]) => ({ name: path.replace(/^.*node_modules\//, ''), folder: path, version }))
    .filter(({ name }) => !name.startsWith('@types/'))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function npmNotice({ name, folder, version }) {
  const { license = 'unknown', homepage = '' } = JSON.parse(
    readFileSync(inRoot(folder, 'package.json'), 'utf8'),
  );
  const files = readdirSync(inRoot(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(inRoot(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license}) ${homepage}`.trim(), ...texts].join('\n\n');
}

function nativeNotice({ name, licence, how, file }) {
  return [`${name} (${licence}): ${how}`, readFileSync(inRoot(file), 'utf8').trim()].join('\n\n');
}
