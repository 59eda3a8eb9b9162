import { quoteName } from '../../catalog/text/quote';
import type { EngineExportTable } from '../../engine/specs';
import type { ChosenDump } from '../chosen-dump';
import { columnTypes, exportColumns } from '../columns';
import { holdsRows, type DumpTable } from '../../format/read/dump';
import { isPlace, plainCreations } from '../../format/sql/creation';
import { splitScript } from '../../format/sql/script';

/** Definition of a table in a dump. */
export interface CreatedTable {
  /** Statements that create it; none where the dump holds rows alone. */
  readonly statements: readonly string[];
  /** Its CREATE TABLE; null where nothing is known. */
  readonly text: string | null;
}

export async function createdTable(
  dump: Pick<ChosenDump, 'script' | 'createTableOf'>,
  table: DumpTable,
): Promise<CreatedTable> {
  const { document, stem } = table;
  const statements = document.includesDdl
    ? plainCreations(splitScript(await dump.script(`${stem}.sql`)).filter((statement) => !isPlace(statement)))
    : [];
  const text = statements.find((statement) => /^CREATE\s+TABLE\b/i.test(statement));
  return { statements, text: text ?? (await dump.createTableOf(table)) };
}

/** The form of a table's rows as INSERT statements. */
export function insertsOf(
  table: DumpTable,
  createTable: string | null,
): Pick<EngineExportTable, 'head' | 'columns'> {
  const columns = exportColumns(table, columnTypes(createTable), {
    key: () => '',
    introducer: (charset) => `_${charset} `,
  });
  const names = table.document.options.columns.map(quoteName).join(',');
  return {
    head: `INSERT INTO ${quoteName(table.name)} (${names}) VALUES\n`,
    columns: holdsRows(table) ? columns : [],
  };
}
