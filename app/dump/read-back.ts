import { readFileSync, statSync } from 'fs';
import { join } from 'path';
import { SluiceError } from '../contract/failure';
import { messageOf } from '../engine/failures';
import { digestOf } from '../format/digest';
import type { DataFact, FileFact } from '../format/facts';

/**
 * Files read between two turns of the event loop, which take about 3 ms: they have just been written, so that the system
 * has them in memory, where a synchronous read costs a fifth of an asynchronous one.
 */
const FILES_PER_TURN = 256;

/** Of an index of a data file: one number. */
const INDEX_BYTES = 8;

/**
 * Reads a dump's folder back before the dump is declared done: every document and script has the bytes that were written,
 * every data file and index its size. Fails with `dump-damaged` for the first that differs.
 */
export async function readBack(
  folder: string,
  files: readonly FileFact[],
  data: readonly DataFact[],
): Promise<void> {
  await inTurns(files, (file) => {
    const { bytes, sha256 } = reading(file.file, () => digestOf(readFileSync(join(folder, file.file))));
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw changed(file.file, `it no longer holds what was written into it`);
  });
  const sizes = data.flatMap(({ chunks }) =>
    chunks.flatMap(({ file, storedBytes }) => [
      { file, bytes: storedBytes },
      { file: `${file}.idx`, bytes: INDEX_BYTES },
    ]),
  );
  await inTurns(sizes, ({ file, bytes }) => {
    const { size } = reading(file, () => statSync(join(folder, file)));
    if (size !== bytes) throw changed(file, `it has ${size} bytes, and ${bytes} were written`);
  });
}

async function inTurns<T>(items: readonly T[], check: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += FILES_PER_TURN) {
    for (const item of items.slice(from, from + FILES_PER_TURN)) check(item);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw changed(file, messageOf(error));
  }
}

function changed(file: string, what: string): SluiceError {
  return new SluiceError('dump-damaged', `${file} changed while the dump was written: ${what}.`, {
    chunk: file,
    hint: 'Find out what else writes into the folder, then make the dump again.',
  });
}
