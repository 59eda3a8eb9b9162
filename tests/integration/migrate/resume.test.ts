import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrating } from '../../../app/contract/runs/migrate';
import { patternOf } from '../../../app/contract/commands/pattern';
import type { MigrateResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import { closeGate, openGate, waitsAt, type Gate } from '../harness/gate';
import { rollBackMigration, migrateSchema, startMigration, type MigrationWish } from '../harness/migrations';
import { newRegistry } from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas } from '../harness/servers';
import { expectWhole, hasJournal } from '../load/crash-schema';

const SOURCE = 'migrate_resume';
const COPY = 'migrate_resume_copy';

/** The last row of a table of 8 MiB: queries before it have committed rows. */
const GATE: Gate = { column: 'id', value: 2000 };

const KEPT = /^Kept from the earlier run/;
const CHANGED = /^Loaded again: the source’s rows are not those/;
const UNFINISHED = /^Loaded again: the earlier run had not finished it/;

describe.each(testVendors)('a migration that was interrupted, %s', (vendor) => {
  const registry = newRegistry();
  let source: Connection;
  let gate: Connection;

  const wish: MigrationWish = {
    ...{ from: vendor, to: vendor, schema: SOURCE, copy: COPY },
    threads: 2,
    eventStatus: 'source',
    selection: {
      ...migrating([{ kind: 'schema', schema: patternOf(SOURCE) }]),
      where: [{ schema: SOURCE, table: 'gated', condition: waitsAt(GATE) }],
    },
  };
  const resume = async (more: Partial<MigrationWish> = {}) =>
    await migrateSchema(registry, { ...wish, resume: true, ...more });

  beforeAll(async () => {
    gate = await connectPlain(vendor);
  });

  afterAll(async () => {
    await gate.end();
    await dropSchemas(vendor, SOURCE, COPY);
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    source = await connectToFresh(vendor, SOURCE);
    for (const statement of [
      'CREATE TABLE gated (id INT PRIMARY KEY, v VARCHAR(5000) CHARACTER SET ascii) STATS_AUTO_RECALC=0',
      "INSERT INTO gated WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 1000) SELECT n, REPEAT('g', 4000) FROM c",
      'INSERT INTO gated SELECT id + 1000, v FROM gated',
      'ANALYZE TABLE gated',
      'CREATE TABLE kept (id INT PRIMARY KEY, c VARCHAR(20), KEY c (c))',
      "INSERT INTO kept VALUES (1, 'a'), (2, NULL)",
      'CREATE TABLE keyless (c INT)',
      'INSERT INTO keyless VALUES (1), (1), (2)',
      'CREATE TABLE changed (id INT PRIMARY KEY, kept_id INT, CONSTRAINT of_kept FOREIGN KEY (kept_id) REFERENCES kept (id))',
      'INSERT INTO changed VALUES (1, 1), (2, 2)',
      'CREATE TABLE altered (id INT PRIMARY KEY)',
      'INSERT INTO altered VALUES (1)',
      'CREATE TABLE gone (id INT PRIMARY KEY)',
      'INSERT INTO gone VALUES (1)',
      'CREATE VIEW seen AS SELECT id FROM kept',
      'CREATE TRIGGER told BEFORE INSERT ON changed FOR EACH ROW SET NEW.kept_id = NEW.kept_id',
      'CREATE EVENT later ON SCHEDULE EVERY 1 DAY STARTS CURRENT_TIMESTAMP + INTERVAL 1 DAY DO SET @a = 1',
    ])
      await source.query(statement);
    return async () => await source.end();
  });

  /** Runs into the closed gate, and is cancelled when all tables but the gated one are in, and some rows of that. */
  async function interrupt(more: Partial<MigrationWish> = {}): Promise<MigrateResult> {
    await closeGate(gate, GATE);
    try {
      const { runId, ended } = startMigration(registry, { ...wish, ...more });
      const journaled = async (kind: string, like: string) => {
        const [rows] = await source
          .query<RowDataPacket[]>(
            `SELECT name FROM ${COPY}.sluice_load_journal WHERE kind = ? AND name LIKE ?`,
            [kind, like],
          )
          .catch(() => [[]]);
        return rows.length;
      };
      await expect.poll(() => journaled('moved', '%')).toBe(5);
      await expect.poll(() => journaled('chunk', '%gated%')).toBeGreaterThan(0);
      registry.cancel(runId);
      return await ended;
    } finally {
      await openGate(gate, GATE);
    }
  }

  function told({ verdicts }: MigrateResult): Readonly<Record<string, string | undefined>> {
    return Object.fromEntries(verdicts.map(({ table, decisions }) => [table, decisions?.[0]]));
  }

  it('resumes under a new snapshot: equal rows are kept, all others come from the source as it is now', async () => {
    const interrupted = await interrupt();
    expect(interrupted).toMatchObject({ state: 'cancelled', errors: [] });
    expect(interrupted.unfinished?.resume).toMatch(
      /^sluice migrate --source mysql:.* --target mysql:.* --schema-map migrate_resume=migrate_resume_copy.* --resume$/,
    );
    for (const statement of [
      'INSERT INTO changed VALUES (3, NULL)',
      'INSERT INTO gated VALUES (5000, NULL)',
      // However many rows the first run brought: no range of them stays.
      'DELETE FROM gated WHERE id % 500 = 1',
      'ALTER TABLE altered ADD COLUMN more INT DEFAULT 7',
      'DROP TABLE gone',
      'CREATE TABLE late (id INT PRIMARY KEY)',
      'INSERT INTO late VALUES (1)',
      'CREATE OR REPLACE VIEW seen AS SELECT id, c FROM kept',
    ])
      await source.query(statement);
    const resumed = await resume();
    expect(resumed.errors).toEqual([]);
    expect(resumed.ok).toBe(true);
    expect(told(resumed)).toMatchObject({
      kept: expect.stringMatching(KEPT) as unknown,
      keyless: expect.stringMatching(KEPT) as unknown,
      changed: expect.stringMatching(CHANGED) as unknown,
      gated: expect.stringMatching(UNFINISHED) as unknown,
    });
    for (const { table, checks } of resumed.verdicts)
      expect([table, checks.find(({ kind }) => kind === 'checksum')?.state]).toEqual([table, 'ok']);
    expect(await hasJournal(source, COPY)).toBe(false);
    await expectWhole(source, SOURCE, COPY);
  });

  it('keeps its choices of definers and keys, and takes no others', async () => {
    const definers = { kind: 'replace', user: 'resumed_choice', host: 'h' } as const;
    await interrupt({ definers, missingPrimaryKey: 'add-invisible' });
    const others = await resume({ definers: { kind: 'strip' } });
    expect(others.errors).toMatchObject([
      { code: 'usage', message: 'It was begun with --definers resumed_choice@h.' },
    ]);
    const keyless = await resume({ missingPrimaryKey: 'allow' });
    expect(keyless.errors).toMatchObject([
      { code: 'usage', message: 'It was begun with --missing-primary-key add-invisible.' },
    ]);
    const resumed = await resume();
    expect(resumed.errors).toEqual([]);
    expect(told(resumed).keyless).toMatch(KEPT);
    const [[table]] = await source.query<RowDataPacket[]>(`SHOW CREATE TABLE ${COPY}.keyless`);
    expect(table?.['Create Table']).toContain('`my_row_id`');
    const [seen] = await source.query<RowDataPacket[]>(
      `SELECT DEFINER AS definer FROM information_schema.VIEWS WHERE TABLE_SCHEMA = '${COPY}'
       UNION ALL SELECT DEFINER FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '${COPY}'
       UNION ALL SELECT DEFINER FROM information_schema.EVENTS WHERE EVENT_SCHEMA = '${COPY}'`,
    );
    expect(seen.map(({ definer }) => definer as unknown)).toEqual(Array(3).fill('resumed_choice@h'));
  });

  it('goes on with its conditions where the command does not repeat them', async () => {
    await interrupt();
    const nothing = migrating([{ kind: 'schema', schema: '%' }]);
    const resumed = await resume({ selection: nothing });
    expect(resumed.errors).toEqual([]);
    expect(told(resumed).kept).toMatch(KEPT);
    await expectWhole(source, SOURCE, COPY);
  });

  it('a table that somebody changed on the target is loaded again', async () => {
    await interrupt();
    await source.query(`UPDATE ${COPY}.kept SET c = 'mine' WHERE id = 1`);
    const resumed = await resume();
    expect(resumed.errors).toEqual([]);
    expect(told(resumed).kept).toMatch(CHANGED);
    expect(told(resumed).changed).toMatch(KEPT);
    await expectWhole(source, SOURCE, COPY);
  });

  describe('into tables that had rows of their own', () => {
    const APPEND = { onExisting: 'append' } as const;

    beforeEach(async () => {
      await source.query(`CREATE DATABASE ${COPY}`);
      await source.query(`CREATE TABLE ${COPY}.kept LIKE kept`);
      await source.query(`INSERT INTO ${COPY}.kept VALUES (9, 'mine')`);
    });

    async function keptRows(): Promise<readonly unknown[]> {
      const [rows] = await source.query<RowDataPacket[]>({
        sql: `SELECT id, c FROM ${COPY}.kept ORDER BY id`,
        rowsAsArray: true,
      });
      return rows;
    }

    it('appended rows are proved beside existing ones, and not appended again', async () => {
      await interrupt(APPEND);
      const resumed = await resume(APPEND);
      expect(resumed.errors).toEqual([]);
      expect(told(resumed).kept).toMatch(KEPT);
      expect(await keptRows()).toEqual([
        [1, 'a'],
        [2, null],
        [9, 'mine'],
      ]);
      expect(await hasJournal(source, COPY)).toBe(false);
    });

    it('rows changed at the source since are not added, because the earlier rows can’t be identified', async () => {
      await interrupt(APPEND);
      await source.query("UPDATE kept SET c = 'b' WHERE id = 1");
      const resumed = await resume(APPEND);
      expect(resumed.errors).toMatchObject([{ code: 'target-exists', table: `${COPY}.kept` }]);
      expect(resumed.errors[0]?.hint).toContain('--roll-back');
      expect(await keptRows()).toEqual([
        [1, 'a'],
        [2, null],
        [9, 'mine'],
      ]);
    });
  });

  it('is not begun a second time, nor resumed as another one, and can be rolled back', async () => {
    await interrupt();
    const again = await migrateSchema(registry, wish);
    expect(again.errors).toMatchObject([{ code: 'load-unfinished' }]);
    const other = await resume({ indexes: 'defer' });
    expect(other.errors).toMatchObject([{ code: 'usage' }]);
    expect(other.errors[0]?.message).toContain('indexes');
    expect(await hasJournal(source, COPY)).toBe(true);
    expect((await rollBackMigration(registry, wish)).errors).toEqual([]);
    const [left] = await source.query<RowDataPacket[]>(`SHOW DATABASES LIKE '${COPY}'`);
    expect(left).toEqual([]);
    // Nothing is left to resume: it begins.
    expect(await resume()).toMatchObject({ ok: true, errors: [] });
  });
});
