import { withoutLiterals, type Definition, type IndexLine } from '../../catalog/definition/definition';
import { quoteName } from '../../catalog/text/quote';
import type { Vendor } from '../../contract/connections/connection';
import type { ReasonToStay } from '../../text/target/indexes';

/** An index that must exist before the rows, and the reason. */
export interface StayingIndex {
  readonly index: IndexLine;
  readonly why: ReasonToStay;
}

export interface Waiting {
  /** Deferrable lines as printed. */
  readonly waiting: readonly IndexLine[];
  /** Indexes that must stay, without the primary key. */
  readonly staying: readonly StayingIndex[];
}

/**
 * Finds the secondary indexes that can be dropped from an empty table and added by INPLACE, so that the definition is
 * byte for byte the same and the rows are stored in the same order. Each rule was tried on MySQL 9.7 and MariaDB 10.11.
 */
export function findWaiting(definition: Definition, vendor: Vendor): Waiting {
  const secondary = definition.indexes.filter(({ kind }) => kind !== 'primary');
  const waiting: IndexLine[] = [];
  const staying: StayingIndex[] = [];
  // The servers print unique keys, then plain ones, then full-text ones, each group in the order of creation: what is
  // put back stands behind what stayed, so within a group only those that are printed last can wait.
  for (const group of ['unique', 'plain', 'fulltext'] as const) {
    const printed = secondary.filter((index) => printedWith(index) === group);
    const reasons = printed.map((index) => reasonToStay(index, definition, vendor));
    const last = reasons.reduce<number>((found, reason, at) => (reason === null ? found : at), -1);
    for (const [at, index] of printed.entries()) {
      if (at > last) waiting.push(index);
      else staying.push({ index, why: reasons[at] ?? 'order' });
    }
  }
  return { waiting, staying };
}

/** Returns the group in which an index is printed: spatial indexes are printed among the plain ones. */
export function printedWith({ kind }: IndexLine): 'unique' | 'plain' | 'fulltext' | 'primary' {
  return kind === 'spatial' ? 'plain' : kind;
}

/**
 * Returns true for an index with a part that MySQL keeps as a hidden virtual column: a functional or multi-valued
 * index.
 */
export function hasExpression({ columns }: IndexLine): boolean {
  return columns.length === 0;
}

function reasonToStay(index: IndexLine, definition: Definition, vendor: Vendor): ReasonToStay | null {
  const options = withoutLiterals(definition.options);
  if (!/ENGINE=InnoDB\b/.test(options)) return 'engine';
  if (vendor === 'mariadb' && definition.indexes.some(forcesCopy)) return 'copiedTable';
  if (vendor === 'mysql' && hasRewrittenLiterals(definition)) return 'literals';
  const [first] = index.columns;
  if (first !== undefined && carriesCounter(first, definition)) return 'counter';
  if (index.kind === 'fulltext' && vendor === 'mariadb' && options.includes('WITH SYSTEM VERSIONING'))
    return 'fulltextWithHistory';
  if (index.kind === 'unique') return reasonOfUnique(index, definition, vendor, options);
  if (vendor === 'mysql' && hasExpression(index) && options.includes('PARTITION BY'))
    return 'expressionOfPartitions';
  return null;
}

/**
 * Returns whether any ALTER TABLE may change the table's expressions: of a table whose default character set has no
 * one-byte characters, MySQL writes `_utf8mb4'😀'` of a CHECK, a generated column or a default as `_utf32 0x0001F600`
 * (measured on 9.7.4, also with an index that is added in place).
 */
function hasRewrittenLiterals({ columns, others, indexes, options }: Definition): boolean {
  if (!/CHARSET=(?:utf32|utf16|utf16le|ucs2)\b/.test(options)) return false;
  const texts = [...columns, ...others, ...indexes.map(({ text }) => text)];
  return texts.some((text) => /\b_[a-z0-9]+ ?(?:'|0x)/.test(text));
}

function reasonOfUnique(
  index: IndexLine,
  { indexes }: Definition,
  vendor: Vendor,
  options: string,
): ReasonToStay | null {
  if (!indexes.some(({ kind }) => kind === 'primary')) return 'orderOfRows';
  if (vendor === 'mysql') return hasExpression(index) ? 'uniqueExpression' : null;
  if (options.includes('WITH SYSTEM VERSIONING')) return 'uniqueWithHistory';
  return null;
}

/**
 * Returns whether an index can be added by a copy of the table only: MariaDB's unique hash on a hidden column, and its
 * indexes over a period.
 */
function forcesCopy(index: IndexLine): boolean {
  return (
    hasExpression(index) || (index.kind === 'unique' && withoutLiterals(index.text).includes('USING HASH'))
  );
}

/** Returns whether a column is AUTO_INCREMENT: it must be the first column of some index at any time. */
function carriesCounter(column: string, { columns }: Definition): boolean {
  const line = columns.find((text) => text.startsWith(`${quoteName(column)} `));
  return line !== undefined && / AUTO_INCREMENT\b/.test(withoutLiterals(line));
}
