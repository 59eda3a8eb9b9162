import { statSync } from 'fs';
import { join } from 'path';
import { SluiceError } from '../contract/failure';
import { messageOf } from '../engine/failures';
import { damagedFiles, inTurns } from '../format/read/check-files';
import type { DataFact, FileFact } from '../format/facts';

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
  const [damaged] = await damagedFiles(folder, files);
  if (damaged !== undefined) throw changed(damaged.chunk ?? '', damaged.message);
  const sizes = data.flatMap(({ chunks }) =>
    chunks.flatMap(({ file, storedBytes }) => [
      { file, bytes: storedBytes },
      { file: `${file}.idx`, bytes: INDEX_BYTES },
    ]),
  );
  await inTurns(sizes, ({ file, bytes }) => {
    const { size } = reading(file, () => statSync(join(folder, file)));
    if (size !== bytes) throw changed(file, `It has ${size} bytes; ${bytes} were written.`);
  });
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw changed(file, `It can’t be read: ${messageOf(error)}.`);
  }
}

function changed(file: string, what: string): SluiceError {
  return new SluiceError('dump-damaged', `${file} changed while the dump was written. ${what}`, {
    chunk: file,
    hint: 'Find out what else writes into the folder, then make the dump again.',
  });
}
