import { engineOf, parseDefinition, withoutCounter } from '../../catalog/definition/definition';
import { referenceSpelling } from '../../catalog/server/name-folding';
import { readTablesNamed } from '../../catalog/objects/table-spelling';
import type { TableFacts } from '../../catalog/objects/tables';
import { quoteTable } from '../../catalog/text/quote';
import type { Vendor } from '../../contract/connections/connection';
import type { SluiceError } from '../../contract/failure';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import { renamedReferences } from '../../target/names/rename-references';
import { takesRisingNumbers } from '../../target/rows/table-lanes';
import { standInFor } from '../../format/sql/collation-stand-ins';
import { STAND_IN_COLLATION, TYPE_STAND_INS } from '../../target/convert/types';
import { normalizedTable, userTexts } from '../../target/normalized/table';
import type { TargetRun } from '../../target/context';
import type { PreparedSchema } from '../../target/tables/prepared-table';
import type { Conversion } from '../../target/convert/conversion';
import type { SourceCatalog } from '../../source/live/read-source';
import { migrateFailures } from '../../text/migrate/run';

/** Collations of the target, lower case. */
type Collations = Pick<ReadonlySet<string>, 'has'>;

/**
 * Compares each created table's definition with the one that was requested, before the first row. A server may ignore
 * what it does not know, shorten a key or change a type without an error: that counts as a difference. Fails with
 * `definition-differs` for the first difference.
 */
export async function assertTablesEquivalent(
  {
    session,
    journal,
    dump,
    options,
    records,
  }: Pick<TargetRun, 'session' | 'journal' | 'dump' | 'options' | 'records'>,
  schemas: readonly PreparedSchema[],
  { plans, definitions }: Pick<SourceCatalog, 'plans' | 'definitions'>,
  { collations }: Pick<Conversion, 'collations'>,
): Promise<void> {
  const printed = sourceDefinitions(definitions);
  const created = await journal.createdTables(session);
  const spelled = referenceSpelling(session.server);
  const sources = new Map(
    plans.flatMap(({ tables }) => tables.map(({ facts }) => [quoteTable(facts.schema, facts.name), facts])),
  );
  for (const { target, tables } of schemas) {
    const fresh = tables.filter((table) => created.has(quoteTable(table.schema, table.dump.name)));
    if (fresh.length === 0) continue;
    const names = fresh.map(({ dump: { name } }) => name);
    const targets = await readTablesNamed(session, target.target, names);
    for (const table of fresh) {
      const { schema, dumpedName, stem } = table.dump;
      const [from, to] = [sources.get(quoteTable(schema, dumpedName)), targets.get(table.dump.name)];
      const create = splitScript(await readScript(dump, `${stem}.sql`)).find((text) =>
        text.startsWith('CREATE TABLE '),
      );
      const source = printed.get(quoteTable(schema, dumpedName));
      if (from === undefined || to === undefined || create === undefined || source === undefined) continue;
      // A table of an earlier run has the counter that its source had then: it is raised at the end.
      const isOld = records?.has(quoteTable(table.schema, table.dump.name)) === true;
      // The counter of ARCHIVE comes with its rows.
      const isRaised = isOld || takesRisingNumbers(engineOf(parseDefinition(create)));
      const compared = (text: string) => spelled(isRaised ? withoutCounter(text) : text);
      const wanted = compared(renamedReferences(create, { ...options, ...target }));
      const found = compared(table.canonical);
      const difference = tableDifference(
        `${table.schema}.${table.dump.name}`,
        { from, to, source, wanted, found },
        session.server.vendor,
        collations,
      );
      if (difference !== null) throw difference;
    }
  }
}

/** Returns the definitions of tables as the source prints them, by quoted name. */
export function sourceDefinitions(definitions: SourceCatalog['definitions']): ReadonlyMap<string, string> {
  return new Map(
    definitions.map(({ schema, table, createTable }) => [quoteTable(schema, table), createTable]),
  );
}

/** A table of the source, and its definition on the target. */
export interface CreatedTable {
  readonly from: TableFacts;
  readonly to: TableFacts;
  /** Definition that the source prints. */
  readonly source: string;
  /** Statement that created it. */
  readonly wanted: string;
  /** Definition that the target prints. */
  readonly found: string;
}

/**
 * Returns the failure that says how the two differ, or null.
 *
 * @param table `schema.table` for that failure
 */
export function tableDifference(
  table: string,
  { from, to, source, wanted, found: printed }: CreatedTable,
  server: Vendor,
  collations: Collations,
): SluiceError | null {
  const asked = normalizedTable(wanted, { server, collations: wantedCollations(from, server, collations) });
  const found = normalizedTable(printed, {
    server,
    collations: new Map(to.columns.map(({ name, collation }) => [name, collation])),
  });
  const textsFound = userTexts(printed);
  // As the source has them, for a rule may have changed them in the statement.
  const texts = userTexts(source);
  const lost = [...new Set([...asked, ...texts])].filter((meaning) => !found.has(meaning));
  const gained = [...found].filter(
    (meaning) => !asked.has(meaning) || (textsFound.has(meaning) && !texts.has(meaning)),
  );
  if (lost.length + gained.length === 0) return null;
  return migrateFailures.tableDiffers({ lost, gained }, { table });
}

/** Returns the collations as the rules convert them. */
function wantedCollations(
  { columns }: TableFacts,
  server: Vendor,
  collations: Collations,
): ReadonlyMap<string, string | null> {
  return new Map(
    columns.map(({ name, dataType, collation }) => {
      if (server === 'mysql' && TYPE_STAND_INS.has(dataType)) return [name, STAND_IN_COLLATION];
      // Text for MariaDB, whether it calls it JSON or not.
      if (server === 'mariadb' && dataType === 'json') return [name, 'utf8mb4_bin'];
      return [name, collation === null ? null : (standInFor(collation, collations)?.name ?? collation)];
    }),
  );
}
