import { promises as fs } from 'fs';
import { join } from 'path';
import type { Failure } from '../contract/failure';
import { messageOf } from '../engine/failures';
import { damage } from '../format/read/damage';
import type { DumpFolder, DumpTable } from '../format/read/dump';

/**
 * Finds index files whose size entry differs from the recorded one: MySQL Shell reads the index before it loads the
 * data file. Only for dumps of Sluice, whose index is one number: the file's bytes before compression, big-endian.
 */
export async function indexProblems({ path }: DumpFolder, table: DumpTable): Promise<readonly Failure[]> {
  const problems: Failure[] = [];
  for (const { file, bytes, xxh64 } of table.chunks) {
    if (xxh64 === null || bytes === null) continue;
    const wrong = await wrongIn(join(path, `${file}.idx`), bytes);
    if (wrong !== null) problems.push(damage(`${file}.idx`, wrong, `${table.schema}.${table.name}`));
  }
  return problems;
}

async function wrongIn(index: string, bytes: number): Promise<string | null> {
  try {
    const found = await fs.readFile(index);
    const wanted = Buffer.alloc(8);
    wanted.writeBigUInt64BE(BigInt(bytes));
    if (found.equals(wanted)) return null;
    return `The index ${index} does not say the ${bytes} bytes of its data file.`;
  } catch (error) {
    return `The index ${index} can’t be read: ${messageOf(error)}.`;
  }
}
