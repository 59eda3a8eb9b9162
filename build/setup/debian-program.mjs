import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { run, SetupError, which } from './command.mjs';
import { hasDebianTools, unpackDebianPackages } from './debian.mjs';
import { inCache } from './places.mjs';
import { findLoader } from './servers.mjs';
import { makeFolder } from './unpack.mjs';

const BOOKWORM = ['bookworm', 'bookworm-security'];

/**
 * Makes sure that the tests can run a program that Debian has, in the cache's folder `name`. Its package might start a
 * service for everybody, so that it is unpacked beside the database servers instead of being installed; elsewhere the
 * system's own is used.
 * @returns one line that says which it is
 */
export async function ensureDebianProgram({ name, title, packageName, file, advice, suites = BOOKWORM }) {
  const folder = inCache('servers', name);
  if (existsSync(folder)) return `${title}, unpacked from Debian ${suites[0]}`;
  if (!hasDebianTools()) {
    const found = which(basename(file));
    if (found !== null) return found;
    throw new SetupError(`There is no ${basename(file)} for the tests. ${advice}`);
  }
  await makeFolder(folder, (fresh) =>
    withPackage(fresh, packageName, (prefix) => keepProgram(prefix, file, fresh), suites),
  );
  return `${title} unpacked into ${folder}`;
}

/** Unpacks a package and all that it depends on into a folder of their own, which is gone after `work`. */
export async function withPackage(folder, packageName, work, suites = BOOKWORM) {
  const temporary = `${folder}.apt`;
  const prefix = join(temporary, 'root');
  mkdirSync(prefix, { recursive: true });
  try {
    await unpackDebianPackages({ suites, packages: [packageName], prefix, work: temporary });
    await work(prefix);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Keeps only the program, its loader and the libraries that it loads, side by side: the tests copy them about. */
async function keepProgram(prefix, file, folder) {
  const loader = join(prefix, findLoader(prefix));
  const program = join(prefix, file);
  const system = dirname(findLoader(prefix));
  const libraryPath = [system, join('usr', system)].map((each) => join(prefix, each)).join(':');
  const listed = await run(loader, ['--library-path', libraryPath, '--list', program]);
  const libraries = [...listed.matchAll(/=> (\/\S+)/g)].map(([, library]) => library);
  copyFileSync(loader, join(folder, 'loader'));
  for (const each of [program, ...libraries]) copyFileSync(each, join(folder, basename(each)));
}
