import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../setup/places.mjs';

/** The program of the window; `sluice` itself is the command line (see build/package/sluice.sh). */
export const WINDOW_PROGRAM = 'sluice-window';

/**
 * Fixed switches of Electron's program; the reasons are in build/README.md. Electron 9.4.1 has no fuses to set.
 */
export const FUSES = {
  runAsNode: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  enableEmbeddedAsarIntegrityValidation: false,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

/** electron-builder's configuration, for an Electron that is there already: nothing is fetched for the unpacked app. */
export function builderConfig({ stage, output, noticesFile, runtime, electronDist }) {
  return {
    appId: 'io.sluice.app',
    productName: 'Sluice',
    copyright: 'Apache-2.0',
    electronVersion: runtime.version,
    electronDist,
    directories: { app: stage, output, buildResources: inRoot('build', 'package') },
    files: ['**/*'],
    asar: true,
    // A shared object is loaded by the system, which knows no archives.
    asarUnpack: ['native/**'],
    // The bundles hold their dependencies: none are looked for.
    beforeBuild: () => Promise.resolve(false),
    ...(!runtime.old && { electronFuses: FUSES }),
    // Electron's own page where it finds no app.
    afterPack: ({ appOutDir }) => {
      rmSync(join(appOutDir, 'resources', 'default_app.asar'), { force: true });
      return Promise.resolve();
    },
    extraFiles: [
      { from: noticesFile, to: 'THIRD-PARTY-NOTICES.txt' },
      { from: inRoot('LICENSE'), to: 'LICENSE.sluice.txt' },
      { from: inRoot('build', 'package', 'sluice.sh'), to: 'sluice' },
    ],
    linux: {
      executableName: WINDOW_PROGRAM,
      syncDesktopName: true,
      icon: inRoot('build', 'package', 'icon.png'),
      category: 'Development',
      synopsis: 'Dumps, loads and inspects MySQL and MariaDB databases',
      maintainer: 'Sluice',
    },
    deb: {
      // libmariadb is the system's and stays replaceable (LGPL); its plugins, for signing in, come with it.
      depends: [
        'libmariadb3',
        'libssl3',
        'libzstd1',
        'zlib1g',
        'libbz2-1.0',
        'liblzma5 (>= 5.4)',
        'liblz4-1',
        'libgtk-3-0',
        'libnss3',
        'libasound2',
        'libgbm1',
        'libxss1',
        'libxtst6',
      ],
      recommends: ['cron'],
      fpm: [`${inRoot('build', 'package', 'usr-bin-sluice.sh')}=/usr/bin/sluice`],
    },
  };
}
