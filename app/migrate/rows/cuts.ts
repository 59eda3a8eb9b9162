import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import type { EngineDumpTable, EngineKeyPart } from '../../engine/specs';
import { isKeyValue } from '../../checksums/key-values';
import type { Collations, CutKey, KeyRange } from './key-ranges';

type Conditions = Pick<Addon, 'keyCondition'>;

/** Into how many stretches the rows that are there are cut, and each partition at least; how many rows one has. */
const MOST_STRETCHES = 32;
const STRETCHES_OF_PARTITION = 4;
const LEAST_ROWS = 500;

/** The collations of a table's columns, by their names. */
export async function readCollations(
  session: ControlSession,
  { schema, table }: Pick<EngineDumpTable, 'schema' | 'table'>,
): Promise<Collations> {
  const rows = await session.rows(
    `SELECT COLUMN_NAME AS name, COLLATION_NAME AS collation FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?`,
    [schema, table],
  );
  return new Map(rows.map(({ name, collation }) => [name ?? '', collation ?? null]));
}

/**
 * Keys of rows of a table, or of a partition, that cut it into about equal stretches, in the key's order; none where it
 * has few rows. `sections` is how many partitions the table has.
 */
export async function readCuts(
  session: ControlSession,
  engine: Conditions,
  part: EngineDumpTable,
  sections: number,
): Promise<readonly CutKey[]> {
  const rows = Number(
    await session.scalar(`SELECT COUNT(*) FROM ${named(part)}${where(engine, part, null)}`),
  );
  const most = Math.max(STRETCHES_OF_PARTITION, Math.floor(MOST_STRETCHES / sections));
  const step = Math.max(LEAST_ROWS, Math.ceil(rows / most));
  const values = part.key.map((key, at) => `${selected(part, key)} AS k${at}`).join(', ');
  const order = part.key.map(({ column, descending }) => quoteName(column) + (descending ? ' DESC' : ''));
  const cuts: CutKey[] = [];
  for (let at = step; at < rows; at += step) {
    const [row] = await session.rows(
      `SELECT ${values} FROM ${indexed(part)}${where(engine, part, cuts[cuts.length - 1] ?? null)} ORDER BY ${order.join(', ')} LIMIT 1 OFFSET ${step}`,
    );
    if (row === undefined) break;
    cuts.push(part.key.map((key, index) => soundValue(part, key, row[`k${index}`] ?? '')));
  }
  return cuts;
}

/**
 * Whether the other side has these cuts in the same order, so that each of its rows lies in one stretch: in two of them
 * would be a row behind a cut that is before the one before it, and of those there must be none.
 */
export async function areCutsInOrder(
  session: ControlSession,
  engine: Conditions,
  part: EngineDumpTable,
  cuts: readonly CutKey[],
): Promise<boolean> {
  for (const [at, cut] of cuts.slice(1).entries()) {
    const behind = engine.keyCondition(part.key, { at: cut, before: null });
    const ahead = engine.keyCondition(part.key, { at: null, before: cuts[at] ?? null });
    const found = await session.scalar(`SELECT 1 FROM ${indexed(part)} WHERE ${behind} AND ${ahead} LIMIT 1`);
    if (found !== null) return false;
  }
  return true;
}

/** Takes away what the target has in a stretch. */
export async function emptyStretch(
  session: ControlSession,
  engine: Conditions,
  part: EngineDumpTable,
  stretch: KeyRange,
): Promise<void> {
  const [first] = part.key;
  const condition =
    stretch.kind === 'keyless'
      ? `${quoteName(first?.column ?? '')} IS NULL`
      : engine.keyCondition(part.key, stretch.within) || 'TRUE';
  await session.run(`DELETE FROM ${named(part)} WHERE ${condition}`);
}

function named({ schema, table, partition }: EngineDumpTable): string {
  return quoteTable(schema, table) + (partition === null ? '' : ` PARTITION (${quoteName(partition)})`);
}

function indexed(part: EngineDumpTable): string {
  return `${named(part)} FORCE INDEX (${quoteName(part.keyIndex ?? '')})`;
}

/** Of the rows that have a key, from this one on. */
function where(engine: Conditions, { key }: EngineDumpTable, at: CutKey | null): string {
  const condition = engine.keyCondition(key, { at, before: null });
  return condition === '' ? '' : ` WHERE ${condition}`;
}

/** The value of a key's column as the engine takes it: exact, and of bytes their digits. */
function selected({ columns }: EngineDumpTable, { column, kind }: EngineKeyPart): string {
  const quoted = quoteName(column);
  if (kind === 'numbered') return `${quoted} + 0`;
  const select = columns.find(({ name }) => name === column)?.select ?? quoted;
  return kind === 'binary' || kind === 'encoded-text' ? `HEX(${select})` : select;
}

function soundValue(
  { schema, table }: EngineDumpTable,
  { column, kind }: EngineKeyPart,
  value: string,
): string {
  if (isKeyValue(kind, value)) return value;
  throw new SluiceError('internal', `A value of the key’s column “${column}” is read as “${value}”.`, {
    table: `${schema}.${table}`,
  });
}
