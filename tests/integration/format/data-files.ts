import { promises as fs } from 'fs';
import { join } from 'path';
import { decompress } from 'zstd-napi';
import type { TableShape } from './shapes';

export interface DataSet {
  readonly partition: string | null;
  readonly basename: string;
}

/** A table's sets of data files: one for each partition where the document names any. */
export function dataSetsOf(table: TableShape, basename: string): readonly DataSet[] {
  const partitions = Object.entries(table.basenames);
  if (partitions.length === 0) return [{ partition: null, basename }];
  return partitions.map(([partition, own]) => ({ partition, basename: own }));
}

/**
 * The data files of one set as the loader discovers them: numbers from 0 up to the first gap, where the last file, with
 * its second @, must be. It is the last element, whether it is there or not.
 */
export function discover(
  names: ReadonlySet<string>,
  { chunking, extension }: TableShape,
  basename: string,
): readonly string[] {
  if (!chunking) return [`${basename}.${extension}`];
  const files: string[] = [];
  while (names.has(`${basename}@${files.length}.${extension}`))
    files.push(`${basename}@${files.length}.${extension}`);
  return [...files, `${basename}@@${files.length}.${extension}`];
}

/** The uncompressed bytes of a data file. */
export async function readData(folder: string, file: string, { compression }: TableShape): Promise<Buffer> {
  const stored = await fs.readFile(join(folder, file));
  return compression === 'zstd' ? decompress(stored) : stored;
}
