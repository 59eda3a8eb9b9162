import { promises as fs } from 'fs';
import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { toFailure } from '../../engine/failures';
import type { ScriptCollector } from './collect';
import type { ScriptFile } from './content';

const MIB = 1 << 20;
/** Rows of a table are loaded in ranges of about so many bytes: each is a transaction, and a lane's piece of work. */
const RANGE_BYTES = 16 * MIB;
const MOST_RANGE_BYTES = 1024 * MIB;

/** File of statements, and how its statements end. */
export interface ScannedFile {
  readonly path: string;
  readonly compression: ScriptFile['compression'];
  /**
   * `client`: at a semicolon outside of quotes and comments, or as a DELIMITER line says; `line`: at one before a line's end, as
   * mydumper writes them.
   */
  readonly ends: 'client' | 'line';
}

/** Reads a file from its first byte to its last, and gives the collector what it holds. */
export async function scanFile(engine: Addon, file: ScannedFile, collector: ScriptCollector): Promise<void> {
  const scan = engine.scanScript({ ...file, bytesPerRun: await rangeBytes(file) });
  for (let items = await scan.next(); items !== null; items = await scan.next()) {
    if ('code' in items) throw SluiceError.from(toFailure(items));
    for (const item of items) collector.add(item);
  }
}

/** To load a range of a compressed file, all that stands before it is unpacked too: few ranges do that few times. */
async function rangeBytes({ path, compression }: ScannedFile): Promise<number> {
  if (compression === 'none') return RANGE_BYTES;
  const { size } = await fs.stat(path);
  return Math.min(MOST_RANGE_BYTES, Math.max(RANGE_BYTES, Math.floor(size / 2)));
}
