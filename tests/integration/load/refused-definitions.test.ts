import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type LoadFix } from '../../../app/contract/runs/options';
import type { Vendor } from '../../../app/contract/connections/connection';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { testServer, testVendors } from '../../servers/test-server';
import { rewrite, rewriteDefinition } from '../harness/doctor';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'of_an_old_server';
const COPY = 'of_an_old_server_copy';
const ELSEWHERE = { mysql: 'utf8mb4_uca1400_as_cs', mariadb: 'utf8mb4_0900_as_cs' };

interface Refused {
  readonly what: string;
  readonly file: string;
  readonly change: (text: string) => string;
  /** Table of the object that is named, and of the remedy. */
  readonly table: string;
  readonly hint: string;
  /** The rule that mends it; null where none does. */
  readonly fix: LoadFix | null;
}

const addMode = (mode: string) => (text: string) => text.replace(/sql_mode = '/g, `sql_mode = '${mode},`);
const TABLE = `${SCHEMA}@t.sql`;

/** One that it does not know; MariaDB takes any but its own. */
const refusedDirectory = (vendor: Vendor) =>
  vendor === 'mysql' ? '/nowhere/at/all' : `${testServer(vendor).dataDir}/mysql`;

const refusedBy = (vendor: Vendor): readonly Refused[] => [
  {
    what: 'a mode that was removed',
    file: `${SCHEMA}.sql`,
    change: addMode(vendor === 'mysql' ? 'NO_AUTO_CREATE_USER' : 'TIME_TRUNCATE_FRACTIONAL'),
    table: `${SCHEMA}.tidy`,
    hint: '--fix sql-modes',
    fix: vendor === 'mysql' ? 'sql-modes' : null,
  },
  {
    what: 'a mode of a trigger',
    file: `${SCHEMA}@t.triggers.sql`,
    change: addMode('NO_SUCH_MODE'),
    table: `${SCHEMA}.stamp`,
    hint: 'change the definition',
    fix: null,
  },
  {
    what: 'an unknown collation',
    file: TABLE,
    change: (text) => text.replace(/COLLATE utf8mb4_bin/, `COLLATE ${ELSEWHERE[vendor]}`),
    table: `${SCHEMA}.t`,
    hint: '--fix collations',
    fix: 'collations',
  },
  {
    what: 'an engine that is not there',
    file: TABLE,
    change: (text) => text.replace('ENGINE=InnoDB', 'ENGINE=TokuDB'),
    table: `${SCHEMA}.t`,
    hint: '--fix engines',
    fix: 'engines',
  },
  {
    what: 'a directory that the server does not take',
    file: TABLE,
    change: (text) =>
      text.replace(/(ENGINE=InnoDB[^;\n]*)/, `$1 DATA DIRECTORY='${refusedDirectory(vendor)}'`),
    table: `${SCHEMA}.t`,
    hint: '--fix data-directory',
    fix: 'data-directory',
  },
  {
    what: 'an unknown function',
    file: `${SCHEMA}@v.sql`,
    change: (text) => text.replace(/select (?=`)/i, 'select no_such_function(1),'),
    table: `${SCHEMA}.v`,
    hint: 'Create the function',
    fix: null,
  },
];

async function schemasThere(vendor: Vendor): Promise<readonly unknown[]> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query(
      `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'sluice\\_check\\_%' OR SCHEMA_NAME = '${COPY}'`,
    );
    return rows as unknown[];
  });
}

describe.each(testVendors)('a dry run of a dump that the server refuses, %s', (vendor) => {
  const registry = newRegistry();

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [
      'CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(20) COLLATE utf8mb4_bin)',
      "INSERT INTO t VALUES (1, 'one'), (2, 'two')",
      'CREATE VIEW v AS SELECT id FROM t',
      'CREATE PROCEDURE tidy() SELECT 1',
      'CREATE TRIGGER stamp BEFORE INSERT ON t FOR EACH ROW SET NEW.c = "late"',
    ])
      await connection.query(statement);
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function withDump(
    { file, change }: Pick<Refused, 'file' | 'change'>,
    work: (folder: string) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      await rewrite(folder, file, change);
      if (file === TABLE) await rewriteDefinition(folder, 't', change);
      await work(folder);
    });
  }

  const plan = (folder: string, fixes: LoadFix[] = []) =>
    planLoad(
      {
        ...{ endpoint: testEndpoint(vendor), profile: null, folder },
        options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY }, fixes },
      },
      new Cancellation(),
    );

  it.each(refusedBy(vendor))('names $what, and leaves nothing behind', async (refused) => {
    const { table, hint, fix } = refused;
    await withDump(refused, async (folder) => {
      const { conflicts, notTried } = await plan(folder);
      expect(notTried).toBeNull();
      expect(conflicts[0]).toMatchObject({ code: 'definition-refused', table });
      expect(conflicts[0]?.hint).toContain(hint);
      expect(await schemasThere(vendor)).toEqual([]);
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded).toMatchObject({ state: 'failed', errors: [{ code: 'definition-refused', table }] });
      expect(await schemasThere(vendor)).toEqual([]);
      if (fix === null) return;
      expect((await plan(folder, [fix])).conflicts).toEqual([]);
      const mended = await loadDump(registry, {
        ...{ vendor, folder, schemaMap: { [SCHEMA]: COPY }, fixes: [fix] },
      });
      expect(mended.errors).toEqual([]);
      expect(mended.warnings).toMatchObject([{ code: 'definition-changed-by-rule', chunk: refused.file }]);
      expect(mended.rows).toBe(2);
    });
  });

  it('removes what a killed run has left in schemas of its own, and no other', async () => {
    const left = 'sluice_check_0123456789abcdef';
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${left}`);
      await connection.query(`CREATE TABLE ${left}.t (id INT)`);
    });
    await withDump({ file: `${SCHEMA}.sql`, change: (text) => `${text}\n` }, async (folder) => {
      expect((await plan(folder)).conflicts).toEqual([]);
      expect(await schemasThere(vendor)).toEqual([]);
    });
  });
});

describe.each(testVendors)('an account that may make no schema, %s', (vendor) => {
  const registry = newRegistry();
  const ACCOUNT = "'of_one_schema'@'%'";

  beforeEach(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('CREATE VIEW v AS SELECT id FROM t');
    await connection.query(`DROP USER IF EXISTS ${ACCOUNT}`);
    await connection.query(`CREATE USER ${ACCOUNT} IDENTIFIED BY 'x'`);
    await connection.query(`GRANT ALL ON ${COPY}.* TO ${ACCOUNT}`);
    await connection.end();
  });

  afterAll(async () => {
    await withPlain(vendor, (connection) => connection.query(`DROP USER IF EXISTS ${ACCOUNT}`));
    await dropSchemas(vendor, SCHEMA);
  });

  it('reports the definitions that were not tried', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(registry, { vendor, schema: SCHEMA, folder });
      const { notTried } = await planLoad(
        {
          endpoint: testEndpoint(vendor, { user: 'of_one_schema', password: 'x' }),
          ...{ profile: null, folder },
          options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } },
        },
        new Cancellation(),
      );
      expect(notTried).toContain('were not tried on the target');
    });
  });

  it('is refused where the account may create schemas but not drop them, and none is left', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`REVOKE DROP ON ${COPY}.* FROM ${ACCOUNT}`);
      await connection.query(`GRANT CREATE, CREATE VIEW, SHOW VIEW, SELECT ON *.* TO ${ACCOUNT}`);
    });
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(registry, { vendor, schema: SCHEMA, folder });
      const { notTried } = await planLoad(
        {
          endpoint: testEndpoint(vendor, { user: 'of_one_schema', password: 'x' }),
          ...{ profile: null, folder },
          options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } },
        },
        new Cancellation(),
      );
      expect(notTried).toContain('were not tried on the target');
      expect(await schemasThere(vendor)).toEqual([]);
    });
  });
});

describe('a foreign key to a key that is not unique', () => {
  const registry = newRegistry();

  afterAll(() => dropSchemas('mysql', SCHEMA, COPY));

  it('is found by a dry run, and refused with the same remedy by the load', async () => {
    const connection = await connectToFresh('mysql', SCHEMA);
    await dropSchemas('mysql', COPY);
    for (const statement of [
      'SET SESSION restrict_fk_on_non_standard_key = OFF',
      'CREATE TABLE parent (id INT PRIMARY KEY, a INT, KEY (a))',
      'CREATE TABLE child (id INT PRIMARY KEY, a INT, CONSTRAINT of_parent FOREIGN KEY (a) REFERENCES parent (a))',
    ])
      await connection.query(statement);
    await connection.end();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(registry, { vendor: 'mysql', schema: SCHEMA, folder });
      const options = { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } };
      const planned = await planLoad(
        { endpoint: testEndpoint('mysql'), profile: null, folder, options },
        new Cancellation(),
      );
      const hint = expect.stringContaining('Give the parent a unique key') as string;
      expect(planned.conflicts).toMatchObject([{ code: 'definition-refused', errno: 6125, hint }]);
      const loaded = await loadDump(registry, { vendor: 'mysql', ...options, folder });
      expect(loaded).toMatchObject({ state: 'failed', errors: [{ errno: 6125, hint }] });
    });
  });
});
