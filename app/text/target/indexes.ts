import { counted } from '../../contract/language/counted';
import { formatBytes } from '../../contract/quantities';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

interface LostIndex {
  readonly name: string;
  /** Message of the server that could not read it. */
  readonly reason: string;
}

function lost({ name, reason }: LostIndex): string {
  return `The server lost the index “${name}” when it broke off while it built it: ${reason}.`;
}

/** Failures of indexes that were built after the rows. */
export const indexFailures = failures({
  rebuilt: {
    code: 'index-rebuilt',
    message: (index: LostIndex) => `${lost(index)} It was built again and can be read by.`,
  },
  stillLost: {
    code: 'definition-differs',
    message: ({ name, reason }: LostIndex) =>
      `The index “${name}” was built again, and still the server can’t read by it: ${reason}`,
    hint: ({ drop }: { readonly drop: string }) =>
      `Run ${drop}, then resume the load: it builds the index again.`,
  },
});

/** Reasons for which an index can’t be deferred, as ends of sentences. */
const reasonsToStay = {
  order: 'it is printed before one that stays',
  engine: 'only InnoDB builds an index without copying the table',
  copiedTable: 'with a unique hash or WITHOUT OVERLAPS the server changes the table by a copy only',
  literals: 'the server would write the literals of the table’s expressions in another character set',
  counter: 'AUTO_INCREMENT stands on it',
  fulltextWithHistory: 'a full-text index of a table that keeps its history can be added by a copy only',
  expressionOfPartitions: 'an expression of a partitioned table can be added by a copy only',
  orderOfRows: 'without a primary key a unique one may be what orders the rows',
  uniqueExpression: 'a unique expression can be added by a copy only',
  uniqueWithHistory: 'the table keeps its history',
} as const;

export type ReasonToStay = keyof typeof reasonsToStay;

/** An index that is not deferred. */
interface Staying {
  readonly name: string;
  readonly why: ReasonToStay;
}

/** Numbers of secondary indexes, and those that stay. */
interface Deferred {
  readonly deferred: number;
  readonly all: number;
  readonly staying: readonly Staying[];
}

/** Estimates for the indexes of a table. */
interface Estimate {
  readonly rows: number;
  readonly afterSeconds: number;
  readonly inlineSeconds: number;
}

function stays(staying: readonly Staying[]): string {
  return staying.map(({ name, why }) => `${name} stays, ${reasonsToStay[why]}`).join('; ');
}

function inBrackets(staying: readonly Staying[]): string {
  return staying.length === 0 ? '' : ` (${stays(staying)})`;
}

function countOf({ deferred, all }: Deferred): string {
  return `${deferred} of ${counted(all, 'index', 'indexes')}`;
}

function seconds(value: number): string {
  if (value < 0.005) return 'under 0.01 s';
  return `${value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')} s`;
}

function compared({ rows, afterSeconds, inlineSeconds }: Estimate): string {
  const size = counted(rows, 'row', 'rows');
  return `for ${size}, about ${seconds(afterSeconds)} to build after the data, ${seconds(inlineSeconds)} inline`;
}

/** Reasons for when indexes are built, and log lines about them. */
export const indexText = spoken({
  none: 'The table has no secondary index.',
  inlineAsked: 'Indexes inline, as requested.',
  allStay: (staying: readonly Staying[]) => `Indexes inline: ${stays(staying)}.`,
  deferringAsked: (indexes: Deferred) =>
    `Deferring ${countOf(indexes)}, as requested${inBrackets(indexes.staying)}.`,
  noRows: 'Indexes inline: there are no rows.',
  inlineFaster: (estimate: Estimate) => `Indexes inline: ${compared(estimate)}.`,
  /** `indexBytes`: size of the indexes where it is the reason; null where they fit the buffer pool. */
  deferringFaster: (values: Deferred & Estimate & { readonly indexBytes: number | null }) => {
    const pool =
      values.indexBytes === null
        ? ''
        : `, because with about ${formatBytes(values.indexBytes)} of indexes it outgrows the buffer pool`;
    return `Deferring ${countOf(values)}: ${compared(values)}${pool}; their pages are full then${inBrackets(values.staying)}.`;
  },
  /** Reasons for which an index must exist before the rows. */
  kept: 'The table already existed; its indexes stay.',
  rebuilding: (index: LostIndex) =>
    `${lost(index)} It is built again, for which the server copies the table.`,
});
