import { statSync } from 'fs';
import { join } from 'path';
import { messageOf } from '../../engine/failures';
import { damagedFiles, inTurns } from '../read/files';
import { filesIn } from '../read/regular-file';
import type { DataFact, FileFact } from '../facts';
import { dumpFailures } from '../../text/dump';

/** Size of a data file's index: one number. */
const INDEX_BYTES = 8;

/**
 * Reads a dump's folder back before the dump is declared done: every document and script must have the bytes that were
 * written, every data file and index its size. Fails with `dump-damaged` for the first that differs.
 */
export async function readBack(
  folder: string,
  files: readonly FileFact[],
  data: readonly DataFact[],
): Promise<void> {
  const [damaged] = await damagedFiles(filesIn(folder), files);
  if (damaged !== undefined) {
    const { chunk = '', message } = damaged;
    throw dumpFailures.fileChanged({ file: chunk, reason: message }, { chunk });
  }
  const sizes = data.flatMap(({ chunks }) =>
    chunks.flatMap(({ file, storedBytes }) => [
      { file, bytes: storedBytes },
      { file: `${file}.idx`, bytes: INDEX_BYTES },
    ]),
  );
  await inTurns(sizes, ({ file, bytes }) => {
    const { size } = reading(file, () => statSync(join(folder, file)));
    if (size !== bytes)
      throw dumpFailures.fileSizeChanged({ file, found: size, written: bytes }, { chunk: file });
  });
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw dumpFailures.fileUnreadable({ file, reason: messageOf(error) }, { chunk: file });
  }
}
