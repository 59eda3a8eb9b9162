import { emptySchema, tableOfRows, type CollectedTable } from '../tables/collected';
import { contentOf } from '../tables/schema-content';
import { createdTable, type CreatingSession } from '../tables/created-table';
import type { StatementHead } from '../../../catalog/definition/statement-head';
import type { ScriptRows, ScriptSchema } from '../content';

/** Schema in which servers keep accounts. */
const SCHEMA = 'mysql';

/** Its tables that hold accounts and what they are granted, of both vendors and all versions. */
const TABLES: ReadonlySet<string> = new Set([
  ...['user', 'global_priv', 'global_grants', 'db', 'tables_priv', 'columns_priv', 'procs_priv'],
  ...['proxies_priv', 'role_edges', 'default_roles', 'roles_mapping'],
]);

interface CreateStatement {
  readonly head: StatementHead;
  readonly text: string;
  readonly line: number;
}

/** The tables of a script that hold accounts as rows, as a dump of a whole server has them: no load writes them. */
export class GrantTables {
  readonly #schema = emptySchema(SCHEMA);

  /** Takes a CREATE TABLE that may be of one of them. */
  create(schema: string, { head, text, line }: CreateStatement, session: CreatingSession): void {
    if (head.kind !== 'TABLE' || !isOne(schema, head.object.name)) return;
    const created = createdTable(text, head, session);
    const known = this.#schema.tables.get(head.object.name.toLowerCase());
    // A second one, of another server or behind its rows, would make something else of them.
    if (created === null || (known !== undefined && known.rows.length > 0)) return;
    this.#schema.tables.set(created.text.name.toLowerCase(), {
      ...{ ...created, line, isCreated: true },
      ...{ rows: [], triggers: [], statementsBefore: 0, triggersAtFirst: 0, triggersBefore: 0 },
    });
  }

  add(schema: string, rows: ScriptRows): void {
    if (isOne(schema, rows.table)) this.#table(rows).rows.push(rows);
  }

  /** Null where the script has none. */
  content(): ScriptSchema | null {
    const tables = [...this.#schema.tables].filter(([, { rows }]) => rows.length > 0);
    return tables.length === 0 ? null : contentOf({ ...this.#schema, tables: new Map(tables) });
  }

  #table({ table, line }: ScriptRows): CollectedTable {
    const name = table.toLowerCase();
    const known = this.#schema.tables.get(name) ?? tableOfRows({ table: name, line });
    this.#schema.tables.set(name, known);
    return known;
  }
}

function isOne(schema: string, table: string): boolean {
  return schema.toLowerCase() === SCHEMA && TABLES.has(table.toLowerCase());
}
