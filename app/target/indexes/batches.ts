import type { IndexLine } from '../../catalog/definition/definition';
import { quoteName } from '../../catalog/text/quote';
import { hasExpression, printedWith } from './deferrable';

/** Indexes that one statement builds; `statement` is their build, `singly` the same index by index. */
export interface IndexBatch {
  readonly names: readonly string[];
  readonly statement: string;
  readonly singly: readonly string[];
}

/** What one pass over the table can build together. */
type Pass = 'ordinary' | 'expression';

/**
 * The builds of these indexes, in order. What the servers refuse to do together is apart (measured: error 1846 for
 * MySQL's expressions beside a unique or spatial index, 1795 and 1846 for a second full-text index), and within a
 * group of the definition no index overtakes another. INPLACE is asked for, so that a server that would copy the table
 * refuses instead of doing so in silence.
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

/**
 * The statements that take these indexes off an empty table, in the passes in which they come back: where one statement
 * drops two full-text indexes, MySQL 9.7 forgets the tables of one in its dictionary for ever. INPLACE keeps the hidden
 * column of a full-text index, which spares a rebuild when the index comes back.
 */
export function dropStatements(table: string, indexes: readonly IndexLine[]): readonly string[] {
  return bestPasses(indexes).map((lines) => {
    const drops = lines.map(({ name }) => `DROP KEY ${quoteName(name)}`);
    return `ALTER TABLE ${table} ${drops.join(', ')}, ALGORITHM=INPLACE`;
  });
}

/** Puts definition lines back, in one statement. */
export function addStatement(table: string, lines: readonly { readonly text: string }[]): string {
  return `ALTER TABLE ${table} ${lines.map(({ text }) => `ADD ${text}`).join(', ')}, ALGORITHM=INPLACE`;
}

function passOf(index: IndexLine): Pass {
  return hasExpression(index) ? 'expression' : 'ordinary';
}

/** Whichever kind of pass it begins with, the fewer passes the better. */
function bestPasses(indexes: readonly IndexLine[]): readonly (readonly IndexLine[])[] {
  const ordinaryFirst = passes(indexes, 'ordinary');
  const expressionFirst = passes(indexes, 'expression');
  return expressionFirst.length < ordinaryFirst.length ? expressionFirst : ordinaryFirst;
}

/** Alternates between the kinds; each pass takes from every group what stands first there and goes with it. */
function passes(indexes: readonly IndexLine[], first: Pass): readonly (readonly IndexLine[])[] {
  const rest = (['unique', 'plain', 'fulltext'] as const).map((group) =>
    indexes.filter((index) => printedWith(index) === group),
  );
  const made: (readonly IndexLine[])[] = [];
  for (let pass = first; rest.some((group) => group.length > 0); pass = other(pass)) {
    const taken = rest.flatMap((group) => group.splice(0, fitting(group, pass)));
    if (taken.length > 0) made.push(taken);
  }
  return made;
}

function other(pass: Pass): Pass {
  return pass === 'ordinary' ? 'expression' : 'ordinary';
}

/** How many of a group, from its front, go into a pass; one full-text index at a time. */
function fitting(group: readonly IndexLine[], pass: Pass): number {
  const end = group.findIndex((index) => passOf(index) !== pass);
  const together = end === -1 ? group.length : end;
  return group[0]?.kind === 'fulltext' ? Math.min(1, together) : together;
}
