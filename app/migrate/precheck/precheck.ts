import type { ControlSession } from '../../catalog/session/control-session';
import { quoteTable } from '../../catalog/text/quote';
import type { StoredObject } from '../../catalog/objects/objects';
import type { Failure } from '../../contract/failure';
import {
  remedyOf,
  type ConvertedDefinition,
  type MigrateOptions,
  type MigrationFinding,
} from '../../contract/runs/migrate';
import type { SchemaPlan } from '../../source/definitions/definitions';
import { namesOf as accountNames } from '../../format/sql/accounts-script';
import { newNameOf, targetSchemaOf } from '../../format/select';
import { carryAccounts } from '../../target/accounts/convert/carry';
import { otherDefaults } from '../../target/convert/default-collations';
import { convertDump } from '../../target/convert/dump';
import type { SourceCatalog } from '../../source/live/read-source';
import { judgeDefinition } from './tables/definitions';
import { readServerSide, type ServerSide } from './facts';
import { findEmptyGeometries } from './tables/empty-geometries';
import { judgeForeignKeys } from './tables/foreign-keys';
import { judgeFunctions, type CallingText } from './functions';
import { judgeKinds, judgeLibraries, judgeTable } from './objects';
import { judgeParameters, readTextParameters } from './parameters';
import { judgeDefiners, judgeObjectPrivileges, type MovedObjects } from './privileges';
import { judgeServers, type MovedTable } from './servers';
import { judgeReferences } from './tables/spatial';
import { readReferences } from '../../catalog/objects/spatial-references';
import { judgeStorage } from './tables/storage';
import { judgeWords } from './words';
import type { DumpFolder } from '../../format/read/dump';
import type { Conversion } from '../../target/convert/conversion';
import { migrateFailures } from '../../text/migrate/run';

export interface Checked {
  /** Dump in the target's form. */
  readonly dump: DumpFolder;
  readonly findings: readonly MigrationFinding[];
  readonly definitions: readonly ConvertedDefinition[];
  /** Conversion from the source's form to the target's. */
  readonly conversion: Conversion;
}

/** Checks everything that will be migrated; changes nothing on either server. */
export async function precheck(
  { dump, plans, definitions }: SourceCatalog,
  source: ControlSession,
  target: ControlSession,
  options: MigrateOptions,
): Promise<Checked> {
  const [from, to] = [await readServerSide(source), await readServerSide(target)];
  const fixes = new Set(options.fixes);
  const carried = await carryAccounts(dump, from.vendor, target);
  const there = withAccounts(to, carried.dump);
  const text = new Map(
    definitions.map(({ schema, table, createTable }) => [quoteTable(schema, table), createTable]),
  );
  const findings: MigrationFinding[] = [
    ...judgeServers(from, to, {
      targetSchemas: plans.map(({ schema }) => targetSchemaOf(options, schema)),
      tables: plans.flatMap(({ schema, tables, views }) => [
        ...tables.map(({ facts: { name } }) =>
          movedTable(schema, name, options, newNameOf(options.tableRenames, schema, name)),
        ),
        ...views.map(({ name }) => movedTable(schema, name, options)),
      ]),
      bytes: plans.reduce(
        (sum, { tables }) => sum + tables.reduce((own, { facts }) => own + facts.dataBytes, 0),
        0,
      ),
    }),
  ];
  const tablesWith = (plan: SchemaPlan) =>
    plan.tables.map(({ facts }) => ({
      facts,
      createTable: text.get(quoteTable(plan.schema, facts.name)) ?? '',
    }));
  // Existing tables keep their own definitions where rows alone are moved.
  const defined = options.selection.content === 'data' ? [] : plans;
  findings.push(...judgeForeignKeys(defined.flatMap(tablesWith), to));
  for (const plan of defined) {
    const { schema, views, triggers, objects, sequences } = plan;
    for (const { facts, createTable } of tablesWith(plan)) {
      findings.push(
        ...judgeTable({ facts, createTable }, from, to, fixes),
        ...judgeStorage(facts, createTable, from, to),
        ...(from.vendor === to.vendor ? [] : judgeDefinition(facts, createTable, to)),
      );
    }
    const moved = movedOf(plan, targetSchemaOf(options, schema), text);
    findings.push(
      ...judgeObjectPrivileges(moved, to),
      ...judgeDefiners(schema, [...views, ...triggers, ...objects], there),
      ...judgeWords(namesOf(plan), from.vendor, to.vendor),
      ...judgeLibraries(plan, to),
    );
    if (from.vendor === 'mariadb') {
      const own = new Set(plan.tables.map(({ facts }) => facts.name));
      findings.push(...judgeReferences(schema, await readReferences(source, schema), own));
    }
    findings.push(...judgeKinds(schema, { objects, sequences }, to));
    const routines = new Set(objects.map(({ name }) => name));
    const texts = (await readTextParameters(source, schema)).filter(({ routine }) => routines.has(routine));
    findings.push(...judgeParameters(schema, texts, from, to));
  }
  if (from.vendor === 'mariadb' && options.selection.content !== 'structure')
    for (const table of plans.flatMap(({ tables }) => tables))
      findings.push(...(await findEmptyGeometries(source, table)));
  if (source.server.version !== target.server.version)
    findings.push(
      ...(await judgeFunctions(
        defined.flatMap((plan) => callsOf(plan, text)),
        source,
        target,
      )),
    );
  findings.push(...carried.findings);
  const conversion: Conversion = {
    source: from,
    target: to,
    collations: to.collations,
    defaults: otherDefaults(from.defaultCollations, to.defaultCollations),
    fixes,
  };
  const converted = await convertDump(carried.dump, conversion);
  const isDefining = options.selection.content !== 'data';
  return {
    dump: converted.dump,
    findings: isDefining ? [...findings, ...converted.findings] : findings,
    definitions: isDefining ? converted.definitions : [],
    conversion,
  };
}

function movedTable(schema: string, name: string, options: MigrateOptions, newName = name): MovedTable {
  return { source: `${schema}.${name}`, target: `${targetSchemaOf(options, schema)}.${newName}` };
}

/** Returns the target with the migrated accounts: an object may run with the privileges of one of them. */
function withAccounts({ accounts, ...side }: ServerSide, { manifest }: DumpFolder): ServerSide {
  const come = (manifest.users ?? []).map((account) => accountNames(account).name);
  return { ...side, accounts: accounts && new Set([...accounts, ...come]) };
}

function movedOf(
  { schema, tables, views, triggers, objects }: SchemaPlan,
  target: string,
  text: ReadonlyMap<string, string>,
): MovedObjects {
  const foreignKeys = tables.filter(({ facts }) =>
    /\bFOREIGN KEY\b/.test(text.get(quoteTable(schema, facts.name)) ?? ''),
  );
  const events = objects.filter(({ kind }) => kind === 'event').length;
  return {
    schema,
    target,
    events,
    foreignKeys: foreignKeys.length,
    views: views.length,
    routines: objects.length - events,
    triggers: triggers.length,
  };
}

/** Returns the texts of a schema that may call functions. Its own stored functions are not the target's. */
function callsOf(
  { schema, tables, views, triggers, objects }: SchemaPlan,
  text: ReadonlyMap<string, string>,
): readonly CallingText[] {
  const own = new Set(objects.map(({ name }) => name.toLowerCase()));
  const called = ({ name, definition }: StoredObject, severity: CallingText['severity']) => ({
    object: `${schema}.${name}`,
    sql: definition,
    severity,
    own,
  });
  return [
    ...tables.map(({ facts: { name } }) => ({
      object: `${schema}.${name}`,
      sql: text.get(quoteTable(schema, name)) ?? '',
      severity: 'blocks' as const,
      own,
    })),
    ...views.map((view) => called(view, 'blocks')),
    ...[...triggers, ...objects].map((object) => called(object, 'warns')),
  ];
}

/** Returns the names that statements of applications use. */
function namesOf({ schema, tables, views, objects }: SchemaPlan) {
  const named = (name: string) => ({ object: `${schema}.${name}`, name });
  return [
    { object: schema, name: schema },
    ...tables.flatMap(({ facts }) => [
      named(facts.name),
      ...facts.columns.map(({ name }) => ({ object: `${schema}.${facts.name}.${name}`, name })),
    ]),
    ...views.map(({ name }) => named(name)),
    ...objects.map(({ name }) => named(name)),
  ];
}

/** Fails with `migration-refused` for the first blocker, and says how many there are. */
export function assertNothingBlocks(findings: readonly MigrationFinding[]): void {
  const blocks = findings.filter(({ severity }) => severity === 'blocks');
  const [first] = blocks;
  if (first === undefined) return;
  const { object, why } = first;
  throw migrateFailures.blocked({ object, why, others: blocks.length - 1 }, placeAndHintOf(first));
}

/** Returns whether it names an object in a schema, not a server or a whole schema. */
function isPlace(object: string): boolean {
  return /^[^ ]+\.[^ ]+$/.test(object);
}

function placeAndHintOf(finding: MigrationFinding): Partial<Pick<Failure, 'table' | 'hint'>> {
  const hint = remedyOf(finding);
  return {
    ...(isPlace(finding.object) && { table: finding.object }),
    ...(hint !== undefined && { hint }),
  };
}

/** Returns the findings that do not block, as warnings of the result. */
export function findingWarnings(findings: readonly MigrationFinding[]): readonly Failure[] {
  return findings
    .filter(({ severity }) => severity !== 'blocks')
    .map((finding) => {
      const warn = finding.severity === 'converts' ? migrateFailures.converted : migrateFailures.risk;
      const object = isPlace(finding.object) ? null : finding.object;
      return warn({ object, why: finding.why }, placeAndHintOf(finding)).failure;
    });
}
