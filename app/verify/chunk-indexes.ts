import { join } from 'path';
import type { Failure } from '../contract/failure';
import { messageOf } from '../engine/failures';
import type { DumpFolder, DumpTable } from '../format/read/dump';
import { readRegularFile } from '../format/read/regular-file';
import { verifyFailures } from '../text/verify';

/**
 * Finds index files whose size entry differs from the recorded one: MySQL Shell reads the index before it loads the
 * data file. Only for dumps of Sluice, whose index is one number: the file's bytes before compression, big-endian.
 */
export async function indexProblems({ path }: DumpFolder, table: DumpTable): Promise<readonly Failure[]> {
  const problems: Failure[] = [];
  for (const { file, bytes, xxh64 } of table.chunks) {
    if (xxh64 === null || bytes === null) continue;
    const place = { chunk: `${file}.idx`, table: `${table.schema}.${table.name}` };
    const problem = await problemOf(join(path, place.chunk), bytes, place);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

async function problemOf(
  index: string,
  bytes: number,
  place: Pick<Failure, 'chunk' | 'table'>,
): Promise<Failure | null> {
  try {
    const found = await readRegularFile(index);
    const wanted = Buffer.alloc(8);
    wanted.writeBigUInt64BE(BigInt(bytes));
    if (found.equals(wanted)) return null;
    return verifyFailures.indexWrong({ index, bytes }, place).failure;
  } catch (error) {
    return verifyFailures.indexUnreadable({ index, reason: messageOf(error) }, place).failure;
  }
}
