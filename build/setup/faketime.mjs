import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './command.mjs';
import { withPackage } from './debian-program.mjs';
import { hasDebianTools } from './debian.mjs';
import { inCache } from './places.mjs';
import { makeFolder } from './unpack.mjs';

/** Folder in which tests/servers/shifted-clock.ts finds the library that shifts a server's clock. */
const FOLDER = inCache('servers', 'faketime-0.9');
/** The build for programs of several threads. */
const LIBRARY = 'libfaketimeMT.so.1';

/** Makes sure that the tests can start a server whose clock is wrong. */
export async function ensureFaketime() {
  if (existsSync(FOLDER)) return 'libfaketime 0.9, unpacked from Debian bookworm';
  if (!hasDebianTools())
    throw new SetupError(
      'libfaketime for the tests is unpacked from Debian packages, which need apt and dpkg.',
    );
  await makeFolder(FOLDER, (fresh) =>
    withPackage(fresh, 'libfaketime', (prefix) => {
      const system = join(prefix, 'usr', 'lib');
      const [triplet] = readdirSync(system).filter((name) => existsSync(join(system, name, 'faketime')));
      copyFileSync(join(system, triplet, 'faketime', LIBRARY), join(fresh, LIBRARY));
    }),
  );
  return `libfaketime 0.9 unpacked into ${FOLDER}`;
}
