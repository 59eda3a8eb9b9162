import type { ExpectedSize } from '../../contract/channels';
import type { HistoryEntry, HistoryFigures } from '../../contract/runs/history';
import type { Compression } from '../../contract/runs/options';
import { seriesOf, type DumpSetup } from '../setup';

/** A planned dump; its folder does not matter. */
export type WishedDump = Pick<DumpSetup, 'server' | 'options'>;

interface EarlierDump extends HistoryEntry {
  readonly figures: HistoryFigures;
}

/**
 * Estimates the size on disk of a dump of `dataBytes` of data, by the newest finished dump of its server with the same
 * compression: for the same objects their size then; for others by that dump's compression ratio of rows as text. Null
 * where there is none, for nothing else tells how well data compress. The newest of `entries` come first.
 */
export function expectedSize(
  entries: readonly HistoryEntry[],
  { server, options }: WishedDump,
  dataBytes: number,
): ExpectedSize | null {
  const series = seriesOf({ kind: 'dump', server, folder: '', options });
  const earlier = entries.filter(
    (entry): entry is EarlierDump =>
      entry.kind === 'dump' &&
      entry.profileId === server.profileId &&
      isSame(entry.compression, options.compression) &&
      isWhole(entry) &&
      entry.figures !== null &&
      entry.figures.bytes > 0,
  );
  const same = earlier.find((entry) => entry.series === series);
  if (same !== undefined)
    return { bytes: same.figures.storedBytes, basis: 'same', startedAt: same.startedAt };
  const [other] = earlier;
  if (other === undefined) return null;
  const { bytes, storedBytes } = other.figures;
  return {
    bytes: Math.round((dataBytes * storedBytes) / bytes),
    basis: 'server',
    startedAt: other.startedAt,
  };
}

function isWhole({ state }: HistoryEntry): boolean {
  return state === 'done' || state === 'done-with-warnings';
}

function isSame(one: Compression | null, other: Compression): boolean {
  if (one?.kind !== 'zstd' || other.kind !== 'zstd') return one?.kind === other.kind;
  return one.level === other.level;
}
