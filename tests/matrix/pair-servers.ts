import { promises as fs, mkdtempSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { expect } from 'vitest';
import { readCommonSchema, type CommonSchema } from '../fixtures/common-schema';
import { runSluice } from '../integration/harness/command';
import { MatrixServer } from './matrix-server';

const PARAMETERS = `SELECT SPECIFIC_NAME, ORDINAL_POSITION, PARAMETER_MODE, PARAMETER_NAME, DTD_IDENTIFIER
  FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA =`;
/** Display widths, which MySQL 8.0.19 and later print no more. */
const WIDTH = /\b((?:tiny|small|medium|big)?int)\(\d+\)/g;
const SCHEMA_COLLATION =
  "SELECT '', '', DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME =";
const COLUMN_COLLATIONS = `SELECT c.TABLE_NAME, c.COLUMN_NAME, c.COLLATION_NAME FROM information_schema.COLUMNS AS c
  JOIN information_schema.TABLES AS t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
  WHERE c.COLLATION_NAME IS NOT NULL AND t.TABLE_TYPE = 'BASE TABLE' AND c.TABLE_SCHEMA =`;

/** Rows of a query as texts, in one order. */
async function textsOf(connection: Connection, sql: string): Promise<readonly string[]> {
  const [rows] = await connection.query<RowDataPacket[][]>({
    sql,
    rowsAsArray: true,
    typeCast: (field) => field.string(),
  });
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** Servers of the matrix for as long as a file's tests run, each with the same schema, and a dump of it. */
export class PairServers {
  readonly #servers = new Map<string, MatrixServer>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-pairs-'));

  get(name: string): MatrixServer {
    const found = this.#servers.get(name);
    if (found === undefined) throw new Error(`${name} was not started.`);
    return found;
  }

  /** Folder of what was dumped from a server. */
  readonly folderOf = ({ name }: MatrixServer): string => join(this.#folder, name);

  /** Starts a server, makes the schema by these statements, and dumps it. */
  async add(
    name: string,
    schema: string,
    statementsFor: (server: MatrixServer) => readonly string[],
  ): Promise<void> {
    const server = await MatrixServer.start(name);
    this.#servers.set(name, server);
    await server.run(statementsFor(server));
    const words = ['--source', server.dsn, '--out', this.folderOf(server), '--schemas', schema];
    const { exitCode, output } = await runSluice(
      ['dump', ...words, '--row-versions', 'skip', '--json'],
      server.secret,
    );
    expect([0, 3], output).toContain(exitCode);
  }

  /** Reads a schema by another client, with the rows of its views and the parameters of its routines. */
  async read(name: string, schema: string): Promise<CommonSchema> {
    return await this.get(name).use(async (connection) => {
      // MySQL 5.5 cuts a view's GROUP_CONCAT off earlier than others.
      await connection.query('SET SESSION group_concat_max_len = 1048576');
      const common = await readCommonSchema({ connection }, schema);
      const views = Object.keys(common).filter((object) => object.startsWith('view '));
      const found: Record<string, readonly string[]> = {};
      for (const view of views)
        found[view] = await textsOf(connection, `SELECT * FROM ${schema}.${view.slice('view '.length)}`);
      const typed = await textsOf(connection, `${PARAMETERS} '${schema}'`);
      const parameters = typed.map((line) => line.replace(WIDTH, '$1'));
      return { ...common, ...found, ...(parameters.length > 0 && { parameters }) };
    });
  }

  /** Collations of a schema and of the columns of its tables, under their present names. */
  async readCollations(name: string, schema: string): Promise<readonly string[]> {
    const collations = await this.get(name).use((connection) =>
      textsOf(connection, `${SCHEMA_COLLATION} '${schema}' UNION ALL ${COLUMN_COLLATIONS} '${schema}'`),
    );
    return collations.map((line) => line.replace(/"utf8_/g, '"utf8mb3_'));
  }

  async end(): Promise<void> {
    for (const server of this.#servers.values()) await server.end();
    await fs.rm(this.#folder, { recursive: true, force: true });
  }
}
