import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { Addon } from '../../engine/addon';
import type { EngineDumpTable, EngineKeyPart } from '../../engine/specs';
import { isKeyValue } from '../../checksums/key-values';
import type { Collations, CutKey, KeyRange } from './key-ranges';
import { migrateFailures } from '../../text/migrate/run';

type Conditions = Pick<Addon, 'keyCondition'>;

/** Number of ranges that a table's existing rows are cut into, per table and per partition; rows per range. */
const MAX_RANGES = 32;
const MIN_RANGES_OF_PARTITION = 4;
const MIN_ROWS = 500;

/** Reads the collations of a table's columns, by column name. */
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
 * Reads keys that cut a table, or a partition, into ranges of about equal size, in the key's order; none where it has few
 * rows.
 *
 * @param partitionCount number of the table's partitions
 */
export async function readCuts(
  session: ControlSession,
  engine: Conditions,
  part: EngineDumpTable,
  partitionCount: number,
): Promise<readonly CutKey[]> {
  const rows = Number(
    await session.scalar(`SELECT COUNT(*) FROM ${named(part)}${where(engine, part, null)}`),
  );
  const count = Math.max(MIN_RANGES_OF_PARTITION, Math.floor(MAX_RANGES / partitionCount));
  const step = Math.max(MIN_ROWS, Math.ceil(rows / count));
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
 * Checks that the other side has these cuts in the same order, so that each of its rows lies in one range: no row may be
 * both after a cut and before the previous cut.
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

/** Deletes the target's rows in a range. */
export async function deleteRange(
  session: ControlSession,
  engine: Conditions,
  part: EngineDumpTable,
  keyRange: KeyRange,
): Promise<void> {
  const [first] = part.key;
  const condition =
    keyRange.kind === 'keyless'
      ? `${quoteName(first?.column ?? '')} IS NULL`
      : engine.keyCondition(part.key, keyRange.within) || 'TRUE';
  await session.run(`DELETE FROM ${named(part)} WHERE ${condition}`);
}

function named({ schema, table, partition }: EngineDumpTable): string {
  return quoteTable(schema, table) + (partition === null ? '' : ` PARTITION (${quoteName(partition)})`);
}

function indexed(part: EngineDumpTable): string {
  return `${named(part)} FORCE INDEX (${quoteName(part.keyIndex ?? '')})`;
}

/** Returns the condition for rows that have a key, from `at` on. */
function where(engine: Conditions, { key }: EngineDumpTable, at: CutKey | null): string {
  const condition = engine.keyCondition(key, { at, before: null });
  return condition === '' ? '' : ` WHERE ${condition}`;
}

/** Returns the expression for a key column as the engine takes it: exact, bytes as hexadecimal digits. */
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
  throw migrateFailures.strangeKeyValue({ column, value }, { table: `${schema}.${table}` });
}
