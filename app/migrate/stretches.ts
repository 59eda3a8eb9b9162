import type { ControlSession } from '../catalog/control-session';
import { quoteName } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import type { EngineDumpTable, EngineKeyStretch } from '../engine/specs';
import { areEqual, NO_ROWS, together, type TableSum } from '../sums/sums';
import { quotedTarget, type Route } from './routes';

/**
 * A table that an earlier run has begun is compared in stretches of its key: what is the same on both sides stays, what
 * is not goes and comes again. So a table never holds rows of two snapshots, whatever was changed on either side.
 */

/** Into how many stretches the rows that are there are cut, and how many a stretch has at least. */
const MOST_STRETCHES = 32;
const LEAST_ROWS = 500;

/** How a key's values stand in statements. Only of these kinds both servers are sure to have one order. */
const SPELLINGS = {
  integer: {
    select: (column: string) => column,
    literal: (value: string) => value,
    isSound: (value: string) => /^-?\d+$/.test(value),
  },
  binary: {
    select: (column: string) => `HEX(${column})`,
    literal: (value: string) => `x'${value}'`,
    isSound: (value: string) => /^(?:[0-9A-F]{2})*$/i.test(value),
  },
} as const;
type Spelling = (typeof SPELLINGS)[keyof typeof SPELLINGS];

/** The one column that a table can be cut along. */
export interface CutColumn {
  readonly name: string;
  readonly spelling: Spelling;
}

/** The column along which both sides can be compared in stretches; null where the table is loaded from its first row. */
export function cutColumnOf({ prepared, parts }: Pick<Route, 'prepared' | 'parts'>): CutColumn | null {
  const [part, ...others] = parts;
  const [key, ...further] = part?.key ?? [];
  if (key === undefined || others.length + further.length > 0 || prepared.rowsThere !== null) return null;
  if (key.nullable || key.descending) return null;
  if (key.kind !== 'integer' && key.kind !== 'binary') return null;
  return { name: key.column, spelling: SPELLINGS[key.kind] };
}

/** Keys of rows of the target that cut it into about equal stretches; none where it has few rows. */
export async function readCuts(
  session: ControlSession,
  table: string,
  { name, spelling }: CutColumn,
): Promise<readonly string[]> {
  const rows = Number(await session.scalar(`SELECT COUNT(*) FROM ${table}`));
  const step = Math.max(LEAST_ROWS, Math.ceil(rows / MOST_STRETCHES));
  const column = quoteName(name);
  const cuts: string[] = [];
  for (let at = step; at < rows; at += step) {
    const before = cuts[cuts.length - 1];
    const from = before === undefined ? '' : ` WHERE ${column} >= ${spelling.literal(before)}`;
    const cut = await session.scalar(
      `SELECT ${spelling.select(column)} FROM ${table}${from} ORDER BY ${column} LIMIT 1 OFFSET ${step}`,
    );
    if (cut === null) break;
    if (!spelling.isSound(cut))
      throw new SluiceError('internal', `A key of ${table} is read as “${cut}”.`, { table });
    cuts.push(cut);
  }
  return cuts;
}

/** The stretches between the cuts, and those before the first and behind the last one: together all rows. Pure. */
export function stretchesBetween(cuts: readonly string[]): readonly EngineKeyStretch[] {
  return [null, ...cuts].map((at, index) => {
    const before = cuts[index];
    return { at: at === null ? null : [at], before: before === undefined ? null : [before] };
  });
}

/** A stretch with what both sides hold in it; `source` is null where that was not read. */
export interface ComparedStretch {
  readonly within: EngineKeyStretch;
  readonly source: TableSum | null;
  readonly target: TableSum;
}

export interface DividedTable {
  /** The source's rows in the stretches that are the same on both sides. */
  readonly kept: TableSum;
  /** The others, those beside each other as one. */
  readonly again: readonly EngineKeyStretch[];
}

/** Pure. */
export function divided(stretches: readonly ComparedStretch[]): DividedTable {
  let kept = NO_ROWS;
  const again: EngineKeyStretch[] = [];
  let isBeside = false;
  for (const { within, source, target } of stretches) {
    const isKept = source !== null && areEqual(source, target);
    if (isKept) kept = together(kept, source);
    else if (isBeside) again.push({ at: again.pop()?.at ?? null, before: within.before });
    else again.push(within);
    isBeside = !isKept;
  }
  return { kept, again };
}

/** The part of the table that lies in the stretch, as a data set of its own. */
export function partWithin(part: EngineDumpTable, within: EngineKeyStretch, id: number): EngineDumpTable {
  // The target's journal knows what came by this name.
  return { ...part, id, within, basename: `${part.basename}~${id}` };
}

/** Takes away what the target has in a stretch. */
export async function emptyStretch(
  session: ControlSession,
  route: Pick<Route, 'prepared'>,
  { name, spelling }: CutColumn,
  { at, before }: EngineKeyStretch,
): Promise<void> {
  const column = quoteName(name);
  const bounds = [
    ...(at?.[0] === undefined ? [] : [`${column} >= ${spelling.literal(at[0])}`]),
    ...(before?.[0] === undefined ? [] : [`${column} < ${spelling.literal(before[0])}`]),
  ];
  await session.run(`DELETE FROM ${quotedTarget(route)} WHERE ${bounds.join(' AND ') || 'TRUE'}`);
}
