import type { Definition, IndexLine } from '../../catalog/definition/definition';
import type { LoadOptions } from '../../contract/runs/options';
import { estimateCost, rowsOf, type IndexCost, type IndexHost, type TableSize } from './cost';
import { findWaiting } from './deferrable';
import { indexText } from '../../text/target/indexes';

/** Indexes that are deferred until a table's rows are in, and why. */
export interface IndexDecision {
  /** Deferred lines as printed. */
  readonly deferred: readonly IndexLine[];
  /** Reason as a sentence. */
  readonly reason: string;
  /** Cost of the indexes that could be deferred; null where nothing was estimated. */
  readonly cost: IndexCost | null;
}

/**
 * Decides which indexes of a table are deferred. Never one whose loss would break AUTO_INCREMENT, change the order of
 * the rows, or that could be added by a copy of the table only. Pure: a plan may call it as well as a load.
 */
export function decideIndexes(
  definition: Definition,
  size: TableSize,
  policy: LoadOptions['indexes'],
  host: IndexHost,
): IndexDecision {
  const secondary = definition.indexes.filter(({ kind }) => kind !== 'primary');
  if (secondary.length === 0) return inline(indexText.none);
  if (policy === 'inline') return inline(indexText.inlineAsked);
  const { waiting, staying: stayingIndexes } = findWaiting(definition, host.vendor);
  const staying = stayingIndexes.map(({ index, why }) => ({ name: index.name, why }));
  if (waiting.length === 0) return inline(indexText.allStay(staying));
  const counts = { deferred: waiting.length, all: secondary.length, staying };
  if (policy === 'defer') return { deferred: waiting, reason: indexText.deferringAsked(counts), cost: null };
  if (size.rows === 0) return inline(indexText.noRows);
  const cost = estimateCost(definition, waiting, size, host);
  const { afterSeconds, inlineSeconds } = cost;
  const estimate = { rows: rowsOf(size), afterSeconds, inlineSeconds };
  if (afterSeconds >= inlineSeconds) return { deferred: [], reason: indexText.inlineFaster(estimate), cost };
  const indexBytes = cost.fitsPool ? null : cost.indexBytes;
  return {
    deferred: waiting,
    reason: indexText.deferringFaster({ ...counts, ...estimate, indexBytes }),
    cost,
  };
}

function inline(reason: string): IndexDecision {
  return { deferred: [], reason, cost: null };
}
