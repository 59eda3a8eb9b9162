import type { ControlSession } from '../../catalog/session/control-session';
import { readCreateTable } from '../../catalog/objects/objects';
import { quoteTable } from '../../catalog/text/quote';
import { referenceSpelling } from '../../catalog/server/name-folding';
import { readTablesNamed } from '../../catalog/objects/table-spelling';
import type { Failure } from '../../contract/failure';
import type { MigrateOptions } from '../../contract/runs/migrate';
import type { SchemaPlan } from '../../source/definitions/definitions';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import type { Look, Places } from '../../target/trial/trial';
import { renamedReferences } from '../../target/names/rename-references';
import { differingObjects, readTargetObjects, expectedObjects, type NormalizedObjects } from './objects';
import { storedKey } from './stored';
import { sourceDefinitions, tableDifference } from './tables';
import type { SourceCatalog } from '../../source/live/read-source';
import type { DumpFolder, DumpSchema } from '../../format/read/dump';
import type { Conversion } from '../../target/convert/conversion';

/** Context in which the source's definitions are compared with the trial's. */
export interface ComparisonContext {
  /** Dump after selection, under the target's names. */
  readonly dump: DumpFolder;
  readonly plans: readonly SchemaPlan[];
  readonly definitions: SourceCatalog['definitions'];
  readonly conversion: Conversion;
  /**
   * Objects as they must be on a target of another vendor; null within a vendor, where objects are compared byte for
   * byte.
   */
  readonly sourceObjects: NormalizedObjects | null;
  readonly options: Pick<MigrateOptions, 'tableRenames' | 'definers'>;
}

/**
 * Compares the created definitions in scratch schemas with the source's, so that a plan finds what a migration would
 * find in its own empty tables.
 */
export function compareTrial(context: ComparisonContext): Look {
  return async (session, places) => {
    const found: Failure[] = [];
    for (const schema of context.dump.schemas) {
      if (places[schema.name] === undefined) continue;
      found.push(...(await tablesOfSchema(session, schema, places, context)));
      found.push(...(await objectsOfSchema(session, schema, places, context)));
    }
    return found;
  };
}

async function tablesOfSchema(
  session: ControlSession,
  schema: DumpSchema,
  places: Places,
  { dump, plans, definitions, conversion, options: { tableRenames } }: ComparisonContext,
): Promise<readonly Failure[]> {
  const target = places[schema.name] ?? '';
  const sources = new Map(
    plans.flatMap(({ tables }) => tables.map(({ facts }) => [quoteTable(facts.schema, facts.name), facts])),
  );
  const printed = sourceDefinitions(definitions);
  const spelled = referenceSpelling(session.server);
  const names = schema.tables.map(({ name }) => name);
  const created = await readTablesNamed(session, target, names);
  const found: Failure[] = [];
  for (const { schema: source, dumpedName, name, stem } of schema.tables) {
    const [from, to] = [sources.get(quoteTable(source, dumpedName)), created.get(name)];
    const create = splitScript(await readScript(dump, `${stem}.sql`)).find((text) =>
      text.startsWith('CREATE TABLE '),
    );
    const own = printed.get(quoteTable(source, dumpedName));
    // Refused, which is reported already.
    if (from === undefined || to === undefined || create === undefined || own === undefined) continue;
    const renaming = { source: schema.name, target, schemaMap: places, tableRenames };
    const difference = tableDifference(
      `${source}.${dumpedName}`,
      {
        from,
        to,
        source: own,
        wanted: spelled(renamedReferences(create, renaming)),
        found: spelled(await readCreateTable(session, target, name)),
      },
      session.server.vendor,
      conversion.collations,
    );
    if (difference !== null) found.push(difference.failure);
  }
  return found;
}

async function objectsOfSchema(
  session: ControlSession,
  schema: DumpSchema,
  places: Places,
  { sourceObjects, options: { definers } }: ComparisonContext,
): Promise<readonly Failure[]> {
  const expected = sourceObjects?.get(schema.name);
  if (expected === undefined) return [];
  const objects = expectedObjects(schema, schema.tables);
  const existing = await readTargetObjects(session, places[schema.name] ?? '', objects, definers);
  // Missing objects were refused, which is reported already.
  const created = objects.filter(({ kind, object }) => existing.has(storedKey(kind, object)));
  return differingObjects(schema.name, created, expected, existing).map(({ failure }) => failure);
}
