import type { ControlSession } from '../../catalog/session/control-session';
import type { Row } from '../../catalog/session/row';
import { isProgram, programBody } from '../../catalog/definition/program-body';
import type { StoredObject } from '../../catalog/objects/objects';
import { groupBy } from '../../catalog/collections/group-by';
import { modesInEffect } from '../../target/convert/modes';
import { normalizedColumn } from '../../target/normalized/column';
import { piecesOf } from '../../target/normalized/pieces';

/** Normalized views, routines, triggers and events by kind and name, each as sentences that both vendors share. */
export type NormalizedStored = ReadonlyMap<string, ReadonlySet<string>>;

/** Context in which definitions are read, and how they read on the target. */
export interface Reading {
  /** The schema's views and programs, as SHOW CREATE prints them. */
  readonly objects: readonly StoredObject[];
  /** Returns the target's collation; null for the target's own default. */
  readonly targetCollation: (collation: string) => string | null;
  /** Returns the body of a program with this sql_mode on the target. */
  readonly targetBody: (body: string, modes: string) => string;
  /** Returns the definer on the target; null where it is not compared. */
  readonly definerOf: (definer: string) => string | null;
}

/**
 * Reads all views, routines, triggers and events of a schema with everything on which their behaviour depends and that
 * both vendors know: bodies byte for byte but for a semicolon at the end, parameters, modes, privileges, order, times. A
 * view's query is not included: each vendor prints it in its own words.
 */
export async function readNormalizedStored(
  session: ControlSession,
  schema: string,
  reading: Reading,
): Promise<NormalizedStored> {
  const [views, columns, routines, parameters, triggers, events] = [
    await session.rows(VIEWS, [schema]),
    await session.rows(VIEW_COLUMNS, [schema, schema]),
    await session.rows(ROUTINES, [schema]),
    await session.rows(PARAMETERS, [schema]),
    await session.rows(TRIGGERS, [schema]),
    await session.rows(EVENTS, [schema]),
  ];
  const columnsOf = groupBy(columns, ({ t }) => t ?? '');
  const parametersOf = groupBy(parameters, ({ kind, routine }) => `${kind ?? ''} ${routine ?? ''}`);
  const definerOf = ({ definer }: Row): readonly string[] => {
    const known = reading.definerOf(definer ?? '');
    return known === null ? [] : [`definer ${known}`];
  };
  const defined = new Map(reading.objects.map((object) => [storedKey(object.kind, object.name), object]));
  const own = (key: string, row: Row): readonly string[] => [
    ...definerOf(row),
    ...(row.mode === undefined ? [] : [`sql_mode ${modesOf(row.mode ?? '')}`]),
    ...ofDefinition(defined.get(key), reading),
  ];
  return new Map([
    ...views.map(
      (row) =>
        [
          keyOf('view', row),
          new Set([
            ...own(keyOf('view', row), row),
            ...presentFacts(row, ['security', 'checked']),
            `columns ${(columnsOf.get(row.name ?? '') ?? []).map(({ name }) => name).join(', ')}`,
          ]),
        ] as const,
    ),
    ...routines.map(
      (row) =>
        [
          keyOf(row.kind ?? '', row),
          new Set([
            ...own(keyOf(row.kind ?? '', row), row),
            ...presentFacts(row, ['is_deterministic', 'access', 'security', 'comment']),
            ...(parametersOf.get(`${row.kind ?? ''} ${row.name ?? ''}`) ?? []).flatMap((one) =>
              ofParameter(one, reading),
            ),
          ]),
        ] as const,
    ),
    ...triggers.map(
      (row) =>
        [
          keyOf('trigger', row),
          new Set([...own(keyOf('trigger', row), row), ...presentFacts(row, ['event', 'timing'])]),
        ] as const,
    ),
    ...events.map(
      (row) =>
        [
          keyOf('event', row),
          new Set([
            ...own(keyOf('event', row), row),
            ...presentFacts(row, ['at', 'every', 'unit', 'starts', 'ends', 'completion', 'zone', 'comment']),
            `status ${(row.status ?? '').replace('REPLICA_SIDE_', 'SLAVESIDE_')}`,
          ]),
        ] as const,
    ),
  ]);
}

const VIEWS = `SELECT TABLE_NAME AS name, DEFINER AS definer, SECURITY_TYPE AS security, CHECK_OPTION AS checked
  FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?`;
const VIEW_COLUMNS = `SELECT c.TABLE_NAME AS t, c.COLUMN_NAME AS name FROM information_schema.COLUMNS AS c
  WHERE c.TABLE_SCHEMA = ?
    AND c.TABLE_NAME IN (SELECT v.TABLE_NAME FROM information_schema.VIEWS AS v WHERE v.TABLE_SCHEMA = ?) ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION`;
const ROUTINES = `SELECT LOWER(ROUTINE_TYPE) AS kind, ROUTINE_NAME AS name, DEFINER AS definer,
  SQL_MODE AS mode, IS_DETERMINISTIC AS is_deterministic, SQL_DATA_ACCESS AS access, SECURITY_TYPE AS security,
  ROUTINE_COMMENT AS comment FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?`;
const PARAMETERS = `SELECT LOWER(ROUTINE_TYPE) AS kind, SPECIFIC_NAME AS routine, ORDINAL_POSITION AS position,
  PARAMETER_MODE AS direction, PARAMETER_NAME AS name, DTD_IDENTIFIER AS type, COLLATION_NAME AS collation
  FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA = ?`;
const TRIGGERS = `SELECT TRIGGER_NAME AS name, DEFINER AS definer, SQL_MODE AS mode,
  EVENT_MANIPULATION AS event, ACTION_TIMING AS timing FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ?`;
const EVENTS = `SELECT EVENT_NAME AS name, DEFINER AS definer, SQL_MODE AS mode, STATUS AS status,
  EXECUTE_AT AS at, INTERVAL_VALUE AS every, INTERVAL_FIELD AS unit, STARTS AS starts, ENDS AS ends,
  ON_COMPLETION AS completion, TIME_ZONE AS zone, EVENT_COMMENT AS comment
  FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?`;

function keyOf(kind: string, { name }: Row): string {
  return storedKey(kind, name ?? '');
}

/** Returns the key of a stored object: its name ignores case. */
export function storedKey(kind: string, name: string): string {
  return `${kind} ${name.toLowerCase()}`;
}

/** The one algorithm that changes what a view can do. MERGE becomes UNDEFINED by rules in which the vendors differ. */
const MATERIALIZED = /^CREATE\s+(?:OR REPLACE\s+)?ALGORITHM=TEMPTABLE\s/;

/** Returns the meaning of what only SHOW CREATE prints of an object, or prints byte for byte. */
function ofDefinition(object: StoredObject | undefined, reading: Reading): readonly string[] {
  if (object === undefined) return [];
  const { kind, definition, context } = object;
  if (kind === 'view') return MATERIALIZED.test(definition) ? ['algorithm TEMPTABLE'] : [];
  if (!isProgram(kind)) return [];
  const body = withoutEnd(programBody(kind, definition));
  return [`body ${reading.targetBody(body, context.sqlMode)}`];
}

/** MySQL keeps the semicolon behind a body that came among several statements; MariaDB doesn't (measured). */
function withoutEnd(body: string): string {
  return body.replace(/\s*;\s*$/, '');
}

function presentFacts(row: Row, facts: readonly string[]): readonly string[] {
  return facts.flatMap((fact) => (row[fact] == null ? [] : [`${fact} ${row[fact]}`]));
}

/**
 * Returns the modes that change what an object does, in one order. Servers that keep routines in the table mysql.proc call one of
 * them by that table's own word (MySQL 5.5 and every MariaDB, measured).
 */
function modesOf(modes: string): string {
  const known = modes
    .split(',')
    .filter((mode) => mode !== '')
    .map((mode) => (mode === 'INVALID_DATES' ? 'ALLOW_INVALID_DATES' : mode));
  return [...modesInEffect(known)].sort().join();
}

/**
 * Normalizes a parameter. A JSON parameter is what either vendor calls JSON: text on MariaDB, where a body can't tell
 * the difference.
 */
function ofParameter(
  { position, direction, name, type, collation }: Row,
  reading: Reading,
): readonly string[] {
  const { traits, isJson } = normalizedColumn(piecesOf(`\`p\` ${type ?? ''}`));
  const parameter = `parameter ${position ?? ''}`;
  const isText = isJson || (traits.includes('type longtext') && collation === 'utf8mb4_bin');
  const there = isText || collation == null ? null : reading.targetCollation(collation);
  return [
    `${parameter}: ${direction ?? ''} ${name ?? ''} ${isText ? 'text of JSON' : traits.join(' ')}`,
    ...(there === null ? [] : [`${parameter}: collation ${there}`]),
  ];
}
