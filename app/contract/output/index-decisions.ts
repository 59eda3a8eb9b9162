import { formatCount } from '../quantities';
import type { LogRecord } from '../runs/run';

/** Decision of a load on the indexes of one table, as its log says. */
export interface IndexDecision {
  readonly table: string;
  /** Indexes that are built after the data, of those that the table has; null where all are kept up with each row. */
  readonly deferred: string | null;
  readonly rows: string;
  readonly afterData: string;
  readonly inline: string;
  /** The whole sentence. */
  readonly text: string;
}

/** A line of the log: a record, or the decisions about the indexes of several tables together. */
export type LogLine =
  | { readonly kind: 'record'; readonly record: LogRecord }
  | { readonly kind: 'indexes'; readonly at: number; readonly decisions: readonly IndexDecision[] };

/** The sentence of `decideIndexes` (app/target/indexes), which a load logs once per table. */
const SENTENCE =
  /^(?:Deferring (\d+ of \d+) index(?:es)?|Indexes inline): for ([\d,]+) rows?, about ((?:under )?[\d.,]+ s) to build after the data, ((?:under )?[\d.,]+ s) inline/;

/** Reads a decision out of a record; null for any other record. */
export function decisionOf({ text, table, level }: LogRecord): IndexDecision | null {
  const found = level === 'info' ? SENTENCE.exec(text) : null;
  if (found === null || table === undefined) return null;
  const [, deferred, rows = '', afterData = '', inline = ''] = found;
  const short = (time: string): string => time.replace('under ', '< ');
  return {
    table,
    deferred: deferred ?? null,
    rows,
    afterData: short(afterData),
    inline: short(inline),
    text,
  };
}

/** Returns what decisions about the indexes of several tables come to, for the catalogues of both faces. */
export function sumOfDecisions(decisions: readonly IndexDecision[]): string {
  const deferred = decisions.filter((decision) => decision.deferred !== null).length;
  const inline = decisions.length - deferred;
  return `Indexes of ${formatCount(decisions.length)} tables: ${formatCount(deferred)} built after the data, ${formatCount(inline)} inline`;
}

/** Says once, at the place of the first, what several records say of the indexes of their tables. Pure. */
export function foldDecisions(records: readonly LogRecord[]): readonly LogLine[] {
  const decisions = new Map<LogRecord, IndexDecision>();
  for (const record of records) {
    const decision = decisionOf(record);
    if (decision !== null) decisions.set(record, decision);
  }
  const [first] = decisions.keys();
  const isFolded = decisions.size > 1;
  return records.flatMap((record): readonly LogLine[] => {
    if (!isFolded || !decisions.has(record)) return [{ kind: 'record', record }];
    if (record !== first) return [];
    return [{ kind: 'indexes', at: record.at, decisions: [...decisions.values()] }];
  });
}
