import type { IndexLine } from '../../catalog/definition/definition';
import { quoteName } from '../../catalog/text/quote';
import { hasExpression, printedWith } from './deferrable';

/** Indexes that one statement builds; `statement` builds them together, `singly` one by one. */
export interface IndexBatch {
  readonly names: readonly string[];
  readonly statement: string;
  readonly singly: readonly string[];
}

/** Kind of indexes that one pass over the table can build together. */
type Pass = 'ordinary' | 'expression';

/**
 * Returns the builds of these indexes, in order. What the servers refuse to build together is separate (measured: error
 * 1846 for MySQL's expressions beside a unique or spatial index, 1795 and 1846 for a second full-text index), and
 * within a group of the definition no index overtakes another. INPLACE is specified, so that a server that would copy
 * the table refuses instead.
 *
 * @param table quoted
 */
export function buildBatches(table: string, indexes: readonly IndexLine[]): readonly IndexBatch[] {
  return bestPasses(indexes).map((lines) => ({
    names: lines.map(({ name }) => name),
    statement: addStatement(table, lines),
    singly: lines.map((line) => addStatement(table, [line])),
  }));
}

/** Since MySQL 5.6; before, adding a secondary index is fast without the word (MySQL 5.5 manual, "Fast Index Creation"). */
const IN_PLACE = ' /*!50600 , ALGORITHM=INPLACE */';

/**
 * Returns the statements that drop these indexes of an empty table, in the passes in which they are built later: where
 * one statement drops two full-text indexes, MySQL 9.7 keeps the tables of one in its dictionary for ever. INPLACE
 * keeps the hidden column of a full-text index, which saves a rebuild later.
 */
export function dropStatements(table: string, indexes: readonly IndexLine[]): readonly string[] {
  return bestPasses(indexes).map((lines) => {
    const drops = lines.map(({ name }) => `DROP KEY ${quoteName(name)}`);
    return `ALTER TABLE ${table} ${drops.join(', ')}${IN_PLACE}`;
  });
}

/** Returns one statement that adds definition lines. */
export function addStatement(table: string, lines: readonly { readonly text: string }[]): string {
  return `ALTER TABLE ${table} ${lines.map(({ text }) => `ADD ${text}`).join(', ')}${IN_PLACE}`;
}

function passOf(index: IndexLine): Pass {
  return hasExpression(index) ? 'expression' : 'ordinary';
}

/** Returns the shorter of both sequences of passes, one for each kind that it can begin with. */
function bestPasses(indexes: readonly IndexLine[]): readonly (readonly IndexLine[])[] {
  const ordinaryFirst = passes(indexes, 'ordinary');
  const expressionFirst = passes(indexes, 'expression');
  return expressionFirst.length < ordinaryFirst.length ? expressionFirst : ordinaryFirst;
}

/** Alternates between the kinds; each pass takes from the front of every group what fits its kind. */
function passes(indexes: readonly IndexLine[], first: Pass): readonly (readonly IndexLine[])[] {
  const rest = (['unique', 'plain', 'fulltext'] as const).map((group) =>
    indexes.filter((index) => printedWith(index) === group),
  );
  const batches: (readonly IndexLine[])[] = [];
  for (let pass = first; rest.some((group) => group.length > 0); pass = other(pass)) {
    const taken = rest.flatMap((group) => group.splice(0, fitting(group, pass)));
    if (taken.length > 0) batches.push(taken);
  }
  return batches;
}

function other(pass: Pass): Pass {
  return pass === 'ordinary' ? 'expression' : 'ordinary';
}

/** Returns how many of a group, from its front, fit a pass; one full-text index at a time. */
function fitting(group: readonly IndexLine[], pass: Pass): number {
  const end = group.findIndex((index) => passOf(index) !== pass);
  const together = end === -1 ? group.length : end;
  return group[0]?.kind === 'fulltext' ? Math.min(1, together) : together;
}
