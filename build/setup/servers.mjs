import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, SetupError } from './command.mjs';
import { hasDebianTools, unpackDebianPackages } from './debian.mjs';
import { inCache } from './places.mjs';
import { makeFolder } from './unpack.mjs';

/**
 * The servers that practice and tests use, and where each comes from. Debian 12 has MariaDB 10.11; MySQL is only
 * in Debian unstable. `folder` is what app/sandbox/locate.ts looks for.
 */
const SERVERS = {
  mariadb: {
    title: 'MariaDB 10.11',
    folder: 'mariadb-10.11',
    suites: ['bookworm', 'bookworm-security'],
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    server: 'usr/sbin/mariadbd',
    clients: { sql: 'usr/bin/mariadb', dump: 'usr/bin/mariadb-dump' },
    // In the order in which mariadb-install-db feeds them to a bootstrapping server, without its users and help.
    bootstrap: [
      'mysql_system_tables.sql',
      'mysql_performance_tables.sql',
      'maria_add_gis_sp_bootstrap.sql',
      'mysql_sys_schema.sql',
    ],
    advice: 'brew install mariadb',
  },
  mysql: {
    title: 'MySQL 9.7',
    folder: 'mysql-9.7',
    suites: ['unstable'],
    packages: ['mysql-server-core', 'mysql-client-core'],
    server: 'usr/sbin/mysqld',
    clients: { sql: 'usr/bin/mysql', dump: 'usr/bin/mysqldump' },
    bootstrap: null,
    advice: 'brew install mysql',
  },
};

export const serverVendors = Object.keys(SERVERS);

/**
 * Makes sure that a server of this vendor can be started by app/sandbox.
 * @param locate finds one that is already there (the application's own rule), or gives null
 * @returns one line that says which it is
 */
export async function ensureServer(vendor, locate) {
  const found = locate(vendor);
  if (found) return `${found.version}, ${found.origin}`;
  const { title, folder, advice } = SERVERS[vendor];
  if (!hasDebianTools()) {
    throw new SetupError(
      `${title} is not on this machine. Install it (for instance: ${advice}) or set ` +
        `SLUICE_${vendor === 'mysql' ? 'MYSQLD' : 'MARIADBD'} to its server program, then run npm run setup again.`,
    );
  }
  await makeFolder(inCache('servers', folder), (prefix) => fetchServer(vendor, prefix));
  return `${title} unpacked into ${inCache('servers', folder)}`;
}

/** Removes what was unpacked, for `--refresh`. */
export function forgetServer(vendor) {
  rmSync(inCache('servers', SERVERS[vendor].folder), { recursive: true, force: true });
}

async function fetchServer(vendor, prefix) {
  const { suites, packages } = SERVERS[vendor];
  const work = `${prefix}.apt`;
  mkdirSync(work, { recursive: true });
  try {
    await unpackDebianPackages({ suites, packages, prefix, work });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const description = describe(vendor, prefix);
  description.version = await versionOf(prefix, description);
  writeFileSync(join(prefix, 'server.json'), `${JSON.stringify(description, null, 2)}\n`);
}

/** What app/sandbox needs to know of an unpacked server; every path is relative to the prefix. */
function describe(vendor, prefix) {
  const { suites, server, clients, bootstrap } = SERVERS[vendor];
  const loader = findLoader(prefix);
  const system = dirname(loader);
  const share = 'usr/share/mysql';
  return {
    vendor,
    version: '',
    origin: `unpacked from Debian ${suites[0]}`,
    loader,
    libraryPath: system.startsWith('usr/') ? [system] : [system, join('usr', system)],
    server,
    baseDir: 'usr',
    messagesDir: share,
    charsetsDir: join(share, 'charsets'),
    pluginDir: 'usr/lib/mysql/plugin',
    bootstrap: bootstrap?.map((file) => join(share, file)) ?? null,
    clients: Object.fromEntries(Object.entries(clients).filter(([, file]) => existsSync(join(prefix, file)))),
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
