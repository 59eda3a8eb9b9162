import type { Definition, IndexLine } from '../../catalog/definition/definition';
import type { LoadOptions } from '../../contract/runs/options';
import { formatBytes, formatCount } from '../../contract/quantities';
import { estimateCost, rowsOf, type IndexCost, type IndexHost, type TableSize } from './cost';
import { findWaiting, type StayingIndex } from './deferrable';

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
  if (secondary.length === 0) return inline('The table has no secondary index.');
  if (policy === 'inline') return inline('Indexes inline, as requested.');
  const { waiting, staying } = findWaiting(definition, host.vendor);
  const stay = staying.map(explainStay).join('; ');
  if (waiting.length === 0) return inline(`Indexes inline: ${stay}.`);
  const which = staying.length === 0 ? '' : ` (${stay})`;
  const count = `${waiting.length} of ${secondary.length} ${secondary.length === 1 ? 'index' : 'indexes'}`;
  if (policy === 'defer')
    return { deferred: waiting, reason: `Deferring ${count}, as requested${which}.`, cost: null };
  if (size.rows === 0) return inline('Indexes inline: there are no rows.');
  const cost = estimateCost(definition, waiting, size, host);
  const most = rowsOf(size);
  const rows = `${formatCount(most)} ${most === 1 ? 'row' : 'rows'}`;
  const compared = `about ${seconds(cost.afterSeconds)} to build after the data, ${seconds(cost.inlineSeconds)} inline`;
  if (cost.afterSeconds >= cost.inlineSeconds)
    return { deferred: [], reason: `Indexes inline: for ${rows}, ${compared}.`, cost };
  const pool = cost.fitsPool
    ? ''
    : `, because with about ${formatBytes(cost.indexBytes)} of indexes it outgrows the buffer pool`;
  return {
    deferred: waiting,
    reason: `Deferring ${count}: for ${rows}, ${compared}${pool}; their pages are full then${which}.`,
    cost,
  };
}

function inline(reason: string): IndexDecision {
  return { deferred: [], reason, cost: null };
}

function explainStay({ index, why }: StayingIndex): string {
  return `${index.name} stays, ${why}`;
}

function seconds(value: number): string {
  if (value < 0.005) return 'under 0.01 s';
  return `${value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')} s`;
}
