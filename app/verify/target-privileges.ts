import type { ControlSession } from '../catalog/session/control-session';
import { readPrivileges } from '../catalog/privileges/grants';
import { lackingOf, missingNeeds, privilegesLack } from '../catalog/privileges/missing';
import { onTables, readingNeed, type Need, type ObjectKind } from '../catalog/privileges/needs/needs';
import type { Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import { targetSchemaOf } from '../format/select';
import type { LackingPrivileges } from '../text/catalog/privileges';
import { verifyFailures } from '../text/verify';
import type { ObjectName } from '../target/objects/likeness';
import { kindsIn } from '../target/privileges';
import type { DumpFolder, DumpSchema } from '../format/read/dump';

/** Parts of a dump that the account of a comparison can't read on the target. */
export interface UnreadableTarget {
  /** One for each schema, with the grants that help. */
  readonly warnings: readonly Failure[];
  /** Returns the missing privileges for objects of a kind, grouped; null where it can read them. */
  lackFor(schema: string, kind: ObjectName['kind'] | 'table'): readonly LackingPrivileges[] | null;
  /** Returns the missing privileges for anything that a schema holds, grouped; null where it can read all of it. */
  lackIn(schema: string): readonly LackingPrivileges[] | null;
}

/** Reads what the account may read of the target, so that hidden objects are not reported as missing. */
export async function readUnreadable(
  session: ControlSession,
  { schemas }: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): Promise<UnreadableTarget> {
  const privileges = await readPrivileges(session);
  const missing = new Map<string, ReadonlyMap<ObjectKind, readonly Need[]>>();
  const warnings: Failure[] = [];
  for (const schema of schemas) {
    const target = targetSchemaOf(options, schema.name);
    const kinds = [...kindsIn(schema)];
    const needs = kinds.map((kind) => [kind, needsOf(session, schema, target, kind)] as const);
    missing.set(target, new Map(needs.map(([kind, own]) => [kind, missingNeeds(own, privileges)])));
    const lack = privilegesLack(
      needs.flatMap(([, own]) => own),
      session.server,
      privileges,
    );
    if (lack === null) continue;
    const { grants, idleRoles } = lack;
    const values = { schema: target, lacks: lackingOf(lack.missing), grants, idleRoles };
    warnings.push(verifyFailures.mayNotReadAll(values).failure);
  }
  return {
    warnings,
    lackFor: (schema, kind) => groupsOf(missing.get(schema)?.get(PRIVILEGES_OF[kind]) ?? []),
    lackIn: (schema) => groupsOf([...(missing.get(schema)?.values() ?? [])].flat()),
  };
}

function groupsOf(missing: readonly Need[]): readonly LackingPrivileges[] | null {
  return missing.length === 0 ? null : lackingOf(missing);
}

function needsOf(
  session: ControlSession,
  { tables, views }: DumpSchema,
  target: string,
  kind: ObjectKind,
): readonly Need[] {
  const names: Readonly<Partial<Record<ObjectKind, readonly string[]>>> = {
    table: tables.map(({ name }) => name),
    view: views.map(({ name }) => name),
    trigger: tables.filter(({ document }) => document.triggers.length > 0).map(({ name }) => name),
  };
  return onTables(readingNeed(session.server, target, kind), () => names[kind] ?? null);
}

const PRIVILEGES_OF: Readonly<Record<ObjectName['kind'] | 'table', Exclude<ObjectKind, 'key'>>> = {
  table: 'table',
  sequence: 'table',
  view: 'view',
  trigger: 'trigger',
  event: 'event',
  function: 'routine',
  procedure: 'routine',
  package: 'routine',
  library: 'routine',
};
