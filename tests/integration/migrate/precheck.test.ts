import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { type MigrateOptions, type MigrationFinding, remedyOf } from '../../../app/contract/runs/migrate';
import type { RunResult } from '../../../app/contract/runs/result';
import { Cancellation } from '../../../app/engine/cancellation';
import { planMigration } from '../../../app/migrate/plan';
import { testVendors } from '../../servers/test-server';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';

const SOURCE = 'Precheck_source';
const COPY = 'precheck_copy';
const [READER, WRITER] = ['prec_reader', 'prec_writer'];

/** Findings on the servers and the accounts of a migration, whatever is in its tables. */
describe.each(testVendors)('findings on two servers before the first row, %s', (vendor) => {
  const registry = newRegistry();
  let source: Connection;
  let own: OwnServer;
  let target: Connection;

  beforeAll(async () => {
    // It folds the case of names, and has smaller pages and packets than the source.
    own = await OwnServer.start(
      vendor,
      ['--max-allowed-packet=4M'],
      ['--lower-case-table-names=1', '--innodb-page-size=8k'],
    );
    target = await own.connect();
  });

  beforeEach(async () => {
    await target.query(`DROP DATABASE IF EXISTS ${COPY}`);
    for (const name of [READER, WRITER]) await target.query(`DROP USER IF EXISTS ${name}`);
    source = await connectToFresh(vendor, SOURCE);
    await source.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await source.query('INSERT INTO t VALUES (1), (2)');
    return async () => await source.end();
  });

  afterAll(async () => {
    await target.end();
    await own.end();
    await dropSchemas(vendor, SOURCE);
  });

  interface Wish extends Partial<MigrateOptions> {
    readonly from?: Endpoint;
    readonly into?: Endpoint;
    readonly profile?: { readonly name: string; readonly environment: 'production' };
  }

  function request({ from = testEndpoint(vendor), into = own.endpoint, profile, ...more }: Wish) {
    return {
      source: from,
      sourceProfile: null,
      target: into,
      profile: profile ?? null,
      options: { ...migrationOptions(SOURCE, COPY), reconnectMs: 0, ...more },
    };
  }

  async function found(wish: Wish = {}): Promise<readonly MigrationFinding[]> {
    const plan = await planMigration({ ...request(wish), sluiceVersion: '0.0.0-test' }, new Cancellation());
    return plan.findings;
  }

  async function migrate(wish: Wish = {}): Promise<RunResult> {
    const unsaved = { name: 'own', profileId: null };
    return await registry.finished(
      registry.startMigrate({ source: unsaved, target: unsaved }, request(wish)).runId,
    );
  }

  /** Refused, and the target knows nothing of it. */
  async function expectRefused(code: string, wish: Wish = {}): Promise<RunResult> {
    const result = await migrate(wish);
    expect(result).toMatchObject({ state: 'failed', errors: [{ code }], rows: 0 });
    const [left] = await target.query(`SHOW DATABASES LIKE '${COPY}'`);
    expect(left).toEqual([]);
    return result;
  }

  const withRule = (findings: readonly MigrationFinding[], rule: string) =>
    findings.filter((finding) => finding.rule === rule);

  it('a replica is refused', async () => {
    const change =
      vendor === 'mysql'
        ? "CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'nowhere.example'"
        : "CHANGE MASTER TO MASTER_HOST = 'nowhere.example'";
    await target.query(change);
    try {
      const [finding] = withRule(await found(), 'target-read-only');
      expect(finding?.severity).toBe('blocks');
      expect(finding?.why).toContain('a replica of nowhere.example');
      await expectRefused('target-read-only');
    } finally {
      await target.query('RESET REPLICA ALL');
    }
    expect(withRule(await found(), 'target-read-only')).toEqual([]);
  });

  it('a server that takes no writes is refused', async () => {
    await target.query('SET GLOBAL read_only = 1');
    try {
      expect(withRule(await found(), 'target-read-only')).toMatchObject([{ severity: 'blocks' }]);
      await expectRefused('target-read-only');
    } finally {
      await target.query('SET GLOBAL read_only = 0');
    }
  });

  it('a production server is refused until its name is typed', async () => {
    const profile = { name: 'Live', environment: 'production' } as const;
    expect(withRule(await found({ profile }), 'target-protected')).toMatchObject([{ severity: 'blocks' }]);
    await expectRefused('target-protected', { profile });
    await expectRefused('target-protected', { profile, confirmedTarget: 'live' });
    expect(withRule(await found({ profile, confirmedTarget: 'Live' }), 'target-protected')).toEqual([]);
    expect((await migrate({ profile, confirmedTarget: 'Live' })).errors).toEqual([]);
  });

  it('names that differ by their case alone are refused where the target folds it, others are warned of', async () => {
    await source.query('CREATE TABLE Orders (id INT PRIMARY KEY)');
    const [warned] = withRule(await found(), 'lower-case-names');
    expect(warned?.severity).toBe('warns');
    expect(warned?.why).toContain('lower_case_table_names is 0 on the source and 1 on the target');
    await source.query('CREATE TABLE orders (id INT PRIMARY KEY)');
    const [clash, ...others] = withRule(await found(), 'lower-case-names');
    expect({ clash: clash?.severity, others }).toEqual({ clash: 'blocks', others: [] });
    const refused = await expectRefused('migration-refused');
    expect(refused.errors[0]?.message).toMatch(/same as that of Precheck_source\.[Oo]rders/);
  });

  it('a target that takes smaller packets is named, with the statement that helps', async () => {
    const [warned] = withRule(await found(), 'max-allowed-packet');
    expect(warned?.severity).toBe('warns');
    const statement =
      /SET GLOBAL max_allowed_packet = \d+/.exec((warned && remedyOf(warned)) ?? '')?.[0] ?? '';
    const [before] = await target.query('SELECT @@GLOBAL.max_allowed_packet AS bytes');
    await target.query(statement);
    expect(withRule(await found(), 'max-allowed-packet')).toEqual([]);
    const [{ bytes }] = before as [{ bytes: number }];
    await target.query(`SET GLOBAL max_allowed_packet = ${String(bytes)}`);
  });

  it('a target with smaller pages is named, and what does not fit there is refused before the first row', async () => {
    const [warned] = withRule(await found(), 'page-size');
    expect(warned).toMatchObject({ severity: 'warns', object: 'target' });
    expect(warned?.why).toContain('8.19 kB on the target and 16.4 kB on the source');
    await source.query('CREATE TABLE wide (k VARCHAR(3000) CHARACTER SET ascii PRIMARY KEY)');
    const refused = await expectRefused('statement-failed');
    expect(refused.errors[0]?.message).toContain('too long');
  });

  it('compressed tables are refused where pages are too large for them', async () => {
    await source.query('CREATE TABLE packed (id INT PRIMARY KEY) ROW_FORMAT=COMPRESSED');
    const large = await OwnServer.start(vendor, [], ['--innodb-page-size=32k']);
    try {
      expect(withRule(await found({ into: large.endpoint }), 'row-format')).toMatchObject([
        { severity: 'blocks', object: `${SOURCE}.packed` },
      ]);
      const refused = await migrate({ into: large.endpoint });
      expect(refused).toMatchObject({ state: 'failed', errors: [{ code: 'migration-refused' }], rows: 0 });
    } finally {
      await large.end();
    }
  });

  if (vendor === 'mariadb')
    it('compressed tables are refused where they can only be read', async () => {
      await source.query('CREATE TABLE packed (id INT PRIMARY KEY) ROW_FORMAT=COMPRESSED');
      expect(withRule(await found(), 'row-format')).toEqual([]);
      await target.query('SET GLOBAL innodb_read_only_compressed = ON');
      try {
        expect(withRule(await found(), 'row-format')).toMatchObject([
          { severity: 'blocks', object: `${SOURCE}.packed` },
        ]);
        await expectRefused('migration-refused');
      } finally {
        await target.query('SET GLOBAL innodb_read_only_compressed = OFF');
      }
    });

  if (vendor === 'mariadb')
    it('a REF_SYSTEM_ID, which no definition tells, is named', async () => {
      await source.query('CREATE TABLE places (id INT PRIMARY KEY, p POINT REF_SYSTEM_ID=4326)');
      expect(withRule(await found(), 'spatial-reference')).toMatchObject([
        { severity: 'converts', object: `${SOURCE}.places.p` },
      ]);
    });

  // INSERT IGNORE of MySQL refuses it.
  if (vendor === 'mariadb')
    it('an empty geometry, which no server takes, is found with its column and row', async () => {
      await source.query('CREATE TABLE places (`a b` INT PRIMARY KEY, g GEOMETRY NOT NULL, p POINT, n INT)');
      await source.query(
        'INSERT INTO places VALUES (1, POINT(1, 2), POINT(3, 4), 1), (2, POINT(1, 2), NULL, 1)',
      );
      expect(withRule(await found(), 'empty-geometry')).toEqual([]);
      await source.query("SET sql_mode = ''");
      await source.query('INSERT IGNORE INTO places (`a b`, n) VALUES (7, 1), (8, 2)');
      const [blocks, ...more] = withRule(await found(), 'empty-geometry');
      expect(more).toEqual([]);
      expect(blocks).toMatchObject({ severity: 'blocks', object: `${SOURCE}.places` });
      expect(blocks?.why).toMatch(/column “g” 2 rows hold .*where a b = [78]\.$/);
      expect(blocks && remedyOf(blocks)).toContain('LENGTH(`g`) = 0');
      await expectRefused('migration-refused');
      await source.query('UPDATE places SET g = POINT(5, 6) WHERE LENGTH(g) = 0');
      expect(withRule(await found(), 'empty-geometry')).toEqual([]);
    });

  it('another sql_mode of the target is named, mode by mode', async () => {
    const [rows] = await target.query('SELECT @@GLOBAL.sql_mode AS modes');
    const [{ modes }] = rows as [{ modes: string }];
    await target.query("SET GLOBAL sql_mode = 'ANSI_QUOTES'");
    const [warned] = withRule(await found(), 'sql-mode');
    await target.query(`SET GLOBAL sql_mode = '${modes}'`);
    expect(warned?.why).toContain('adds ANSI_QUOTES');
    expect(warned?.why).toMatch(/lacks [^.]*STRICT_TRANS_TABLES/);
  });

  it('a default that the target’s sql_mode refuses is named', async () => {
    await source.query("SET SESSION sql_mode = ''");
    await source.query("CREATE TABLE zero (id INT PRIMARY KEY, d DATE NOT NULL DEFAULT '0000-00-00')");
    const [rows] = await target.query('SELECT @@GLOBAL.sql_mode AS modes');
    const [{ modes }] = rows as [{ modes: string }];
    await target.query("SET GLOBAL sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE'");
    const [warned] = withRule(await found(), 'zero-date');
    const moved = await migrate();
    await target.query(`SET GLOBAL sql_mode = '${modes}'`);
    expect(warned).toMatchObject({ severity: 'warns', object: `${SOURCE}.zero.d` });
    expect(moved.errors).toEqual([]);
  });

  describe('by accounts that may not do all', () => {
    const login = { user: WRITER, password: 'Prec-1!' };
    const into = (): Endpoint => ({ ...own.endpoint, ...login });

    async function grantTarget(privileges: string): Promise<void> {
      await target.query(`CREATE USER ${WRITER} IDENTIFIED BY '${login.password}'`);
      await target.query(`GRANT ${privileges} ON ${COPY}.* TO ${WRITER}`);
      if (vendor === 'mysql') await target.query(`GRANT SESSION_VARIABLES_ADMIN ON *.* TO ${WRITER}`);
    }

    it('the target’s lacks what tables need: each privilege is named', async () => {
      await grantTarget('SELECT, INSERT, CREATE, DROP');
      const [missing] = withRule(await found({ into: into() }), 'privileges');
      expect(missing).toMatchObject({ severity: 'blocks', object: COPY });
      expect(missing?.why).toContain(`lacks UPDATE, DELETE, ALTER on \`${COPY}\``);
      await expectRefused('migration-refused', { into: into() });
    });

    if (vendor === 'mysql')
      it('the target’s may not set what every load sets: the privilege is named', async () => {
        await grantTarget('ALL');
        await target.query(`REVOKE SESSION_VARIABLES_ADMIN ON *.* FROM ${WRITER}`);
        // Where the variables have the values that a load needs, nobody has to set them.
        expect(withRule(await found({ into: into() }), 'privilege-missing')).toEqual([]);
        await target.query('SET GLOBAL sql_generate_invisible_primary_key = ON');
        try {
          const [missing] = withRule(await found({ into: into() }), 'privilege-missing');
          expect(missing).toMatchObject({ severity: 'blocks' });
          expect(missing?.why).toContain('SESSION_VARIABLES_ADMIN');
          await expectRefused('privilege-missing', { into: into() });
        } finally {
          await target.query('SET GLOBAL sql_generate_invisible_primary_key = OFF');
        }
      });

    it('the target’s lacks what objects need: each privilege is named', async () => {
      await source.query('CREATE SQL SECURITY INVOKER VIEW v AS SELECT id FROM t');
      await source.query('CREATE PROCEDURE p() SQL SECURITY INVOKER SELECT 1');
      await grantTarget('SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER');
      const missing = withRule(await found({ into: into() }), 'privileges').map(({ why }) => why);
      expect(missing).toEqual([
        `The target’s account lacks CREATE VIEW, SHOW VIEW on \`${COPY}\` (for views); CREATE ROUTINE on \`${COPY}\` (for routines).`,
      ]);
      await expectRefused('migration-refused', { into: into() });
    });

    it('the target’s may not replace another account’s routine: the plan names the privilege, as the run does', async () => {
      await source.query('CREATE PROCEDURE p() SQL SECURITY INVOKER SELECT 1');
      await target.query(`CREATE DATABASE ${COPY}`);
      await target.query(`CREATE PROCEDURE ${COPY}.p() SELECT 2`);
      await grantTarget('ALL');
      await target.query(`REVOKE ALTER ROUTINE ON ${COPY}.* FROM ${WRITER}`);
      const wish: Wish = { into: into(), onExisting: 'drop', definers: { kind: 'strip' } };
      const [missing] = withRule(await found(wish), 'privilege-missing');
      expect(missing).toMatchObject({ severity: 'blocks' });
      expect(missing?.why).toContain('ALTER ROUTINE');
      const result = await migrate(wish);
      expect(result).toMatchObject({ state: 'failed', errors: [{ code: 'privilege-missing' }] });
    });

    it('the target’s may not name the definer of an object, or the definer is not there', async () => {
      await source.query("CREATE DEFINER = 'prec_nobody'@'%' VIEW v AS SELECT id FROM t");
      await grantTarget('ALL');
      const [blocked] = withRule(await found({ into: into() }), 'definer');
      expect(blocked).toMatchObject({ severity: 'blocks', object: `${SOURCE} (prec_nobody@%)` });
      await expectRefused('migration-refused', { into: into() });
      const strip = { definers: { kind: 'strip' } } as const;
      expect(withRule(await found({ into: into(), ...strip }), 'definer')).toEqual([]);
      expect(withRule(await found(), 'definer')).toMatchObject([{ severity: 'warns' }]);
    });

    it('the source’s does not see everything of a schema: what may be out of its sight is named', async () => {
      await source.query('CREATE SQL SECURITY INVOKER VIEW v AS SELECT id FROM t');
      await source.query(`DROP USER IF EXISTS ${READER}`);
      await source.query(`CREATE USER ${READER} IDENTIFIED BY '${login.password}'`);
      await source.query(`GRANT SELECT, LOCK TABLES ON \`${SOURCE}\`.* TO ${READER}`);
      await source.query(`GRANT SHOW VIEW ON \`${SOURCE}\`.v TO ${READER}`);
      const from = testEndpoint(vendor, { user: READER, password: login.password });
      const warned = withRule(await found({ from, consistency: 'none' }), 'not-readable');
      await source.query(`DROP USER ${READER}`);
      expect(warned.every(({ severity }) => severity === 'warns')).toBe(true);
      const needs = warned.map(({ why }) => /needs ([^)]+)/.exec(why)?.[1]);
      expect(needs).toEqual([
        vendor === 'mysql' ? 'SHOW_ROUTINE' : 'SELECT on mysql.proc',
        'TRIGGER',
        'EVENT',
      ]);
    });
  });

  /** Nobody fills a disk for it: the source’s statistics are told so. MariaDB reads them again only at its start. */
  if (vendor === 'mysql')
    it('more data than the target’s disk has free is warned of', async () => {
      await source.query('ALTER TABLE t STATS_PERSISTENT = 1, STATS_AUTO_RECALC = 0');
      await source.query('ANALYZE TABLE t');
      await source.query(
        `UPDATE mysql.innodb_table_stats SET clustered_index_size = 1 << 40
       WHERE database_name = '${SOURCE}' AND table_name = 't'`,
      );
      await source.query('FLUSH TABLES');
      const [warned] = withRule(await found(), 'free-space');
      await source.query('ANALYZE TABLE t');
      expect(warned).toMatchObject({ severity: 'warns', object: 'target' });
      expect(withRule(await found(), 'free-space')).toEqual([]);
    });
});
