import { promises as fs } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadPlan } from '../../../app/contract/runs/load-plan';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { JOURNAL_TABLE } from '../../../app/target/journal/journal-table';
import { planLoad } from '../harness/plans';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { unseal } from '../harness/unseal';

const SCHEMA = 'planned';
const COPY = 'planned_copy';
const registry = newRegistry();

describe.each(testVendors)('a dry run, %s', (vendor) => {
  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SCHEMA}`,
        `USE ${SCHEMA}`,
        'CREATE TABLE parent (id INT PRIMARY KEY, note VARCHAR(50), KEY by_note (note))',
        `CREATE TABLE child (id INT PRIMARY KEY, parent INT, pad CHAR(200) DEFAULT 'x',
           CONSTRAINT of_parent FOREIGN KEY (parent) REFERENCES parent (id))`,
        `INSERT INTO parent WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 900)
           SELECT id, id FROM n`,
        'INSERT INTO child (id, parent) SELECT id, id FROM parent',
        'CREATE VIEW v AS SELECT id FROM parent',
        "CREATE DEFINER = 'somebody'@'else' PROCEDURE tidy() SELECT 1",
        'CREATE TRIGGER stamp BEFORE INSERT ON child FOR EACH ROW SET NEW.pad = NEW.pad',
      ])
        await connection.query(statement);
    });
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      await work(folder);
    });
  }

  const plan = (folder: string, options: Partial<LoadOptions> = {}): Promise<LoadPlan> =>
    planLoad(
      {
        endpoint: testEndpoint(vendor),
        profile: null,
        folder,
        options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY }, ...options },
      },
      new Cancellation(),
    );

  it('plans what a load then does, and changes nothing', async () => {
    await withDump(async (folder) => {
      const planned = await plan(folder, { indexes: 'defer' });
      expect(planned).toMatchObject({
        conflicts: [],
        otherStatements: [],
        definers: [{ object: 'PROCEDURE tidy', account: 'somebody@else', file: `${SCHEMA}.sql` }],
        schemas: [{ source: SCHEMA, target: COPY, exists: false, views: 1, routines: 1, triggers: 1 }],
        totals: { rows: 1800 },
      });
      // The bigger one first.
      expect(planned.tables.map(({ table, action }) => [table, action])).toEqual([
        ['child', 'create'],
        ['parent', 'create'],
      ]);
      await withPlain(vendor, async (connection) => {
        expect((await connection.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      });
      const loaded = await loadDump(registry, {
        vendor,
        folder,
        schemaMap: { [SCHEMA]: COPY },
        indexes: 'defer',
      });
      expect(loaded).toMatchObject({ ok: true, errors: [], rows: planned.totals.rows });
      for (const planning of planned.tables) {
        const verdict = loaded.verdicts.find(({ table }) => table === planning.table);
        expect(planning).toMatchObject({ indexReason: verdict?.decisions?.[0] });
      }
      await dropSchemas(vendor, COPY);
    });
  });

  it('is an option of the command: with --json a plan and then the result', async () => {
    await withDump(async (folder) => {
      const { host, port, user, password } = testServer(vendor);
      const command = (...more: readonly string[]) =>
        runSluice(
          ['load', '--dry-run', '--target', `mysql://${user}@${host}:${port}`, '--dump', folder, ...more],
          { SLUICE_PASSWORD: password },
        );
      const free = await command('--json', '--schema-map', `${SCHEMA}=${COPY}`);
      expect(free).toMatchObject({ exitCode: 0, result: { ok: true, state: 'done', errors: [] } });
      const clash = await command('--json');
      expect(clash.exitCode).toBe(5);
      expect(clash.result).toMatchObject({ type: 'result', ok: false, errors: [{ code: 'target-exists' }] });
      const [first = ''] = clash.output.split('\n');
      expect(JSON.parse(first)).toMatchObject({ type: 'plan', tables: [{ table: 'child' }, {}] });
    });
  });

  it('shows blockers, and the effect of each policy on them', async () => {
    await withDump(async (folder) => {
      await withPlain(vendor, async (connection) => {
        await connection.query(`CREATE DATABASE ${COPY}`);
        await connection.query(`CREATE TABLE ${COPY}.parent (other INT)`);
        await connection.query(`INSERT INTO ${COPY}.parent VALUES (7)`);
        const before = await schemaFingerprint(connection, COPY);
        const refused = await plan(folder);
        expect(refused.conflicts).toMatchObject([{ code: 'target-exists' }]);
        expect(refused.tables.find(({ table }) => table === 'parent')?.action).toBe('refuse');
        const actions = async (onExisting: LoadOptions['onExisting']) => {
          const { conflicts, tables } = await plan(folder, { onExisting });
          // Its rows can’t go into a table of other columns.
          const codes = onExisting === 'truncate' ? [{ code: 'definition-differs' }] : [];
          expect(conflicts).toMatchObject(codes);
          return Object.fromEntries(tables.map(({ table, action }) => [table, action]));
        };
        expect(await actions('drop')).toEqual({ parent: 'replace', child: 'create' });
        expect(await actions('truncate')).toEqual({ parent: 'empty', child: 'create' });
        expect(await actions('skip')).toEqual({ parent: 'skip', child: 'create' });
        expect(await schemaFingerprint(connection, COPY)).toEqual(before);
      });
      await dropSchemas(vendor, COPY);
    });
  });

  it('names an unfinished load among the conflicts, and leaves even the rest of a journal as it is', async () => {
    await withDump(async (folder) => {
      const journal = `${COPY}.${JOURNAL_TABLE}`;
      await withPlain(vendor, async (connection) => {
        await connection.query(`DROP DATABASE IF EXISTS ${COPY}`);
        await connection.query(`CREATE DATABASE ${COPY}`);
        await connection.query(`CREATE TABLE ${journal} (kind VARCHAR(16), name VARBINARY(99), detail TEXT)`);
        const codes = async () => (await plan(folder)).conflicts.map(({ code }) => code);
        expect(await codes()).not.toContain('load-unfinished');
        const header = JSON.stringify({ version: 1 });
        await connection.query(`INSERT INTO ${journal} VALUES ('load', '', ?)`, [header]);
        const before = await schemaFingerprint(connection, COPY);
        expect(await codes()).toContain('load-unfinished');
        expect(await schemaFingerprint(connection, COPY)).toEqual(before);
        await connection.query(`DROP DATABASE ${COPY}`);
      });
    });
  });

  it('names every conflict, and each statement that a dump should not hold', async () => {
    await withDump(async (folder) => {
      const chunk = (await fs.readdir(folder)).find((name) => name.startsWith(`${SCHEMA}@child@@`)) ?? '';
      await fs.unlink(join(folder, chunk));
      await fs.appendFile(join(folder, `${SCHEMA}.sql`), "\nGRANT ALL ON *.* TO 'thief'@'%';\n");
      await unseal(folder);
      const other = { kind: 'production', name: 'Shop' } as const;
      const planned = await planLoad(
        {
          endpoint: testEndpoint(vendor),
          profile: { name: other.name, environment: other.kind },
          folder,
          options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } },
        },
        new Cancellation(),
      );
      expect(planned.conflicts).toMatchObject([
        { code: 'target-protected' },
        { code: 'dump-damaged', chunk },
      ]);
      expect(planned.otherStatements).toEqual([
        { file: `${SCHEMA}.sql`, statement: "GRANT ALL ON *.* TO 'thief'@'%'" },
      ]);
    });
  });

  if (vendor === 'mysql')
    it('names the privilege that the account lacks for what every load sets', async () => {
      await withDump(async (folder) => {
        await withPlain(vendor, async (connection) => {
          await connection.query("CREATE USER 'planner'@'%' IDENTIFIED BY 'Plan-1!'");
          await connection.query(`GRANT ALL ON ${COPY}.* TO 'planner'@'%'`);
          const { conflicts } = await planLoad(
            {
              endpoint: { ...testEndpoint(vendor), user: 'planner', password: 'Plan-1!' },
              profile: null,
              folder,
              options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } },
            },
            new Cancellation(),
          );
          await connection.query("DROP USER 'planner'@'%'");
          expect(conflicts).toContainEqual(expect.objectContaining({ code: 'privilege-missing' }));
        });
      });
    });
});
