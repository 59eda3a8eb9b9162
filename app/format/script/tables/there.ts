import type { Failure } from '../../../contract/failure';
import { scriptFailures, scriptText } from '../../../text/format/script';
import type { TablesThere } from '../../format';
import type { ScriptContent, ScriptTable } from '../content';
import { leavesTimesOpen, lineOfUnknownText } from '../unset';
import { inTableSpelling } from './row-columns';
import { columnsOf } from './table-text';

/** Reads the rows of tables that a script only fills by the definitions of those that are there, as any other rows. Pure. */
export function withTablesThere(content: ScriptContent, there: TablesThere): ScriptContent {
  const problems: Failure[] = [];
  const remarks: string[] = [];
  const known = (schema: string, table: ScriptTable): ScriptTable => {
    const text = table.isCreated ? null : there(schema, table.text.name);
    if (text === null) return table;
    const columns = columnsOf(text);
    const rows = inTableSpelling(table.rows, columns);
    const name = `${schema}.${table.text.name}`;
    const statements = rows.flatMap((range) => (range.kind === 'rows' ? [range] : []));
    const line = lineOfUnknownText({ text, rows: statements });
    if (line !== null)
      problems.push(scriptFailures.textOfNoCharset({ table: name, line }, { table: name }).failure);
    if (leavesTimesOpen({ text, rows: statements })) remarks.push(scriptText.timesOfTarget(name));
    return { ...table, text: { ...text, name: table.text.name }, columns, rows };
  };
  const schemas = content.schemas.map((schema) => ({
    ...schema,
    tables: schema.tables.map((table) => known(schema.name, table)),
  }));
  return {
    ...content,
    schemas,
    problems: [...content.problems, ...problems],
    remarks: [...content.remarks, ...remarks.slice(0, 1)],
  };
}
