import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planLines } from '../../../app/cli/output/plan-lines';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { LoadJournal } from '../../../app/target/journal/journal';
import { JOURNAL_TABLE } from '../../../app/target/journal/journal-table';
import { ownedObjects } from '../../../app/target/tables/ownership';
import { planLoad } from '../harness/plans';
import { persistedOptions } from '../../../app/target/journal/resume';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain, withSession } from '../harness/servers';

const SOURCE = 'owned_source';
const COPY = 'owned_copy';

describe.each(testVendors)('ownership of a load’s objects, %s', (vendor) => {
  const registry = newRegistry();
  let parent: string;
  let folder: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-owned-'));
    folder = join(parent, 'dump');
    await dropSchemas(vendor, SOURCE, COPY);
    await run(
      `CREATE DATABASE ${SOURCE}`,
      `CREATE TABLE ${SOURCE}.t (id INT PRIMARY KEY)`,
      `INSERT INTO ${SOURCE}.t VALUES (1)`,
    );
    expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
  });

  afterAll(async () => {
    await dropSchemas(vendor, SOURCE, COPY);
    await rm(parent, { recursive: true, force: true });
  });

  async function run(...statements: readonly string[]): Promise<void> {
    await withPlain(vendor, async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });
  }

  const load = (more: Parameters<typeof loadDump>[1] extends infer Wish ? Partial<Wish> : never = {}) =>
    loadDump(registry, { vendor, folder, schemaMap: { [SOURCE]: COPY }, ...more });

  it('leaves a table of the journal’s name that is none, and says so', async () => {
    await dropSchemas(vendor, COPY);
    await run(
      `CREATE DATABASE ${COPY}`,
      `CREATE TABLE ${COPY}.${JOURNAL_TABLE} (mine INT)`,
      `INSERT INTO ${COPY}.${JOURNAL_TABLE} VALUES (7)`,
    );
    const before = await withPlain(vendor, (connection) => schemaFingerprint(connection, COPY));
    const { errors } = await load({ onExisting: 'append' });
    expect(errors).toMatchObject([{ code: 'target-exists', table: `${COPY}.${JOURNAL_TABLE}` }]);
    expect(errors[0]?.hint).toContain('Rename that table');
    expect(await withPlain(vendor, (connection) => schemaFingerprint(connection, COPY))).toEqual(before);
  });

  it('says in a plan what becomes of a trigger that the dump does not bring', async () => {
    await dropSchemas(vendor, COPY);
    await run(
      `CREATE DATABASE ${COPY}`,
      `CREATE TABLE ${COPY}.t (id INT PRIMARY KEY)`,
      `CREATE TRIGGER ${COPY}.mine BEFORE INSERT ON ${COPY}.t FOR EACH ROW SET @a = 1`,
    );
    const plan = async (onExisting: LoadOptions['onExisting']) => {
      const options = { ...LOAD_DEFAULTS, schemaMap: { [SOURCE]: COPY }, onExisting };
      const request = { endpoint: testEndpoint(vendor), profile: null, folder, options };
      return await planLoad(request, new Cancellation());
    };
    const mine = { schema: COPY, kind: 'trigger', name: 'mine' };
    const dropped = await plan('drop');
    expect([dropped.existing, dropped.conflicts]).toEqual([[{ ...mine, answer: 'drop' }], []]);
    expect(planLines(dropped)).toContain(`  drop with its table: trigger ${COPY}.mine`);
    const appended = await plan('append');
    expect(appended.existing).toEqual([{ ...mine, answer: 'refuse' }]);
    expect(appended.conflicts).toMatchObject([{ code: 'target-exists' }]);
  });

  it('begins a new load where there is nothing to resume', async () => {
    await dropSchemas(vendor, COPY);
    expect(await load({ resume: true })).toMatchObject({ ok: true, errors: [] });
  });

  it('is not what the journal alone says that it would make', async () => {
    await dropSchemas(vendor, COPY);
    await run(
      `CREATE DATABASE ${COPY}`,
      ...['wanted', 'confirmed', 'renamed'].map((name) => `CREATE TABLE ${COPY}.${name} (id INT)`),
      `CREATE PROCEDURE ${COPY}.theirs() SELECT 'theirs'`,
      `CREATE PROCEDURE ${COPY}.ours() SELECT 'ours'`,
    );
    const owned = await withSession(vendor, async (session) => {
      const journal = await LoadJournal.begin(session, {
        dump: 'none',
        options: persistedOptions(LOAD_DEFAULTS),
        targets: [
          {
            ...{ source: SOURCE, target: COPY, exists: true, firstObject: null },
            ...{ clashes: [], namesakes: [], foreignTriggers: [] },
          },
        ],
      });
      const table = (name: string) => ({ kind: 'table', schema: COPY, name }) as const;
      const entries = await journal.recordCreate(session, ['wanted', 'confirmed', 'renamed'].map(table));
      const [, confirmed, renamed] = entries;
      if (confirmed === undefined || renamed === undefined) throw new Error('Entries are missing');
      // This one stands under its temporary name yet: the one under the wanted name is a stranger's.
      await session.run(`CREATE TABLE ${COPY}.\`${confirmed.temporary ?? ''}\` (id INT)`);
      await journal.recordCreated(session, [confirmed, renamed]);
      const procedure = (name: string, body: string) =>
        ({
          ...({ kind: 'procedure', schema: COPY, name } as const),
          statement: `CREATE PROCEDURE \`${name}\`() ${body}`,
        }) as const;
      const stored = await journal.recordCreate(session, [
        procedure('theirs', "SELECT 'another'"),
        procedure('ours', "SELECT 'ours'"),
      ]);
      // As if they had been recorded before they were made.
      await session.run(
        `UPDATE ${journal.table} SET detail = JSON_SET(detail, '$.since', '2000-01-01 00:00:00') WHERE name IN (${stored.map(({ key }) => `'${key}'`).join(', ')})`,
      );
      return await ownedObjects(session, journal);
    });
    expect(owned.map(({ name }) => name).sort()).toEqual(['ours', 'renamed']);
  });
});
