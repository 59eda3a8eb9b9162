import { promises as fs } from 'fs';
import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { scriptFailures } from '../../text/format/script';
import { toFailure } from '../../engine/failures';
import type { ScriptCollector } from './collect';
import type { ScriptFile, ScriptInclude } from './content';
import { keptScan } from './files/inputs';

const MIB = 1 << 20;
/** Rows of a table are loaded in ranges of about so many bytes: each is a transaction, and a lane's piece of work. */
export const RANGE_BYTES = 16 * MIB;
const MOST_RANGE_BYTES = 1024 * MIB;

/** File of statements, and how its statements end. */
export interface ScannedFile {
  readonly path: string;
  readonly compression: ScriptFile['compression'];
  readonly entry: ScriptFile['entry'];
  /**
   * `client`: at a semicolon outside of quotes and comments, or as a DELIMITER line says; `line`: at one before a line's end, as
   * mydumper writes them.
   */
  readonly ends: 'client' | 'line';
}

/** Reads the files that a script includes. */
export interface IncludeFollower {
  follow(include: ScriptInclude, collector: ScriptCollector): Promise<void>;
}

/** Reads a file from its first byte to its last, and gives the collector what it holds. */
export async function scanFile(
  engine: Addon,
  file: ScannedFile,
  collector: ScriptCollector,
  includes: IncludeFollower | null = null,
): Promise<void> {
  const { path, compression, entry, ends } = file;
  const scan =
    keptScan(path) ??
    engine.scanScript({ path, compression, entry, ends, bytesPerRun: await rangeBytes(file) });
  for (let items = await scan.next(); items !== null; items = await scan.next()) {
    if ('code' in items) throw SluiceError.from(toFailure(items));
    for (const item of items) {
      const include = collector.add(item);
      if (include !== null && includes !== null) await includes.follow(include, collector);
      else if (include !== null) collector.report(scriptFailures.includeOutside(include));
    }
  }
}

/**
 * To load a range of a packed file, all that stands before it is unpacked too: few ranges do that few times. Deflate can be
 * begun within; other packings between their frames, near which the engine makes ranges as short as in any file.
 */
export async function rangeBytes({ path, compression, entry }: Omit<ScannedFile, 'ends'>): Promise<number> {
  if (compression === 'none' || compression === 'gzip' || compression === 'deflate') return RANGE_BYTES;
  const size = entry?.storedBytes ?? (await fs.stat(path)).size;
  return Math.min(MOST_RANGE_BYTES, Math.max(RANGE_BYTES, Math.floor(size / 2)));
}
