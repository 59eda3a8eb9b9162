import type { ControlSession } from '../catalog/control-session';
import { schemaExists } from '../catalog/schemas';
import { quoteName } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { DumpFolder } from '../format/reader';
import { assertNoReplica } from './replication';
import { targetSchemaOf } from './arrange';

/** Refuses a target that can't take the load, before anything on it is touched. */
export async function assertTargetReady(session: ControlSession): Promise<void> {
  const readOnly = await session.scalar('SELECT @@GLOBAL.read_only');
  if (readOnly !== '0' && readOnly !== 'OFF') {
    throw new SluiceError('target-read-only', 'The target is read-only (it may be a replica).');
  }
  await assertNoReplica(session);
}

/** What a load does with a schema that may be there already. */
export interface TargetSchema {
  readonly source: string;
  readonly target: string;
  readonly exists: boolean;
  /** Any table or view that is there; null where there is none. */
  readonly firstObject: string | null;
  /** Tables and views that are there under names that the dump has. */
  readonly clashes: ReadonlySet<string>;
}

/** Where every schema of the dump goes, and what is in the way; changes nothing. */
export async function findTargets(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<readonly TargetSchema[]> {
  const targets: TargetSchema[] = [];
  for (const { name, tables, views } of dump.schemas) {
    const target = targetSchemaOf(options, name);
    const exists = await schemaExists(session, target);
    const present = exists ? await objectNames(session, target) : [];
    const names = new Set([...tables, ...views].map((object) => object.name));
    const clashes = new Set(present.filter((object) => names.has(object)));
    targets.push({ source: name, target, exists, firstObject: present[0] ?? null, clashes });
  }
  return targets;
}

/**
 * Fails with `target-exists` under the policy `fail`, and with `usage` where two schemas would become one. A schema as
 * a whole goes into an empty one; tables that are asked for by name may come beside others.
 */
export function assertNothingInTheWay(
  targets: readonly TargetSchema[],
  dump: DumpFolder,
  { onExisting, selection }: LoadOptions,
): void {
  const byName = selection.include.every(({ kind }) => kind === 'table');
  for (const [index, { target, firstObject, clashes }] of targets.entries()) {
    const includesDdl = dump.schemas[index]?.document.includesDdl === true;
    const [clash = null] = clashes;
    const inTheWay = byName ? clash : firstObject;
    if (onExisting !== 'fail' || !includesDdl || inTheWay === null) continue;
    throw new SluiceError(
      'target-exists',
      `The schema “${target}” is already there and holds “${inTheWay}”.`,
    );
  }
  assertDistinct(targets);
}

/** A trigger's name is one for its whole schema: refuses those that another table's trigger has. */
export async function assertTriggersFree(
  session: ControlSession,
  targets: readonly TargetSchema[],
  { schemas }: DumpFolder,
): Promise<void> {
  for (const [index, { target, exists }] of targets.entries()) {
    const tables = schemas[index]?.tables ?? [];
    if (!exists || tables.every(({ document }) => document.triggers.length === 0)) continue;
    const rows = await session.rows(
      'SELECT TRIGGER_NAME AS name, EVENT_OBJECT_TABLE AS onTable FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?',
      [target],
    );
    for (const { name: table, document } of tables) {
      const taken = rows.find(
        ({ name, onTable }) => document.triggers.includes(name ?? '') && onTable !== table,
      );
      if (taken === undefined) continue;
      throw new SluiceError(
        'target-exists',
        `The trigger “${taken.name ?? ''}” is there already, on the table “${taken.onTable ?? ''}”.`,
        {
          table: `${target}.${table}`,
          hint: 'Leave the trigger out (--exclude-triggers), or drop that one.',
        },
      );
    }
  }
}

function assertDistinct(targets: readonly TargetSchema[]): void {
  const seen = new Set<string>();
  for (const { target } of targets) {
    if (seen.has(target))
      throw new SluiceError('usage', `Two schemas of the dump would both become “${target}”.`);
    seen.add(target);
  }
}

async function objectNames(session: ControlSession, schema: string): Promise<readonly string[]> {
  const rows = await session.rows(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY name',
    [schema],
  );
  return rows.map(({ name }) => name ?? '');
}

/** `CREATE DATABASE` of the dump under another name. */
export function renamedCreateSchema(statement: string, target: string): string {
  return statement.replace(
    /^(CREATE DATABASE (?:\/\*.*?\*\/ )?)`(?:[^`]|``)+`/,
    `$1${quoteName(target).replace(/\$/g, '$$$$')}`,
  );
}

/** Whether a statement of a schema's script makes a sequence: those run before the tables, all others after the rows. */
export function isSequenceStatement(statement: string): boolean {
  return /^(CREATE SEQUENCE|DO SETVAL\() ?/.test(statement);
}
