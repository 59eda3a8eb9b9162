import { execFileSync } from 'child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'fs';
import { delimiter, dirname, join } from 'path';
import { z } from 'zod';
import { childEnvironment } from '../catalog/connect/child-environment';
import type { Vendor } from '../contract/connections/connection';
import { serversFolder } from './places';
import { sandboxText } from '../text/sandbox';

/** A server program on this machine and all that is needed to run it. Paths are absolute. */
export interface ServerProgram {
  readonly vendor: Vendor;
  readonly version: string;
  /** Origin of the program, for people. */
  readonly origin: string;
  /** Command that starts it: the program, or a loader with the program as its argument. */
  readonly command: readonly string[];
  /** Options for the paths of its own files. */
  readonly options: readonly string[];
  readonly systemTables: SystemTables;
  /** The vendor's own client programs, where they exist. */
  readonly clients: { readonly sql: readonly string[] | null; readonly dump: readonly string[] | null };
}

/** The way to a data folder with system tables. */
export type SystemTables =
  /** The server makes them itself. */
  | { readonly kind: 'initialize' }
  /** SQL files make them, in this order. */
  | { readonly kind: 'bootstrap'; readonly files: readonly string[] }
  /** A folder that comes with the server has them. */
  | { readonly kind: 'template'; readonly folder: string };

interface VendorFacts {
  readonly variable: string;
  readonly folder: string;
  readonly programs: readonly string[];
  /** The oldest version that Sluice works with: [major, minor]. */
  readonly oldest: readonly [number, number];
}

const VENDORS: Readonly<Record<Vendor, VendorFacts>> = {
  mysql: { variable: 'SLUICE_MYSQLD', folder: 'mysql-9.7', programs: ['mysqld'], oldest: [8, 0] },
  mariadb: {
    variable: 'SLUICE_MARIADBD',
    folder: 'mariadb-10.11',
    programs: ['mariadbd', 'mysqld'],
    oldest: [10, 6],
  },
};

/** Manifest that set-up writes beside a server that it unpacked; paths are relative to the file's folder. */
const manifestSchema = z.object({
  version: z.string(),
  origin: z.string(),
  loader: z.string(),
  libraryPath: z.array(z.string()),
  server: z.string(),
  baseDir: z.string(),
  messagesDir: z.string(),
  charsetsDir: z.string(),
  pluginDir: z.string(),
  bootstrap: z.array(z.string()).nullable(),
  template: z.string().nullable().default(null),
  clients: z.object({ sql: z.string().optional(), dump: z.string().optional() }),
});

/**
 * Finds a server of this vendor: what the user named (`SLUICE_MYSQLD`, `SLUICE_MARIADBD`), what set-up unpacked,
 * or the user's own on the PATH, in this order.
 */
export function locateServer(
  vendor: Vendor,
  environment: NodeJS.ProcessEnv = process.env,
): ServerProgram | null {
  // The keeper that ends a server with its parent is a POSIX shell: see keeper.ts.
  if (process.platform === 'win32') return null;
  const { variable, folder } = VENDORS[vendor];
  const named = environment[variable];
  if (named) return readInstalled(vendor, named, sandboxText.namedBy(variable));
  return readUnpacked(vendor, join(serversFolder(environment), folder)) ?? searchPath(vendor, environment);
}

/**
 * Lists the servers of this vendor that can be started here, of all versions, the one of {@link locateServer} first. One
 * that the user named is the only one.
 */
export function locateServers(
  vendor: Vendor,
  environment: NodeJS.ProcessEnv = process.env,
): readonly ServerProgram[] {
  const first = locateServer(vendor, environment);
  if (first === null || environment[VENDORS[vendor].variable]) return first === null ? [] : [first];
  const folder = serversFolder(environment);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const unpacked = names
    .filter((name) => new RegExp(`^${vendor}-\\d+(?:\\.\\d+)*$`).test(name))
    .flatMap((name) => readUnpacked(vendor, join(folder, name)) ?? []);
  const installed = searchPath(vendor, environment);
  const all = [first, ...unpacked, ...(installed === null ? [] : [installed])];
  const commands = all.map(({ command }) => command.join(' '));
  return all.filter((_, at) => commands.indexOf(commands[at] ?? '') === at);
}

/** Reads a server that set-up unpacked into a folder; null where there is none. */
export function readUnpacked(vendor: Vendor, prefix: string): ServerProgram | null {
  const file = join(prefix, 'server.json');
  if (!existsSync(file)) return null;
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const at = (path: string) => join(prefix, path);
  const loader = [at(manifest.loader), '--library-path', manifest.libraryPath.map(at).join(':')];
  const client = (path: string | undefined) => (path === undefined ? null : [...loader, at(path)]);
  return {
    vendor,
    version: manifest.version,
    origin: manifest.origin,
    command: [...loader, at(manifest.server)],
    options: [
      `--basedir=${at(manifest.baseDir)}`,
      `--lc-messages-dir=${at(manifest.messagesDir)}`,
      `--character-sets-dir=${at(manifest.charsetsDir)}`,
      `--plugin-dir=${at(manifest.pluginDir)}`,
    ],
    systemTables: systemTablesOf(manifest, at),
    clients: { sql: client(manifest.clients.sql), dump: client(manifest.clients.dump) },
  };
}

function systemTablesOf(
  { bootstrap, template }: Pick<z.infer<typeof manifestSchema>, 'bootstrap' | 'template'>,
  at: (path: string) => string,
): SystemTables {
  if (template !== null) return { kind: 'template', folder: at(template) };
  return bootstrap === null ? { kind: 'initialize' } : { kind: 'bootstrap', files: bootstrap.map(at) };
}

function searchPath(vendor: Vendor, environment: NodeJS.ProcessEnv): ServerProgram | null {
  for (const name of VENDORS[vendor].programs) {
    for (const folder of programFolders(environment)) {
      const path = join(folder, name);
      const program =
        isProgram(path) && !isConfined(path) ? readInstalled(vendor, path, sandboxText.yourOwn(path)) : null;
      if (program !== null) return program;
    }
  }
  return null;
}

/** Servers are often installed where a plain user's PATH does not look. */
function programFolders(environment: NodeJS.ProcessEnv): readonly string[] {
  const path = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...path, '/usr/sbin', '/usr/local/sbin', '/usr/libexec'];
}

/** Ubuntu's AppArmor profile for mysqld lets it use no folder but its service's own; MariaDB's there is empty. */
function isConfined(path: string): boolean {
  const profile = join('/etc/apparmor.d', path.slice(1).replace(/\//g, '.'));
  return existsSync(profile) && /^[^#\n]*\{/m.test(readFileSync(profile, 'utf8'));
}

/** @returns null where the program is another vendor's, or too old. */
function readInstalled(vendor: Vendor, path: string, origin: string): ServerProgram | null {
  const version = /Ver (\S+)/.exec(ask(path, ['--no-defaults', '--version']))?.[1];
  if (version === undefined || !isSuitable(vendor, version)) return null;
  const client = (...names: readonly string[]) => findBeside(path, names);
  return {
    vendor,
    version,
    origin,
    command: [path],
    options: [],
    systemTables:
      vendor === 'mariadb' ? { kind: 'bootstrap', files: bootstrapFilesOf(path) } : { kind: 'initialize' },
    clients: { sql: client('mariadb', 'mysql'), dump: client('mariadb-dump', 'mysqldump') },
  };
}

function isSuitable(vendor: Vendor, version: string): boolean {
  if (/mariadb/i.test(version) !== (vendor === 'mariadb')) return false;
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = VENDORS[vendor].oldest;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** MariaDB 11 renamed the files. Users and help texts are left out: one account of our own, and no help, is needed. */
const BOOTSTRAP_FILES: readonly (readonly string[])[] = [
  ['mariadb_system_tables.sql', 'mysql_system_tables.sql'],
  ['mariadb_performance_tables.sql', 'mysql_performance_tables.sql'],
  ['maria_add_gis_sp_bootstrap.sql'],
  ['mariadb_sys_schema.sql', 'mysql_sys_schema.sql'],
];

/** The server says itself where its shared files are: its character sets are in a folder of theirs there. */
function bootstrapFilesOf(path: string): readonly string[] {
  const charsets = /^character-sets-dir\s+(\S+)/m.exec(
    ask(path, ['--no-defaults', '--verbose', '--help']),
  )?.[1];
  const share = charsets === undefined ? '/usr/share/mysql' : dirname(charsets);
  return BOOTSTRAP_FILES.flatMap((names) => {
    const found = names.map((name) => join(share, name)).find((file) => existsSync(file));
    return found === undefined ? [] : [found];
  });
}

function findBeside(server: string, names: readonly string[]): readonly string[] | null {
  const folders = [dirname(server), join(dirname(server), '..', 'bin')];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = candidates.find(isProgram);
  return found === undefined ? null : [found];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function ask(path: string, argv: readonly string[]): string {
  try {
    return execFileSync(path, [...argv], {
      encoding: 'utf8',
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 8 << 20,
    });
  } catch {
    return '';
  }
}
