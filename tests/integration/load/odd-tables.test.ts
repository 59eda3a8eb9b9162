import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';

const SOURCE = 'odd_source';
const COPY = 'odd_copy';
const GONE = "'odd_gone'@'%'";

/** Valid tables and views that a server takes in its own way only. */
const ODD: readonly {
  readonly what: string;
  readonly made: readonly string[];
  readonly globals?: Readonly<Record<string, string | number>>;
  readonly only?: Vendor;
}[] = [
  {
    what: 'views whose definer is gone',
    made: [
      'CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(50))',
      "INSERT INTO t VALUES (1, 'odd_source.t.a'), (2, 'x')",
      `CREATE USER ${GONE}`,
      `GRANT SELECT ON ${SOURCE}.* TO ${GONE}`,
      `CREATE DEFINER = ${GONE} VIEW plain AS SELECT a, b FROM t WHERE b <> '\`${SOURCE}\`.\`t\`.\`b\`'`,
      `CREATE DEFINER = ${GONE} VIEW checked AS SELECT a FROM t WHERE a > 0 WITH CHECK OPTION`,
      `CREATE DEFINER = ${GONE} VIEW joined AS SELECT l.a, \`r\`.b FROM t l JOIN t \`r\` ON l.a = r.a WHERE l.a IN (SELECT t.a FROM t)`,
      `DROP USER ${GONE}`,
    ],
  },
  {
    what: 'a table of ARCHIVE with numbers of its own',
    only: 'mysql',
    made: [
      'CREATE TABLE t (a INT NOT NULL AUTO_INCREMENT PRIMARY KEY, b VARCHAR(2000)) ENGINE = ARCHIVE',
      `INSERT INTO t (b) WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 900)
       SELECT REPEAT('x', 1500) FROM n`,
    ],
  },
  {
    what: 'moments that updates set and that have no default',
    made: [
      `CREATE TABLE t (a INT PRIMARY KEY, u TIMESTAMP NOT NULL ON UPDATE CURRENT_TIMESTAMP,
        d DATETIME(3) NOT NULL ON UPDATE CURRENT_TIMESTAMP(3), p INT, FOREIGN KEY (p) REFERENCES t (a))`,
      'ALTER TABLE t ALTER u DROP DEFAULT, ALTER d DROP DEFAULT',
      "INSERT INTO t (a, u, d) VALUES (1, '2001-02-03 04:05:06', '2002-02-02 02:02:02.002')",
    ],
  },
  {
    what: 'moments where the target fills the first by itself',
    globals: { explicit_defaults_for_timestamp: 0 },
    made: [
      'SET explicit_defaults_for_timestamp = 1',
      "CREATE TABLE t (a INT PRIMARY KEY, m TIMESTAMP NOT NULL, n TIMESTAMP NULL, o TIMESTAMP NOT NULL DEFAULT '2001-02-03 04:05:06')",
      "INSERT INTO t (a, m) VALUES (1, '2002-02-02 02:02:02')",
    ],
  },
];

describe.each(testVendors)('tables and views that are odd, %s', (vendor) => {
  const registry = newRegistry();
  let root: Connection;
  let parent: string;
  let dumps = 0;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-odd-'));
    root = await connectPlain(vendor);
  });
  beforeEach(() => dropSchemas(vendor, SOURCE, COPY));
  afterAll(async () => {
    await dropSchemas(vendor, SOURCE, COPY);
    await root.end();
    await rm(parent, { recursive: true, force: true });
  });

  async function make(statements: readonly string[]): Promise<void> {
    const maker = await connectPlain(vendor);
    for (const statement of [`CREATE DATABASE ${SOURCE}`, `USE ${SOURCE}`, ...statements])
      await maker.query(statement);
    await maker.end();
  }

  async function dumped(): Promise<string> {
    const folder = join(parent, `dump-${++dumps}`);
    const { errors } = await dumpSchema(registry, { vendor, schema: SOURCE, folder, bytesPerChunk: 200_000 });
    expect(errors).toEqual([]);
    return folder;
  }

  const odd = ODD.filter(({ only = vendor }) => only === vendor);

  it.each(odd)('$what come into another schema by a dump', async ({ made, globals = {} }) => {
    await make(made);
    const folder = await dumped();
    await withGlobals(root, globals, async () => {
      const load = { vendor, folder, schemaMap: { [SOURCE]: COPY }, verify: 'checksum' as const };
      const { errors } = await loadDump(registry, load);
      expect(errors).toEqual([]);
    });
    expect((await schemaFingerprint(root, COPY)).tables).toEqual(
      (await schemaFingerprint(root, SOURCE)).tables,
    );
  });

  it.each(odd)('$what come into another schema by a migration', async ({ made, globals = {} }) => {
    await make(made);
    await withGlobals(root, globals, async () => {
      const { errors } = await migrateSchema(registry, {
        ...{ from: vendor, to: vendor, schema: SOURCE, copy: COPY },
      });
      expect(errors).toEqual([]);
    });
    expect((await schemaFingerprint(root, COPY)).tables).toEqual(
      (await schemaFingerprint(root, SOURCE)).tables,
    );
  });

  it('views are the same where their definer comes back', async () => {
    await make(ODD[0]?.made ?? []);
    const folder = await dumped();
    await root.query(`CREATE USER ${GONE}`);
    await root.query(`GRANT SELECT ON *.* TO ${GONE}`);
    try {
      const { errors } = await loadDump(registry, { vendor, folder, schemaMap: { [SOURCE]: COPY } });
      expect(errors).toEqual([]);
    } finally {
      await root.query(`DROP USER ${GONE}`);
    }
  });

  // MariaDB has no such setting.
  if (vendor === 'mysql')
    it('a table without a key is refused by name where the target wants one', async () => {
      await make(['CREATE TABLE keyless (a INT)', 'INSERT INTO keyless VALUES (1)']);
      const folder = await dumped();
      await withGlobals(root, { sql_require_primary_key: 1 }, async () => {
        const options = { ...LOAD_DEFAULTS, schemaMap: { [SOURCE]: COPY } };
        const request = { endpoint: testEndpoint(vendor), profile: null, folder, options };
        const { conflicts } = await planLoad(request, new Cancellation());
        expect(conflicts).toMatchObject([{ code: 'primary-key-missing', table: `${SOURCE}.keyless` }]);
        expect(conflicts[0]?.hint).toContain('sql_require_primary_key');
        const refused = await loadDump(registry, { vendor, folder, schemaMap: { [SOURCE]: COPY } });
        expect(refused).toMatchObject({ state: 'failed', errors: [{ table: `${COPY}.keyless` }] });
        expect(refused.errors[0]?.hint).toContain('sql_require_primary_key');
      });
      const [there] = await root.query(`SHOW DATABASES LIKE '${COPY}'`);
      expect(there).toEqual([]);
    });

  // MySQL has none to begin with.
  if (vendor === 'mariadb')
    it('an empty geometry, which no server accepts, is named with its remedy', async () => {
      await make([
        'CREATE TABLE t (a INT PRIMARY KEY, g GEOMETRY NOT NULL)',
        "SET sql_mode = ''",
        'INSERT IGNORE INTO t (a) VALUES (1)',
      ]);
      const folder = await dumped();
      const { errors } = await loadDump(registry, { vendor, folder, schemaMap: { [SOURCE]: COPY } });
      expect(errors[0]).toMatchObject({ errno: 1416, table: `${COPY}.t` });
      expect(errors[0]?.hint).toContain('empty geometry');
    });
});
