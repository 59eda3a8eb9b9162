import type { ControlSession } from '../catalog/session/control-session';
import { readPrivileges } from '../catalog/rights/grants';
import { describeNeeds, missingNeeds, rightsLack } from '../catalog/rights/missing';
import { onTables, readingNeed, type Need, type ObjectKind } from '../catalog/rights/needs/needs';
import { SluiceError, type Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import { targetSchemaOf } from '../format/select';
import type { ObjectName } from '../target/objects/likeness';
import { kindsIn } from '../target/rights';
import type { DumpFolder, DumpSchema } from '../format/read/dump';

/** Parts of a dump that the account of a comparison can't read on the target. */
export interface UnreadableTarget {
  /** One for each schema, with the grants that help. */
  readonly warnings: readonly Failure[];
  /** Returns the missing rights for objects of a kind, as words; null where it can read them. */
  lackFor(schema: string, kind: ObjectName['kind'] | 'table'): string | null;
  /** Returns the missing rights for anything that a schema holds, as words; null where it can read all of it. */
  lackIn(schema: string): string | null;
}

/** Reads what the account may read of the target, so that hidden objects are not reported as missing. */
export async function readUnreadable(
  session: ControlSession,
  { schemas }: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): Promise<UnreadableTarget> {
  const privileges = await readPrivileges(session);
  const missing = new Map<string, readonly Need[]>();
  const warnings: Failure[] = [];
  for (const schema of schemas) {
    const target = targetSchemaOf(options, schema.name);
    const needs = [...kindsIn(schema)].flatMap((kind) => needsOf(session, schema, target, kind));
    missing.set(target, missingNeeds(needs, privileges));
    const lack = rightsLack(needs, session.server, privileges);
    if (lack === null) continue;
    const message = `This account can’t compare all of “${target}”: it lacks ${describeNeeds(lack.missing)}.`;
    const hint = [...lack.grants, 'Then run it again.', lack.hint].join(' ').trimEnd();
    warnings.push(new SluiceError('not-readable', message, { hint }).failure);
  }
  return {
    warnings,
    lackFor: (schema, kind) =>
      wordsOf((missing.get(schema) ?? []).filter((need) => need.for === WORDS[RIGHTS_OF[kind]])),
    lackIn: (schema) => wordsOf(missing.get(schema) ?? []),
  };
}

function wordsOf(missing: readonly Need[]): string | null {
  return missing.length === 0 ? null : describeNeeds(missing);
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

const RIGHTS_OF: Readonly<Record<ObjectName['kind'] | 'table', Exclude<ObjectKind, 'key'>>> = {
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

/** Kinds as {@link Need.for} names them. */
const WORDS: Readonly<Record<Exclude<ObjectKind, 'key'>, string>> = {
  table: 'tables',
  view: 'views',
  trigger: 'triggers',
  event: 'events',
  routine: 'texts of routines',
};
