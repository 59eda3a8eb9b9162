import { readDump } from '../../format/read/reader';
import { dumpFingerprint } from '../../format/identity';
import { assertWhole } from '../request';
import type { DumpSource } from './dump-source';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';

/**
 * Opens a dump that is not being written any more, with all its tables. Fails with `not-a-dump` or `dump-unsupported`.
 */
export async function finishedDump(folder: string): Promise<DumpSource> {
  return sourceOf(await readDump(folder));
}

function sourceOf(whole: DumpFolder): DumpSource {
  let coming: readonly DumpTable[] | null = tablesOf(whole);
  return {
    whole,
    stillToCome: null,
    identity: () => dumpFingerprint(whole.path),
    assertSound: assertWhole,
    next: () => {
      const tables = coming;
      coming = null;
      return Promise.resolve(tables);
    },
    stop: () => undefined,
    finished: () => Promise.resolve(whole),
    loss: () => Promise.resolve(null),
  };
}
