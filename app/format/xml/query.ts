import type { EngineXmlContent } from '../../engine/scan/scans';
import { inferredType, ISO_SIGNS, NO_VALUE } from '../delimited/types/column-type';
import { columnNames, madeTable, withinRow } from '../delimited/table';
import type { ScriptFile, ScriptTable } from '../script/content';
import { columnsOf } from '../script/tables/table-text';
import { rowsOf, type FoundRows } from './rows';

/** The table that the result of a query becomes. */
export interface QueryTable {
  readonly table: ScriptTable;
  readonly columns: number;
  /** The first column where it is taken for it by name and by all its values; null for none. */
  readonly primaryKey: string | null;
}

/** Infers it from all values. Pure. */
export function queryTable(
  name: string,
  file: ScriptFile,
  found: FoundRows,
  content: Pick<EngineXmlContent, 'hasCrlf'>,
): QueryTable {
  const { columns } = found;
  const names = columnNames(
    columns.map((column) => column.name),
    columns.length,
  );
  const types = withinRow(
    columns.map(({ facts }) => {
      // An empty value is a text here, and NULL is said.
      const known = { ...facts, booleans: false };
      const { type } = inferredType(facts.empties > 0 ? { ...known, ...NO_VALUE } : known, ISO_SIGNS);
      return { type, isNotNull: facts.nulls === 0 };
    }),
  );
  const [first] = columns;
  const mayBeKey =
    first !== undefined && first.facts.integers && first.facts.rising && first.facts.empties === 0;
  const { text, primaryKey } = madeTable(name, { names, types, mayBeKey });
  return {
    table: {
      isCreated: true,
      isReworded: true,
      text,
      columns: columnsOf(text),
      rows: rowsOf(file, found, content, { names, defined: [] }),
      triggers: [],
    },
    columns: columns.length,
    primaryKey,
  };
}
