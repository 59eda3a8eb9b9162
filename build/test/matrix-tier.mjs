/**
 * Servers of other versions in `npm test`: the oldest and the newest of each vendor, as far as Maven Central and Debian
 * have them, MariaDB's between them, and the moves among neighbours. All servers, pairs and files are in
 * `npm run test:matrix` and `npm run test:nightly`.
 */
import { unpackServer, matrixServers } from '../setup/servers.mjs';
import { ensureDumpProgramOf } from '../setup/dump-programs.mjs';
import { unpackSignInPlugins } from '../setup/sign-in-plugins.mjs';
import { SetupError } from '../setup/command.mjs';
import { say, step } from '../setup/step.mjs';

const TESTED = ['mysql-5.5', 'mysql-9.7', 'mariadb-10.5', 'mariadb-11.8'];
const FILES = ['round-trip', 'kinds', 'sakila'].map((name) => `tests/matrix/${name}.test.ts`);

/** Reasons for which servers are not there, by their names; filled by set-up. */
const missing = new Map();

/** The servers of the tier: all of them, or the slice of `npm test`. */
export const serversOf = (isSlice) => (isSlice ? TESTED : matrixServers);

/** The files of the tier, each as findTestFiles gives it. */
export function matrixFiles(files, isSlice) {
  return isSlice ? files.filter(({ file, names }) => names !== null || FILES.includes(file)) : files;
}

/** Returns the unpacker of the tier's servers: the slice of `npm test` has no tests of the ways to sign in, and none of the dump programs. */
export const unpackerOf = (isSlice) => (isSlice ? unpackServer : unpackWhole);

/** Unpacks a server, the plugins that tests/matrix/sign-in starts it with, and the program that dumps it. */
export async function unpackWhole(name) {
  const server = await unpackServer(name);
  await ensureDumpProgramOf(name);
  return `${server}; ${await unpackSignInPlugins(name)}`;
}

/**
 * Unpacks servers. One that can't be fetched is named with the reason, and its tests are skipped: it fails nothing.
 * @param unpack see unpackServer
 */
export async function ensureMatrixServers(names, unpack = unpackServer) {
  for (const name of names) {
    try {
      await step(name, () => unpack(name));
      missing.delete(name);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      const [why] = error.message.split('\n');
      missing.set(name, why);
      say(`    ${name} is not there, and the tests of the matrix that need it are skipped: ${why}`);
    }
  }
}

/** Variables of the tests: the servers, the pairs, and why servers are missing. See tests/matrix/matrix-server.ts. */
export function matrixVariables(isSlice) {
  return {
    SLUICE_MATRIX: serversOf(isSlice).join(','),
    SLUICE_MATRIX_PAIRS: isSlice ? 'neighbours' : 'all',
    SLUICE_MATRIX_MISSING: JSON.stringify(Object.fromEntries(missing)),
  };
}
