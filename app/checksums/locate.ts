import type { EngineDumpTable, EngineKeyKind, EngineKeyPart, EngineKeyRange } from '../engine/specs';
import { isKeyValue } from './key-values';
import type { DumpChunk, DumpTable } from '../format/read/dump';

/** Key range of a server's table that matches a chunk of the dump, if no rows were added between. */
export interface ChunkRange {
  readonly chunk: DumpChunk;
  /** Keys of its first row and of the next chunk's, as the dump records them; null at the table's ends. */
  readonly from: readonly string[] | null;
  readonly before: readonly string[] | null;
  /** Ranges to read of the table; without ids. */
  readonly parts: readonly EngineDumpTable[];
}

/**
 * Divides a table into the key ranges of the dump's chunks, by the keys of their first rows, so that together they
 * cover all rows. Returns null where the dump or the server lacks what that needs: keys recorded for every chunk, the
 * same key on the server, the same partitions.
 */
export function chunkRanges(
  { definition, chunks }: DumpTable,
  parts: readonly EngineDumpTable[],
): readonly ChunkRange[] | null {
  const key = parts[0]?.key ?? [];
  const recorded = definition?.key ?? [];
  const isSameKey = key.length === recorded.length && key.every(({ column }, at) => column === recorded[at]);
  if (key.length === 0 || !isSameKey) return null;
  const ranges: ChunkRange[] = [];
  for (const [at, chunk] of chunks.entries()) {
    const bound = boundOf(key, chunk);
    const own =
      chunk.partition === null ? parts : parts.filter(({ partition }) => partition === chunk.partition);
    if (bound === null || own.length === 0) return null;
    const next = chunks[at + 1];
    const isFirst = chunks[at - 1]?.partition !== chunk.partition;
    const isLast = next?.partition !== chunk.partition;
    const behind = isLast ? null : boundOf(key, next);
    const within: EngineKeyRange = { at: isFirst ? null : bound, before: behind };
    ranges.push({
      chunk,
      from: isFirst ? null : chunk.first,
      before: isLast ? null : next.first,
      parts: own.map((part) => ({ ...part, within: isFirst && isLast ? null : within })),
    });
  }
  return ranges;
}

/** Returns the key of a chunk's first row in the engine's form; null where it isn't a valid one. */
function boundOf(key: readonly EngineKeyPart[], { first }: DumpChunk): readonly string[] | null {
  if (first.length !== key.length) return null;
  const values = key.map(({ kind }, at) => valueOf(kind, first[at] ?? ''));
  return values.includes(null) ? null : values.flatMap((value) => value ?? []);
}

function valueOf(kind: EngineKeyKind, recorded: string): string | null {
  if (kind === 'binary' || kind === 'encoded-text') return Buffer.from(recorded, 'base64').toString('hex');
  return isKeyValue(kind, recorded) ? recorded : null;
}
