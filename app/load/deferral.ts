import type { Definition, IndexLine } from '../catalog/definition';
import { quoteName } from '../catalog/quote';

/** What is taken off an empty table and put back when its rows are in, and why the rest stays. */
export interface Deferral {
  readonly deferred: readonly IndexLine[];
  readonly reason: string;
}

const NOTHING = (reason: string): Deferral => ({ deferred: [], reason });

/**
 * Decides which indexes of a table wait. The decision keeps the order in which SHOW CREATE TABLE will print them,
 * so that the definition is the same to the byte afterwards.
 */
export function planDeferral(definition: Definition, policy: 'defer' | 'inline'): Deferral {
  if (policy === 'inline') return NOTHING('The indexes are built with the rows, as asked.');
  const { indexes } = definition;
  const secondary = indexes.filter(({ kind }) => kind !== 'primary');
  if (secondary.length === 0) return NOTHING('The table has no secondary index.');
  if (!indexes.some(({ kind }) => kind === 'primary')) {
    return NOTHING('Without a primary key, a unique index may be what orders the table.');
  }
  const staying = secondary.filter((index) => !mayWait(index, definition));
  // The servers print unique keys before plain ones, each group in the order of creation: a group waits as a
  // whole or not at all.
  const deferred = (['unique', 'plain'] as const).flatMap((kind) => {
    if (staying.some((index) => printedWith(index) === kind)) return [];
    return secondary.filter((index) => index.kind === kind);
  });
  if (deferred.length === 0) return NOTHING('Its indexes are of kinds that must be there before the rows.');
  return {
    deferred,
    reason: `${deferred.length} of ${secondary.length} secondary indexes are built in one pass when the rows are in.`,
  };
}

/** Spatial indexes are printed among the plain ones, full-text indexes after them. */
function printedWith({ kind }: IndexLine): 'unique' | 'plain' | 'other' {
  if (kind === 'unique') return 'unique';
  return kind === 'plain' || kind === 'spatial' ? 'plain' : 'other';
}

function mayWait(index: IndexLine, definition: Definition): boolean {
  if (index.kind !== 'unique' && index.kind !== 'plain') return false;
  const [first] = index.columns;
  // MySQL adds an expression as a hidden virtual column, which it refuses to combine with other changes (error 1846).
  if (first === undefined) return false;
  return !carriesCounter(first, definition);
}

/** An AUTO_INCREMENT column must be the first of some index at any time. */
function carriesCounter(column: string, { columns }: Definition): boolean {
  const line = columns.find((text) => text.startsWith(`${quoteName(column)} `));
  return line !== undefined && / AUTO_INCREMENT\b/.test(withoutLiterals(line));
}

/** Comments and defaults may contain any words. */
function withoutLiterals(line: string): string {
  return line.replace(/'(?:[^'\\]|\\.|'')*'/g, "''");
}

/** One statement that takes everything off at once; null where nothing is to go. */
export function dropStatement(table: string, names: readonly string[], clause: string): string | null {
  if (names.length === 0) return null;
  return `ALTER TABLE ${table} ${names.map((name) => `${clause} ${quoteName(name)}`).join(', ')}`;
}

/**
 * One statement that builds all deferred indexes in one scan. INPLACE is asked for, so that a server that would
 * copy the table refuses instead of doing so in silence.
 */
export function buildStatement(table: string, lines: readonly { readonly text: string }[]): string | null {
  if (lines.length === 0) return null;
  return `ALTER TABLE ${table} ${lines.map(({ text }) => `ADD ${text}`).join(', ')}, ALGORITHM=INPLACE`;
}
