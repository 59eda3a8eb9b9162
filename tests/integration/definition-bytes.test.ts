import type { Connection } from 'mysql2/promise';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connection';
import { testVendors } from '../servers/test-server';
import { migrateSchema } from './harness/migrations';
import { dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { connectPlain, connectToFresh, dropSchemas, withPlain } from './harness/servers';

const SCHEMA = 'definition_bytes';
const COPY = 'definition_bytes_copy';

const BOTH = [
  `CREATE TABLE smile (a VARCHAR(10), g VARCHAR(20) AS (CONCAT(a, '😀')) STORED,
     d VARCHAR(10) DEFAULT (CONCAT('😀', '')), CHECK (a <> '😀'))`,
  "INSERT INTO smile (a) VALUES ('x')",
  "CREATE VIEW literals AS SELECT _latin1 X'E9' AS a, _latin1 X'80' AS euro, '😀' AS smile FROM smile",
];
const MYSQL = [
  "CREATE TABLE latin (a VARCHAR(10), CHECK (a <> _latin1 X'80'), g VARCHAR(9) AS (CONCAT(a, _latin1 X'E9')))",
  "CREATE TABLE indexed (a VARCHAR(10), KEY k ((CONCAT(a, '😀'))))",
];

/** Each definition of a schema, in hexadecimal digits: as the server holds it. */
async function definitionsOf(vendor: Vendor, schema: string): Promise<Readonly<Record<string, string>>> {
  return await withPlain(vendor, async (connection) => {
    await connection.query(`USE ${schema}`);
    await connection.query('SET SESSION character_set_results = binary');
    const found: Record<string, string> = {};
    for (const [kind, names, column] of LISTS)
      for (const name of await namesOf(connection, names, schema))
        found[`${kind} ${name}`] = await shown(connection, `SHOW CREATE ${kind} \`${name}\``, column);
    return found;
  });
}

const LISTS = [
  [
    'TABLE',
    "SELECT TABLE_NAME AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE <> 'VIEW'",
    'Create Table',
  ],
  ['VIEW', 'SELECT TABLE_NAME AS n FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?', 'Create View'],
] as const;

async function namesOf(connection: Connection, query: string, schema: string): Promise<readonly string[]> {
  const [rows] = await connection.query(query, [schema]);
  return (rows as { readonly n: Buffer }[]).map(({ n }) => n.toString('utf8'));
}

async function shown(connection: Connection, sql: string, column: string): Promise<string> {
  const [rows] = await connection.query({
    sql,
    typeCast: (field) =>
      field.name === column ? field.buffer()?.toString('hex') : field.buffer()?.toString('latin1'),
  });
  const [row] = rows as Record<string, string>[];
  return row?.[column] ?? '';
}

describe.each(testVendors)('definitions whose bytes are no plain text, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [...BOTH, ...(vendor === 'mysql' ? MYSQL : [])])
      await connection.query(statement);
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('are the same after a dump and a load', async () => {
    await dropSchemas(vendor, COPY);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded).toMatchObject({ state: 'done', errors: [] });
    });
    expect(await definitionsOf(vendor, COPY)).toEqual(await definitionsOf(vendor, SCHEMA));
  });

  it('are the same after a migration', async () => {
    await dropSchemas(vendor, COPY);
    const migrated = await migrateSchema(registry, { from: vendor, to: vendor, schema: SCHEMA, copy: COPY });
    expect(migrated).toMatchObject({ errors: [] });
    expect(await definitionsOf(vendor, COPY)).toEqual(await definitionsOf(vendor, SCHEMA));
    const connection = await connectPlain(vendor);
    const [rows] = await connection.query(`SELECT HEX(g) AS g FROM ${COPY}.smile`);
    await connection.end();
    expect(rows).toEqual([{ g: '78F09F9880' }]);
  });
});
