import { inWordsOf } from '../../catalog/definition/converted-literals';
import type { DefinitionDifference } from '../../catalog/definition/same-definition';
import { readCreateTable } from '../../catalog/objects/objects';
import { referenceSpelling } from '../../catalog/server/name-folding';
import { readTablesNamed } from '../../catalog/objects/table-spelling';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import type { DumpFolder, DumpSchema } from '../../format/read/dump';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import { crossesVendors, type Conversion } from '../../target/convert/conversion';
import { renamedReferences } from '../../target/names/rename-references';
import { compareVendors } from '../../target/normalized/across-vendors';
import { compareWithSource, readVersions } from '../../target/tables/verify-definitions';
import type { Look, Places } from '../../target/trial/trial';
import { migrateFailures } from '../../text/migrate/run';

/**
 * Compares the tables that a target of another version or vendor makes of a dump's converted definitions with those
 * definitions, in scratch schemas; null where both have one version.
 */
export function lookAtTables(
  dump: DumpFolder,
  conversion: Conversion | null,
  options: Pick<LoadOptions, 'tableRenames'>,
): Look | null {
  if (conversion === null) return null;
  return async (session, places) => {
    const found: Failure[] = [];
    for (const schema of dump.schemas)
      if (places[schema.name] !== undefined)
        found.push(...(await differingTables({ session, dump, places, options, conversion }, schema)));
    return found;
  };
}

interface Looking {
  readonly session: ControlSession;
  readonly dump: DumpFolder;
  readonly places: Places;
  readonly options: Pick<LoadOptions, 'tableRenames'>;
  readonly conversion: Conversion;
}

async function differingTables(
  { session, dump, places, options, conversion }: Looking,
  schema: DumpSchema,
): Promise<readonly Failure[]> {
  const target = places[schema.name] ?? '';
  const { vendor } = session.server;
  const versions = await readVersions(session, dump.manifest);
  const { defaults } = versions;
  const spelled = referenceSpelling(session.server);
  const names = schema.tables.map(({ name }) => name);
  const created = await readTablesNamed(session, target, names);
  const found: Failure[] = [];
  for (const { name, dumpedName, stem, document, isReworded } of schema.tables) {
    const table = created.get(name);
    // Refused, which is reported already.
    if (table === undefined || !document.includesDdl || isReworded) continue;
    const create = splitScript(await readScript(dump, `${stem}.sql`)).find((text) =>
      text.startsWith('CREATE TABLE '),
    );
    if (create === undefined) continue;
    const renaming = { source: schema.name, target, schemaMap: places, ...options };
    const wanted = spelled(renamedReferences(create, renaming));
    const text = spelled(await readCreateTable(session, target, name));
    const difference = crossesVendors(conversion)
      ? compareVendors({ text: wanted, defaults }, { text, columns: table.columns }, vendor)
      : withinVendor(compareWithSource(asPrinted(wanted), await inWordsOf(session, wanted, text), versions));
    if (difference.lost.length + difference.gained.length === 0) continue;
    found.push(migrateFailures.tableDiffers(difference, { table: `${schema.name}.${dumpedName}` }).failure);
  }
  return found;
}

const NO_DIFFERENCE = { lost: [], gained: [] };

function withinVendor(compared: ReturnType<typeof compareWithSource>): DefinitionDifference {
  return 'difference' in compared ? compared.difference : NO_DIFFERENCE;
}

/** Returns a dump's statement as a server prints it. */
function asPrinted(create: string): string {
  return create.replace(/^CREATE TABLE IF NOT EXISTS /, 'CREATE TABLE ');
}
