import { createHash } from 'crypto';
import type { ControlSession } from '../catalog/session/control-session';
import { parseDefinition, withoutCounter } from '../catalog/definition/definition';
import { readCreateTable } from '../catalog/objects/objects';
import { quoteTable } from '../catalog/text/quote';
import { withDdlSessions } from '../target/session/ddl-sessions';
import type { CreateContext } from '../target/tables/create';
import { restorePrepared } from '../target/journal/resume';
import { dropForeignKeys, droppableKeys } from '../target/rows/statements';
import { prepareSchema } from '../target/tables/prepare';
import { dropCreated } from '../target/rollback/created-objects';
import { withoutNegativeZeros } from './negative-zero';
import { crossesVendors, type Conversion } from '../target/convert/conversion';
import type { SourceCatalog } from '../source/live/read-source';
import { readNormalizedObjects, type NormalizedObjects } from './normalized/objects';
import { assertTablesEquivalent } from './normalized/tables';
import type { Checked } from './precheck/precheck';
import { rehearseObjects } from './rehearse-objects';
import { targetParts } from './rows/checksums';
import { quotedTarget, routesOf, type Route } from './rows/routes';
import { withExistingChecksums } from './rows/rows';
import type { Migration } from './context';
import { recordOf } from '../target/begin';
import type { TargetRun } from '../target/context';
import type { PreparedRecord } from '../target/journal/records';
import type { PreparedSchema } from '../target/tables/prepared-table';
import { tablesOf, type DumpSchema, type DumpTable } from '../format/read/dump';
import { migrateFailures } from '../text/migrate/run';

/** Target that is ready for the rows. */
export interface PreparedTarget {
  readonly schemas: readonly PreparedSchema[];
  readonly routes: readonly Route[];
  /** Objects as they must be on a target of another vendor; null within a vendor. */
  readonly expectedObjects: NormalizedObjects | null;
}

/**
 * Prepares the target for the rows: creates its tables, compares them with the source's, rehearses views, routines,
 * triggers and events, and records the tables in the journal.
 */
export async function prepareTarget(
  { request, hooks, catalog, progress }: Migration,
  run: TargetRun,
  source: SourceCatalog,
  conversion: Checked['conversion'],
): Promise<PreparedTarget> {
  const { definers } = request.options;
  const schemas = await prepareTables(run);
  await assertTablesEquivalent(run, schemas, source, conversion);
  const planned = routesOf(
    schemas.flatMap((schema) => schema.tables),
    partsFor(source, conversion),
  );
  await targetParts(run.session, planned);
  const routes = await withExistingChecksums({ request, hooks }, run, planned);
  // Within a vendor objects are compared byte for byte.
  const expectedObjects = crossesVendors(conversion)
    ? await readNormalizedObjects(catalog, source.plans, conversion, definers)
    : null;
  await rehearseObjects(run, schemas, expectedObjects, definers);
  await recordPrepared(run, schemas, routes);
  progress.isReady = true;
  return { schemas, routes, expectedObjects };
}

function partsFor({ parts, plans }: SourceCatalog, conversion: Conversion): SourceCatalog['parts'] {
  return crossesVendors(conversion) && conversion.target.vendor === 'mariadb'
    ? withoutNegativeZeros(parts, plans)
    : parts;
}

/**
 * Creates everything that the rows need. A resumed migration keeps a created table whose definition on the source has not
 * changed; it drops everything else that it created, and creates it again as the source has it now.
 */
async function prepareTables(run: TargetRun): Promise<readonly PreparedSchema[]> {
  const { session, journal, hooks } = run;
  hooks.stage('definitions');
  const kept = await tablesToKeep(run);
  await dropCreated(
    session,
    journal,
    ({ kind, schema, name }) => kind === 'table' && kept.has(quoteTable(schema, name)),
  );
  return await withDdlSessions(run, tablesOf(run.dump).length, (ddlSessions) =>
    prepareSchemas({ ...run, ddlSessions }, kept),
  );
}

async function prepareSchemas(
  context: TargetRun & CreateContext,
  kept: ReadonlyMap<string, PreparedRecord>,
): Promise<readonly PreparedSchema[]> {
  const { dump, session, targets } = context;
  const schemas: PreparedSchema[] = [];
  for (const target of targets) {
    const source = dump.schemas.find(({ name }) => name === target.source);
    if (source === undefined) continue;
    const isKept = ({ name }: DumpTable) => kept.has(quoteTable(target.target, name));
    const fresh = await prepareSchema(
      context,
      withTables(source, (table) => !isKept(table)),
      target,
    );
    const old = { ...dump, schemas: [withTables(source, isKept)] };
    const keptTables = restorePrepared(old, [target], kept).flatMap((schema) => schema.tables);
    for (const table of keptTables) await dropRestoredForeignKeys(session, table);
    schemas.push({ ...fresh, source, tables: [...keptTables, ...fresh.tables] });
  }
  return schemas;
}

function withTables(schema: DumpSchema, isSelected: (table: DumpTable) => boolean): DumpSchema {
  return { ...schema, tables: schema.tables.filter(isSelected) };
}

/**
 * Records of an earlier run for the tables that can be kept, by quoted table. Fails with `target-exists` where the source
 * has lost a table whose rows go into a table that existed before: nobody could tell them from others.
 */
async function tablesToKeep(run: TargetRun): Promise<ReadonlyMap<string, PreparedRecord>> {
  const { dump, session, journal, targets, records } = run;
  const kept = new Map<string, PreparedRecord>();
  if (records === null) return kept;
  const created = await journal.createdTables(session);
  const now = new Map(
    targets.flatMap(({ source, target }) =>
      (dump.schemas.find(({ name }) => name === source)?.tables ?? []).map(
        (table) => [quoteTable(target, table.name), digestOf(table)] as const,
      ),
    ),
  );
  for (const [quoted, record] of records) {
    const digest = now.get(quoted);
    if (digest === undefined && !created.has(quoted))
      throw migrateFailures.tableLostAtSource({ table: quoted });
    if (digest !== undefined && (digest === record.definition || !created.has(quoted)))
      kept.set(quoted, record);
  }
  return kept;
}

function digestOf({ definition }: DumpTable): string {
  return createHash('sha256')
    .update(withoutCounter(definition?.createTable ?? ''))
    .digest('hex');
}

/** Drops deferred foreign keys that an earlier run has restored already; they are added when all rows are in. */
async function dropRestoredForeignKeys(
  session: ControlSession,
  { schema, dump, detached }: PreparedSchema['tables'][number],
): Promise<void> {
  if (detached.length === 0) return;
  const { foreignKeys } = parseDefinition(await readCreateTable(session, schema, dump.name));
  const off = droppableKeys(foreignKeys, session.server.vendor).filter(({ name }) =>
    detached.some((other) => other.name === name),
  );
  if (off.length > 0) await session.run(dropForeignKeys(quoteTable(schema, dump.name), off));
}

/** Records the tables in the journal: from now on there is something to resume. */
async function recordPrepared(
  { session, journal }: Pick<TargetRun, 'session' | 'journal'>,
  schemas: readonly PreparedSchema[],
  routes: readonly Route[],
): Promise<void> {
  const checksums = new Map(routes.map((route) => [quotedTarget(route), route.existingChecksum]));
  await journal.recordPrepared(
    session,
    schemas
      .flatMap((schema) => schema.tables)
      .map((table) => ({
        ...recordOf(table),
        schema: table.schema,
        name: table.dump.name,
        definition: digestOf(table.dump),
        existingChecksum: (checksums.get(quoteTable(table.schema, table.dump.name)) ?? BigInt(0)).toString(
          16,
        ),
      })),
  );
}
