import type { ControlSession } from '../catalog/session/control-session';
import { schemaExists } from '../catalog/objects/schemas';
import { quoteName } from '../catalog/text/quote';
import type { LoadOptions } from '../contract/runs/options';
import { assertNoReplica } from './session/replication';
import { NameFolding } from '../catalog/server/name-folding';
import { targetSchemaOf } from '../format/select';
import { foreignTrigger, existingTable } from './existing/triggers';
import { hasJournal, JOURNAL_TABLE } from './journal/journal-table';
import {
  findNamesakes,
  dumpedObjects,
  readPresent,
  type Namesake,
  type PresentObject,
} from './names/namesakes';
import type { DumpFolder } from '../format/read/dump';
import type { TargetSchema, ForeignTrigger } from './target-schema';
import { preflightFailures } from '../text/target/preflight';

/** Refuses a target that can't take the load, before anything on it is changed. */
export async function assertTargetReady(session: ControlSession): Promise<void> {
  const readOnly = await session.scalar('SELECT @@GLOBAL.read_only');
  if (readOnly !== '0' && readOnly !== 'OFF') throw preflightFailures.readOnly();
  await assertNoReplica(session);
}

/**
 * Finds the target schema of every schema of the dump, and the objects in it that clash with the dump's. Changes
 * nothing.
 */
export async function findTargets(
  session: ControlSession,
  dump: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): Promise<readonly TargetSchema[]> {
  const folding = NameFolding.of(session.server);
  const targets: TargetSchema[] = [];
  for (const schema of dump.schemas) {
    const target = targetSchemaOf(options, schema.name);
    assertNamesFit([target, ...schema.tables.map(({ name }) => name)]);
    const exists = await schemaExists(session, target);
    const present = exists ? await withoutJournal(session, target) : [];
    const dumped = dumpedObjects(schema);
    await folding.learn(
      session,
      [...present, ...dumped].map(({ name }) => name),
    );
    const namesakes = findNamesakes(folding, dumped, present);
    const isTableLike = ({ kind }: PresentObject) =>
      kind === 'table' || kind === 'view' || kind === 'sequence';
    const tables = namesakes.filter((namesake) => isTableLike(namesake));
    targets.push({
      source: schema.name,
      target,
      exists,
      namesakes,
      firstObject: present.find(isTableLike)?.name ?? null,
      clashes: new Set(tables.map(({ name }) => name)),
      foreignTriggers: foreignTriggersAmong(present, namesakes),
    });
  }
  return targets;
}

/** Characters of a schema's or table's name on both vendors (manuals, "Identifier Length Limits", "Identifier Names"). */
const LONGEST_NAME = 64;

/** Refuses names that come from files or from renames, and that no server takes. */
function assertNamesFit(names: readonly string[]): void {
  const long = names.find((name) => Array.from(name).length > LONGEST_NAME);
  if (long !== undefined) throw preflightFailures.nameTooLong({ name: long, most: LONGEST_NAME });
}

/**
 * Lists the objects of a schema without a valid journal: other checks ask whose it is. A journal without a header is
 * dropped when a load begins.
 */
async function withoutJournal(session: ControlSession, schema: string): Promise<readonly PresentObject[]> {
  const present = await readPresent(session, schema);
  if (!present.some(({ name }) => name === JOURNAL_TABLE)) return present;
  return (await hasJournal(session, schema)) ? present.filter(({ name }) => name !== JOURNAL_TABLE) : present;
}

function foreignTriggersAmong(
  present: readonly PresentObject[],
  namesakes: readonly Namesake[],
): readonly ForeignTrigger[] {
  const tables = new Map(
    namesakes.filter(({ kind }) => kind === 'table').map(({ name, there }) => [there.name, name] as const),
  );
  const known = new Set(namesakes.filter(({ kind }) => kind === 'trigger').map(({ there }) => there.name));
  return present.flatMap(({ kind, name, table }) => {
    const dumped = tables.get(table ?? '');
    return kind !== 'trigger' || dumped === undefined || known.has(name) ? [] : [{ name, table: dumped }];
  });
}

/**
 * Fails with `target-exists` under the policy `fail`. A whole schema needs an empty one on the target; tables that are
 * selected by name may be added beside others.
 */
export function assertNoBlockers(
  targets: readonly TargetSchema[],
  dump: DumpFolder,
  { onExisting, selection }: LoadOptions,
): void {
  const byName = selection.include.every(({ kind }) => kind === 'table');
  for (const { source, target, firstObject, namesakes } of targets) {
    const includesDdl = dump.schemas.find(({ name }) => name === source)?.document.includesDdl === true;
    const [clash] = namesakes;
    const blocker = (byName ? null : firstObject) ?? clash?.there.name ?? null;
    if (onExisting !== 'fail' || !includesDdl || blocker === null) continue;
    throw preflightFailures.schemaExists(
      { schema: target, object: blocker },
      clash?.kind === 'trigger' ? { table: `${target}.${clash.table ?? ''}` } : {},
    );
  }
}

/** Refuses triggers whose names belong to another table's trigger: a trigger's name is unique within its schema. */
export function assertTriggersFree(targets: readonly TargetSchema[]): void {
  for (const { target, namesakes } of targets) {
    const taken = namesakes.find(
      ({ kind, table, there }) => kind === 'trigger' && there.table !== existingTable(namesakes, table ?? ''),
    );
    if (taken === undefined) continue;
    throw preflightFailures.triggerExists(
      { trigger: taken.there.name, on: taken.there.table ?? '' },
      { table: `${target}.${taken.table ?? ''}` },
    );
  }
}

/** Refuses to put rows into tables with triggers that the dump does not bring: each would fire for every row. */
export function assertNoForeignTriggers(
  targets: readonly TargetSchema[],
  { schemas }: DumpFolder,
  { onExisting }: Pick<LoadOptions, 'onExisting'>,
): void {
  for (const { source, target, foreignTriggers } of targets) {
    const tables = schemas.find(({ name }) => name === source)?.tables ?? [];
    const [foreign] = foreignTriggers.filter(({ table }) => {
      const document = tables.find(({ name }) => name === table)?.document;
      if (document?.includesData !== true || onExisting === 'skip') return false;
      return onExisting !== 'drop' || !document.includesDdl;
    });
    if (foreign !== undefined) throw foreignTrigger(target, foreign.table, foreign.name);
  }
}

/** Returns the dump's `CREATE DATABASE` statement with another name. */
export function renamedCreateSchema(statement: string, target: string): string {
  return statement.replace(
    /^(CREATE DATABASE (?:\/\*.*?\*\/ )?)`(?:[^`]|``)+`/,
    `$1${quoteName(target).replace(/\$/g, '$$$$')}`,
  );
}

/**
 * Returns whether a statement of a schema's script creates a sequence: those run before the tables, all others after
 * the rows.
 */
export function isSequenceStatement(statement: string): boolean {
  return /^(CREATE SEQUENCE|DO SETVAL\() ?/.test(statement);
}
