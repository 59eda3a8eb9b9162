import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selecting } from '../../../app/contract/runs/options';
import { testVendors } from '../../servers/test-server';
import { pretendVersion, rewrite, rewriteDefinition } from '../harness/doctor';
import {
  rollBackLoad,
  compareWithDump,
  dumpSchema,
  loadDump,
  newRegistry,
  withFolder,
} from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'of_another_version';
const COPY = 'of_another_version_copy';
const EARLIER = { mysql: '8.0.36', mariadb: '10.6.1-MariaDB' };

type Change = (text: string) => string;

describe.each(testVendors)('a dump of another version of %s', (vendor) => {
  const registry = newRegistry();
  const schemaMap = { [SCHEMA]: COPY };

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [
      'CREATE TABLE p (id INT PRIMARY KEY)',
      `CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin DEFAULT 'a' COMMENT 'it''s utf8',
         n INT CHECK (n > 5), g INT AS (n + 1) STORED, e ENUM('x','y'), d DECIMAL(10,2), KEY k (c(10)),
         CONSTRAINT of_p FOREIGN KEY (n) REFERENCES p (id)) DEFAULT CHARSET=utf8mb4 COMMENT='of all'`,
      "CREATE VIEW v AS SELECT id, _utf8mb3'a' AS a FROM t WHERE id > 3",
      'CREATE FUNCTION f(a INT) RETURNS VARCHAR(20) CHARSET utf8mb3 DETERMINISTIC RETURN (a + 1) * 2',
      'CREATE TRIGGER stamp BEFORE INSERT ON t FOR EACH ROW SET NEW.d = 1',
    ])
      await connection.query(statement);
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await dropSchemas(vendor, COPY);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      await pretendVersion(folder, EARLIER[vendor]);
      await work(folder);
    });
  }

  /** As an earlier version would have printed it. */
  const inEarlierWords: Change = (text) =>
    text
      .replace(/utf8mb3/g, 'utf8')
      .replace(/` int(?:\(11\))?/g, vendor === 'mysql' ? '` int(11)' : '` int')
      .replace('KEY `k` (`c`(10))', 'KEY `k` (`c`(10)) USING BTREE');

  it('is taken where the versions only spell it differently', async () => {
    await withDump(async (folder) => {
      await rewriteDefinition(folder, 't', inEarlierWords);
      await rewrite(folder, `${SCHEMA}.sql`, (text) =>
        text
          .replace(/CHARSET utf8mb3/i, 'CHARSET utf8')
          .replace(/collation_connection = 'utf8mb3/g, "collation_connection = 'utf8"),
      );
      const result = await loadDump(registry, { vendor, folder, schemaMap });
      expect(result.errors).toEqual([]);
      const [t] = result.verdicts.filter(({ table }) => table === 't');
      expect(t?.checks.find(({ kind }) => kind === 'definition')).toMatchObject({
        ...{ state: 'ok', detail: 'Says the same as the source’s, in the words of another version' },
      });
      expect(result.checks).toMatchObject([
        { kind: 'definition', state: 'ok', detail: expect.stringContaining('another version') as string },
      ]);
      expect((await compareWithDump(registry, { vendor, folder, schemaMap })).errors).toEqual([]);
    });
  });

  const DIFFERENCES: readonly (readonly [what: string, change: Change])[] = [
    ['a type', (text) => text.replace(/`n` int/, '`n` bigint')],
    ['a length', (text) => text.replace('varchar(20)', 'varchar(30)')],
    ['a precision', (text) => text.replace('decimal(10,2)', 'decimal(10,3)')],
    ['a member', (text) => text.replace("'y'", "'z'")],
    ['a collation', (text) => text.replace('utf8mb3_bin', 'utf8mb3_general_ci')],
    ['a default', (text) => text.replace("DEFAULT 'a'", "DEFAULT 'b'")],
    ['a comment', (text) => text.replace("it''s utf8", "it''s utf8mb3")],
    ['an index', (text) => text.replace('`c`(10)', '`c`(11)')],
    ['a CHECK', (text) => text.replace('> 5', '> 6')],
    ['a generated column', (text) => text.replace('+ 1', '+ 2')],
    [
      'a foreign key',
      (text) => text.replace('REFERENCES `p` (`id`)', 'REFERENCES `p` (`id`) ON DELETE CASCADE'),
    ],
    ['an option', (text) => text.replace("'of all'", "'of none'")],
  ];

  it('is refused where one says something else: each difference is found and named', async () => {
    await withDump(async (folder) => {
      expect((await loadDump(registry, { vendor, folder, schemaMap })).errors).toEqual([]);
      for (const [what, change] of DIFFERENCES) {
        let before = '';
        await rewriteDefinition(folder, 't', (text) => {
          before = text;
          return change(text);
        });
        const { errors } = await compareWithDump(registry, { vendor, folder, schemaMap });
        expect([what, errors.map(({ code, table }) => `${code} ${table ?? ''}`)]).toEqual([
          ...[what, [`definition-differs ${COPY}.t`]],
        ]);
        await rewriteDefinition(folder, 't', () => before);
      }
    });
  });

  it('ends a load as failed where the target has made something else', async () => {
    await withDump(async (folder) => {
      await rewriteDefinition(folder, 't', (text) => text.replace('varchar(20)', 'varchar(30)'));
      const result = await loadDump(registry, { vendor, folder, schemaMap });
      expect(result.errors).toMatchObject([{ code: 'definition-differs', table: `${COPY}.t` }]);
      expect(result.errors[0]?.message).toContain('type varchar(30)');
      expect((await rollBackLoad(registry, { vendor, folder, schemaMap })).errors).toEqual([]);
    });
  });

  it('has its bodies compared by their words, and names what is unclear', async () => {
    await withDump(async (folder) => {
      expect((await loadDump(registry, { vendor, folder, schemaMap })).errors).toEqual([]);
      const after = async (statement: string) => {
        await withPlain(vendor, async (connection) => {
          await connection.query(`USE ${COPY}`);
          for (const one of statement.split(';')) await connection.query(one);
        });
        const { objects = [], errors } = await compareWithDump(registry, { vendor, folder, schemaMap });
        expect(errors.length).toBe(objects.filter(({ checks }) => checks[0]?.state === 'failed').length);
        return objects.map(({ name, checks }) => `${name} ${checks[0]?.state ?? ''}`).sort();
      };
      const ok = ['f ok', 'stamp ok', 'v ok'];
      expect(await after('DO 0')).toEqual(ok);
      expect(
        await after(
          'DROP FUNCTION f; CREATE FUNCTION f(a INT) RETURNS VARCHAR(20) CHARSET utf8mb3 DETERMINISTIC RETURN a + (1 * 2)',
        ),
      ).toEqual(['f failed', 'stamp ok', 'v ok']);
      expect(await after("ALTER VIEW v AS SELECT id, _utf8mb3'a' AS a FROM t WHERE id < 3")).toContain(
        'v not-checked',
      );
      expect(await after("ALTER VIEW v AS SELECT id, _utf8mb3'a' AS a FROM t WHERE id > 4")).toContain(
        'v failed',
      );
    });
  });
});

describe.each(testVendors)('a table with a foreign key into another schema, %s', (vendor) => {
  const registry = newRegistry();
  const PARENTS = 'with_parents';

  /** Whichever refers to the other. */
  const dropAll = () =>
    withPlain(vendor, async (connection) => {
      await connection.query('SET SESSION foreign_key_checks = 0');
      for (const schema of [SCHEMA, COPY, PARENTS, `${PARENTS}_copy`])
        await connection.query(`DROP DATABASE IF EXISTS ${schema}`);
    });

  afterAll(dropAll);

  it.each([
    { [SCHEMA]: COPY, [PARENTS]: `${PARENTS}_copy` },
    { [SCHEMA]: COPY },
    { [SCHEMA]: PARENTS, [PARENTS]: COPY },
  ])('is compared as any other, under the names of %o', async (schemaMap) => {
    await (await connectToFresh(vendor, PARENTS)).end();
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [
      `CREATE TABLE ${PARENTS}.p (id INT PRIMARY KEY)`,
      `CREATE TABLE t (id INT PRIMARY KEY, n VARCHAR(20), CONSTRAINT far FOREIGN KEY (id) REFERENCES ${PARENTS}.p (id))`,
    ])
      await connection.query(statement);
    await connection.end();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = selecting([SCHEMA, PARENTS].map((schema) => ({ kind: 'schema', schema })));
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder, selection })).errors).toEqual([]);
      await dropAll();
      expect((await loadDump(registry, { vendor, folder, schemaMap })).errors).toEqual([]);
      await dropAll();
      await rewriteDefinition(folder, 't', (text) => text.replace('varchar(20)', 'varchar(30)'));
      const { errors } = await loadDump(registry, { vendor, folder, schemaMap });
      expect(errors).toMatchObject([{ code: 'definition-differs' }]);
      expect((await rollBackLoad(registry, { vendor, folder, schemaMap })).errors).toEqual([]);
    });
  });
});
