import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunResult } from '../../app/contract/runs/result';
import { testVendors } from '../servers/test-server';
import { migrateSchema } from './harness/migrations';
import { compareWithDump, dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { connectToFresh, dropSchemas, withPlain } from './harness/servers';

const SCHEMA = 'converted';
const COPY = 'converted_copy';
const OPTIONS = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4';

/**
 * A table that was altered to another collation: MySQL prints its columns in other words than those of the table that
 * is created from that text, though both are the same.
 */
const STATEMENTS = [
  `CREATE TABLE whole (id INT PRIMARY KEY, a VARCHAR(20), b TEXT, c VARCHAR(9) COLLATE utf8mb4_bin, e ENUM('x', 'y'))
   ${OPTIONS} COLLATE=utf8mb4_unicode_ci`,
  'ALTER TABLE whole CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci',
  "INSERT INTO whole VALUES (1, 'é', 'text', 'Z', 'y')",
  `CREATE TABLE one (id INT PRIMARY KEY, a VARCHAR(20) CHARACTER SET latin1, KEY a (a)) ${OPTIONS} COLLATE=utf8mb4_general_ci`,
  'ALTER TABLE one MODIFY a VARCHAR(20)',
  "INSERT INTO one VALUES (1, 'é')",
] as const;

describe.each(testVendors)('tables converted to another collation, %s', (vendor) => {
  const registry = newRegistry();

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    const connection = await connectToFresh(vendor, SCHEMA);
    try {
      for (const statement of STATEMENTS) await connection.query(statement);
    } finally {
      await connection.end();
    }
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function columnsOf(schema: string): Promise<unknown> {
    return await withPlain(vendor, async (connection) => {
      const [columns] = await connection.query(
        `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, CHARACTER_SET_NAME, COLLATION_NAME
         FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY 1, ORDINAL_POSITION`,
        [schema],
      );
      return columns;
    });
  }

  async function expectCopied(result: RunResult): Promise<void> {
    expect(result.errors).toEqual([]);
    expect(result.state).toBe('done');
    const states = result.verdicts.map(({ checks }) => checks.find(({ kind }) => kind === 'definition'));
    expect(states).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
    expect(await columnsOf(COPY)).toEqual(await columnsOf(SCHEMA));
  }

  it('are migrated', async () => {
    await expectCopied(
      await migrateSchema(registry, { from: vendor, to: vendor, schema: SCHEMA, copy: COPY }),
    );
  });

  it('are dumped and loaded, and equal their dump when it is compared with them later', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const schemaMap = { [SCHEMA]: COPY };
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
      await expectCopied(await loadDump(registry, { vendor, folder, schemaMap }));
      const compare = () => compareWithDump(registry, { vendor, folder, schemaMap });
      await expectCopied(await compare());
      await withPlain(vendor, (connection) =>
        connection.query(`ALTER TABLE ${COPY}.one MODIFY a VARCHAR(20) COLLATE utf8mb4_bin`),
      );
      expect((await compare()).errors).toMatchObject([{ code: 'definition-differs', table: `${COPY}.one` }]);
    });
  });
});
