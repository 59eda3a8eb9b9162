import { promises as fs } from 'fs';
import { basename, dirname } from 'path';
import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { scriptFailures } from '../../text/format/script';
import type { DumpFormat } from '../format';
import type { DumpFolder } from '../read/dump';
import { ScriptCollector } from './collect';
import { folderOf } from './folder';
import type { ScriptFile } from './content';
import { scanFile } from './scan';

const SUFFIX = /\.sql(?:\.(?:gz|zst|bz2|xz|lz4|zip))?$/i;

/**
 * First line of what mysqldump and mariadb-dump write: a comment that names the tool, behind a line that turns off the
 * client's commands (mariadb-dump from 10.5.25 on), or behind a warning of the tool's that was written into the file.
 */
const TOOL_LINE = /^(?:.*\n){0,3}-- (?:MySQL|MariaDB) dump /;

interface Packing {
  readonly suffix: string;
  /** First bytes (RFC 1952, RFC 8878, the formats' own descriptions), as Latin-1. */
  readonly magic: string;
  /** Null where the engine does not unpack it. */
  readonly compression: ScriptFile['compression'] | null;
}

const PACKINGS: readonly Packing[] = [
  { suffix: 'gz', magic: '\x1f\x8b', compression: 'gzip' },
  { suffix: 'zst', magic: '\x28\xb5\x2f\xfd', compression: 'zstd' },
  { suffix: 'bz2', magic: 'BZh', compression: null },
  { suffix: 'xz', magic: '\xfd7zXZ', compression: null },
  { suffix: 'lz4', magic: '\x04\x22\x4d\x18', compression: null },
  { suffix: 'zip', magic: 'PK\x03\x04', compression: null },
];

/** SQL scripts, as mysqldump, mariadb-dump, phpMyAdmin and others write them. */
export const scriptFormat: DumpFormat = {
  recognizes: (place) =>
    place.kind === 'file' && (SUFFIX.test(place.path) || TOOL_LINE.test(place.head.toString('latin1'))),
  read: async (place, engine) => {
    const head = place.kind === 'file' ? place.head.toString('latin1') : '';
    const packing = PACKINGS.find(({ magic }) => head.startsWith(magic));
    const compression = packing === undefined ? 'none' : packing.compression;
    if (packing !== undefined && compression === null)
      throw scriptFailures.compressed({ path: place.path, suffix: packing.suffix });
    return await lastRead.of(place.path, engine, compression ?? 'none');
  },
};

/**
 * The script that was read last: a plan, a load and its window ask for the same one after the other, and to scan it takes time.
 */
class LastRead {
  #identity = '';
  #folder: Promise<DumpFolder> | null = null;

  async of(path: string, engine: Addon, compression: ScriptFile['compression']): Promise<DumpFolder> {
    const identity = await identityOf(path);
    if (this.#folder === null || this.#identity !== identity) {
      this.#identity = identity;
      this.#folder = read(path, engine, compression);
      // A reading that failed is tried again.
      this.#folder.catch(() => (this.#folder = null));
    }
    return await this.#folder;
  }
}

const lastRead = new LastRead();

async function read(
  path: string,
  engine: Addon,
  compression: ScriptFile['compression'],
): Promise<DumpFolder> {
  const file = { name: basename(path), compression };
  const collector = new ScriptCollector({ file, schema: file.name.replace(SUFFIX, '') });
  await scanFile(engine, { path, compression, ends: 'client' }, collector);
  const content = collector.content();
  if (content.schemas.length === 0) {
    const [problem] = content.problems;
    throw problem === undefined ? scriptFailures.empty({ path }) : SluiceError.from(problem);
  }
  const { tool, serverVersion } = collector.header();
  return folderOf({
    path,
    directory: dirname(path),
    tool,
    serverVersion,
    content,
    files: 1,
    identity: () => identityOf(path),
  });
}

/** The file's place, size and time of change: as long as they are the same, so are its bytes. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await fs.stat(path, { bigint: true });
  return `script ${dev}:${ino} ${size} ${mtimeNs}`;
}
