import type { ControlSession } from '../catalog/session/control-session';
import { parseDefinition } from '../catalog/definition/definition';
import type { Failure } from '../contract/failure';
import type { Check } from '../contract/runs/result';
import type { Cancellation } from '../engine/cancellation';
import { messageOf } from '../engine/failures';
import {
  checkForeignKeys,
  orphanWarning,
  withKnownParents,
  type KnownTables,
  type KeyedTable,
  type CheckedKeys,
  type OrphanedKey,
} from '../target/tables/foreign-keys';
import { verifyFailures, verifyText } from '../text/verify';
import type { ComparedTable } from '../checksums/compare';
import type { PlacesVerdict } from '../checksums/places';

/** A compared table as it is on the server now. */
export interface ServerTable extends KeyedTable {
  readonly table: ComparedTable;
}

/** Checksum results of tables, by {@link placeOf}. */
export type ChecksumsByPlace = ReadonlyMap<string, PlacesVerdict>;

export type ProvedKeys = Pick<CheckedKeys<ServerTable>, 'check' | 'orphaned'>;

/** @param known all that are compared, where the server folds their names; else null */
export function serverTable(
  table: ComparedTable,
  definition: string,
  known: KnownTables | null,
): ServerTable {
  const { foreignKeys } = parseDefinition(definition);
  const there = { table, schema: table.schema, dump: { name: table.name }, foreignKeys };
  return known === null ? there : withKnownParents(there, known);
}

export function placeOf(schema: string, name: string): string {
  return `${schema}.${name}`;
}

/** Looks for rows without a parent. Returns null for a table without foreign keys. */
export async function proveKeys(
  session: ControlSession,
  table: ServerTable,
  cancellation: Cancellation,
): Promise<ProvedKeys | null> {
  return await checkForeignKeys(session, table).catch((error: unknown) => {
    // The search may be refused for another reason than a parent that can't be read.
    cancellation.throwIfCancelled();
    return { check: notProved(verifyText.foreignKeyNotProved(messageOf(error))), orphaned: [] };
  });
}

/** Returns the tables whose checksums show where an orphaned row comes from: its own, and its parent's. */
export function involvedTables(orphaned: readonly OrphanedKey<ServerTable>[]): ReadonlySet<string> {
  return new Set(orphaned.flatMap(({ table, foreignKey }) => placesOf(table, [foreignKey])));
}

function placesOf({ schema, dump }: ServerTable, keys: ServerTable['foreignKeys']): readonly string[] {
  const parents = keys.map(({ parentSchema, parentTable }) => placeOf(parentSchema ?? schema, parentTable));
  return [placeOf(schema, dump.name), ...parents];
}

/**
 * Judges orphaned rows: they come from the source where the rows of both tables are the dumped ones; else a value was
 * changed.
 */
export function judgeOrphaned(
  { check, orphaned }: ProvedKeys,
  checksums: ChecksumsByPlace,
): { readonly check: Check; readonly warnings: readonly Failure[] } {
  if (orphaned.length === 0) return { check, warnings: [] };
  const wasChanged = orphaned.some(({ table, foreignKey }) =>
    placesOf(table, [foreignKey]).some((place) => (checksums.get(place)?.failures.length ?? 0) > 0),
  );
  return wasChanged
    ? { check: { ...check, state: 'failed' }, warnings: [] }
    : { check, warnings: orphaned.map((key) => warningOf(key, checksums)) };
}

function warningOf(key: OrphanedKey<ServerTable>, checksums: ChecksumsByPlace): Failure {
  const warning = orphanWarning(key);
  const isProved = placesOf(key.table, [key.foreignKey]).every((place) => isEqual(checksums.get(place)));
  if (isProved) return warning;
  const { table, statement } = warning;
  const foreignKey = key.foreignKey.name;
  return verifyFailures.orphansOfUnknownOrigin({ foreignKey }, { table, statement }).failure;
}

/**
 * Judges foreign keys by the checksums of a table and its parents, which are equal only if no row has lost its parent.
 * Returns null without foreign keys.
 */
export function keysByChecksums(table: ServerTable, checksums: ChecksumsByPlace): Check | null {
  if (table.foreignKeys.length === 0) return null;
  const isProved = placesOf(table, table.foreignKeys).every((place) => isEqual(checksums.get(place)));
  if (!isProved) return notProved(verifyText.rowsNotAllProved);
  return { kind: 'foreign-keys', state: 'ok', detail: verifyText.noParentLost };
}

function isEqual(verdict: PlacesVerdict | undefined): boolean {
  return verdict?.checks[0]?.state === 'ok';
}

function notProved(detail: string): Check {
  return { kind: 'foreign-keys', state: 'not-checked', detail };
}
