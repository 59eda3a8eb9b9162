import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { definitionsOf } from '../harness/definitions';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'quoted_names';
const COPY = 'quoted_names_copy';

/** Statements that follow each other under one sql_mode. */
const BY_MODE: Readonly<Record<string, readonly string[]>> = {
  ANSI_QUOTES: [
    `CREATE TRIGGER ${SCHEMA}."tr\\" BEFORE INSERT ON "${SCHEMA}"."t" FOR EACH ROW SET @a = 'x'`,
    `CREATE TRIGGER "${SCHEMA}" . tr2 AFTER INSERT ON ${SCHEMA}.t FOR EACH ROW SET @b = 'it''s; "'`,
    'CREATE PROCEDURE "p\\"("a""\\" INT) SELECT "a""\\", \'"\'',
    'CREATE PROCEDURE "q;;\\"() SELECT 1 AS "a;\\"',
    'CREATE FUNCTION "f""`"() RETURNS INT DETERMINISTIC RETURN 1',
    'CREATE EVENT "e\\" ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1 AS "x\\"',
    'CREATE VIEW "v\\" AS SELECT id AS "c\\" FROM t',
  ],
  NO_BACKSLASH_ESCAPES: [
    "CREATE PROCEDURE back() COMMENT 'C:\\dir''s\\' SELECT '\\'",
    "CREATE EVENT back ON SCHEDULE EVERY 1 DAY DISABLE COMMENT 'C:\\dir''s\\' DO SELECT '\\'",
    "CREATE TRIGGER back BEFORE UPDATE ON t FOR EACH ROW SET @c = '\\'",
  ],
  'ANSI_QUOTES,NO_BACKSLASH_ESCAPES': ['CREATE PROCEDURE "both\\"() COMMENT \'\\\' SELECT \'\\\' AS "\\"'],
  '': [
    'CREATE PROCEDURE `a/*b*/`() SELECT 1',
    'CREATE PROCEDURE `/*!50000 c*/ -- d`() SELECT 1',
    'CREATE FUNCTION `it\'s #`(/* "no */ a INT) RETURNS INT DETERMINISTIC RETURN a',
    'CREATE EVENT `e/*b*/` ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1',
    'CREATE TRIGGER `t€ on t` BEFORE DELETE ON t FOR EACH ROW SET @d = 1',
    `CREATE TRIGGER €b BEFORE DELETE ON ${SCHEMA} /* on x */ . t FOR EACH ROW SET @d = 1`,
    'CREATE VIEW `w/*b*/` AS SELECT 1',
  ],
};

describe.each(testVendors)('names and texts that sql_mode or comments could change, %s', (vendor) => {
  const registry = newRegistry();

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE t (id INT)');
    for (const [mode, statements] of Object.entries(BY_MODE)) {
      await connection.query('SET SESSION sql_mode = ?', [mode]);
      for (const statement of statements) await connection.query(statement);
    }
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  /** MariaDB keeps a trigger's statement as it was typed, with the schema's name. */
  const withoutOwnSchema = (definitions: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(definitions).map(([name, digits]) => [
        name,
        digits
          .split(' ')
          .map((part) => Buffer.from(part, 'hex').toString('utf8'))
          .join('\n')
          .replace(/(["`]?)quoted_names(?:_copy)?\1\s*(?:\/\*.*?\*\/)?\s*\.\s*/g, ''),
      ]),
    );

  it('come to another schema as they are, and nothing comes to the old one', async () => {
    const before = await definitionsOf(vendor, SCHEMA);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      await withPlain(vendor, async (connection) => {
        await connection.query(`DROP TRIGGER ${SCHEMA}.\`tr\\\``);
        await connection.query(`DROP TRIGGER ${SCHEMA}.tr2`);
      });
      const left = await definitionsOf(vendor, SCHEMA);
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(await definitionsOf(vendor, SCHEMA)).toEqual(left);
    });
    expect(withoutOwnSchema(await definitionsOf(vendor, COPY))).toEqual(withoutOwnSchema(before));
  });

  it('are migrated as they are', async () => {
    const wish = { from: vendor, to: vendor, schema: SCHEMA, copy: COPY } as const;
    expect(await migrateSchema(registry, wish)).toMatchObject({ errors: [] });
    expect(withoutOwnSchema(await definitionsOf(vendor, COPY))).toEqual(
      withoutOwnSchema(await definitionsOf(vendor, SCHEMA)),
    );
  });
});
