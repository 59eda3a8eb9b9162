import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, SetupError } from './command.mjs';
import { hasDebianTools, unpackDebianPackages } from './debian.mjs';
import { inCache } from './places.mjs';
import { unpackArtifact } from './maven.mjs';
import { SERVERS } from './server-list.mjs';
import { makeFolder } from './unpack.mjs';

/** Folders of the servers of practice and of `npm test`, by vendor. */
const USUAL = { mariadb: 'mariadb-10.11', mysql: 'mysql-9.7' };

export const serverVendors = Object.keys(USUAL);

/** The folders of all servers that `npm run test:matrix` works with. */
export const matrixServers = Object.keys(SERVERS);

/**
 * Makes sure that a server of this vendor can be started by app/sandbox.
 * @param locate finds one that is already there (the application's own rule), or gives null
 * @returns one line that says which it is
 */
export async function ensureServer(vendor, locate) {
  const found = locate(vendor);
  if (found) return `${found.version}, ${found.origin}`;
  const folder = USUAL[vendor];
  const { title, advice } = SERVERS[folder];
  if (!hasDebianTools()) {
    throw new SetupError(
      `${title} is not on this machine. Install it (for instance: ${advice}) or set ` +
        `SLUICE_${vendor === 'mysql' ? 'MYSQLD' : 'MARIADBD'} to its server program, then run npm run setup again.`,
    );
  }
  return await unpackServer(folder);
}

/**
 * Makes sure that the server of this folder is unpacked.
 * @returns one line that says which it is
 */
export async function unpackServer(folder) {
  const { title } = SERVERS[folder];
  if (!hasDebianTools())
    throw new SetupError(`${title} is unpacked from Debian packages, which need apt and dpkg.`);
  await makeFolder(inCache('servers', folder), (prefix) => fetchServer(SERVERS[folder], prefix));
  return `${title} in ${inCache('servers', folder)}`;
}

/** Removes what was unpacked, for `--refresh`. */
export function forgetServer(vendor) {
  rmSync(inCache('servers', USUAL[vendor]), { recursive: true, force: true });
}

async function fetchServer(server, prefix) {
  const work = `${prefix}.apt`;
  mkdirSync(work, { recursive: true });
  try {
    const { suites, packages } = server;
    await unpackDebianPackages({ suites, packages, prefix, work });
    if (server.artifact !== undefined) await unpackArtifact(server.artifact, prefix, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const description = describe(server, prefix);
  description.version = await versionOf(prefix, description);
  writeFileSync(join(prefix, 'server.json'), `${JSON.stringify(description, null, 2)}\n`);
}

/** Builds what app/sandbox/locate.ts needs to know of an unpacked server; every path is relative to the prefix. */
function describe(server, prefix) {
  const loader = findLoader(prefix);
  const system = dirname(loader);
  const libraries = system.startsWith('usr/') ? [system] : [system, join('usr', system)];
  const { share } = server;
  return {
    vendor: server.vendor,
    version: '',
    origin: server.origin ?? `unpacked from Debian ${server.suites[0]}`,
    loader,
    libraryPath: [...(server.libraries ?? []), ...libraries],
    server: server.program,
    baseDir: server.base,
    messagesDir: share,
    charsetsDir: join(share, 'charsets'),
    pluginDir: server.plugins,
    bootstrap: server.bootstrap?.map((file) => join(share, file)) ?? null,
    template: server.template ?? null,
    clients: Object.fromEntries(
      Object.entries(server.clients).filter(([, file]) => existsSync(join(prefix, file))),
    ),
  };
}

/** libc's loader: under /usr/lib in merged packages, under /lib in older ones. */
export function findLoader(prefix) {
  for (const base of ['usr/lib', 'lib']) {
    if (!existsSync(join(prefix, base))) continue;
    for (const triplet of readdirSync(join(prefix, base)).filter((name) => name.endsWith('-linux-gnu'))) {
      const file = readdirSync(join(prefix, base, triplet)).find((name) => /^ld-linux.*\.so\.\d$/.test(name));
      if (file) return join(base, triplet, file);
    }
  }
  throw new SetupError(`No loader among the libraries unpacked into ${prefix}`);
}

async function versionOf(prefix, { loader, libraryPath, server }) {
  const libraries = libraryPath.map((folder) => join(prefix, folder)).join(':');
  const said = await run(join(prefix, loader), [
    '--library-path',
    libraries,
    join(prefix, server),
    '--no-defaults',
    '--version',
  ]);
  return said.match(/Ver (\S+)/)?.[1] ?? '';
}
