import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import { migrating } from '../../../app/contract/runs/migrate';
import { patternOf } from '../../../app/contract/commands/pattern';
import type { RunResult } from '../../../app/contract/runs/result';
import { closeGate, openGate, waitsAt, type Gate } from '../harness/gate';
import { migrateSchema, startMigration, WAYS, type MigrationWish } from '../harness/migrations';
import { newRegistry } from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas } from '../harness/servers';

const SOURCE = 'migrate_ranges';
const COPY = 'migrate_ranges_copy';
/** Beside the copy, of which nobody else knows. */
const LOG = 'migrate_ranges_log';

/** The last row of a table of 8 MiB: queries before it have committed rows. */
const GATE: Gate = { column: 'id', value: 2000 };
/** So much of it is in that it can be cut into three. */
const ENOUGH = 1001;

const UNCUT = /^Loaded again: the earlier run had not finished it, and it has too few rows, or no key/;
const NONE_SAME = /^Loaded again: the earlier run had not finished it, and no range of it is the same/;

/** A table whose rows, numbered from 1 in `id`, lie in that order along some kind of key. */
interface Keyed {
  readonly key: string;
  readonly columns: string;
  /** Values of the columns but the ballast, by the row's number `n`. */
  readonly values: string;
  readonly partitions?: string;
}

const BY_ID: Keyed = { key: 'an integer', columns: 'id INT PRIMARY KEY', values: 'n' };

const KEYED: readonly Keyed[] = [
  BY_ID,
  {
    key: 'a binary value',
    columns: 'k BINARY(4) PRIMARY KEY, id INT',
    values: "UNHEX(LPAD(HEX(n), 8, '0')), n",
  },
  {
    key: 'several columns',
    columns: 'a SMALLINT, d DATE, id INT, PRIMARY KEY (a, d, id)',
    values: "n DIV 900, '2020-01-01' + INTERVAL n DIV 300 DAY, n",
  },
  {
    key: 'a text that knows neither case nor accent',
    columns: 'k VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci PRIMARY KEY, id INT',
    values: "CONCAT(ELT(1 + n % 4, 'e', 'E', 'é', 'É'), LPAD(n, 5, '0'), ' \\'x'), n",
  },
  {
    key: 'a text of a narrow character set',
    columns: 'k CHAR(20) CHARACTER SET latin1 COLLATE latin1_swedish_ci PRIMARY KEY, id INT',
    values: "CONCAT(CHAR(233 USING latin1), LPAD(n, 5, '0')), n",
  },
  {
    key: 'a decimal number',
    columns: 'k DECIMAL(40, 10) PRIMARY KEY, id INT',
    values: '(n - 1000) * 12345678901234567890.0000000001, n',
  },
  { key: 'a float', columns: 'k FLOAT PRIMARY KEY, id INT', values: '(n - 1000) / 7e0, n' },
  {
    key: 'a date and time',
    columns: 'k DATETIME(6) PRIMARY KEY, id INT',
    values: "'1000-01-01' + INTERVAL n * 1000003 MICROSECOND, n",
  },
  {
    key: 'a timestamp',
    columns: 'k TIMESTAMP(3) PRIMARY KEY, id INT',
    values: 'FROM_UNIXTIME(1790000000 + n), n',
  },
  {
    key: 'a time that descends',
    columns: 'k TIME, id INT, PRIMARY KEY (k DESC)',
    values: 'SEC_TO_TIME(1000 - n), n',
  },
  {
    key: 'the number of an ENUM',
    columns: "k ENUM('b', 'c', 'a'), id INT, PRIMARY KEY (k, id)",
    values: '1 + n DIV 700, n',
  },
  {
    key: 'the number of a SET',
    columns: "k SET('y', 'x'), id INT, PRIMARY KEY (k, id)",
    values: 'n DIV 600, n',
  },
  {
    key: 'a value that may be missing',
    columns: 'k INT NULL, id INT, UNIQUE KEY k (k)',
    values: 'IF(n <= 600, NULL, n), n',
  },
  {
    key: 'partitions',
    columns: 'id INT PRIMARY KEY',
    values: 'n',
    partitions:
      'PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (1001), PARTITION high VALUES LESS THAN MAXVALUE)',
  },
];

describe.each(WAYS)('a table that was not finished on its way from %s to %s', (from, to) => {
  const registry = newRegistry();
  let source: Connection;
  let target: Connection;
  let gate: Connection;

  const wish: MigrationWish = {
    ...{ from, to, schema: SOURCE, copy: COPY, fixes: ['collations'], threads: 2 },
    selection: {
      ...migrating([{ kind: 'schema', schema: patternOf(SOURCE) }]),
      where: [{ schema: SOURCE, table: 'gated', condition: waitsAt(GATE) }],
    },
  };

  beforeAll(async () => {
    [target, gate] = await Promise.all([connectPlain(to), connectPlain(from)]);
  });

  afterAll(async () => {
    await Promise.all([target.end(), gate.end()]);
    await dropSchemas(from, SOURCE);
    await dropSchemas(to, COPY);
  });

  beforeEach(async () => {
    await dropSchemas(to, COPY, LOG);
    source = await connectToFresh(from, SOURCE);
    return async () => {
      await source.end();
      await dropSchemas(to, LOG);
    };
  });

  async function makeGated({ columns, values, partitions = '' }: Keyed): Promise<void> {
    await source.query(
      `CREATE TABLE gated (${columns}, v VARCHAR(5000) CHARACTER SET ascii, KEY v (v(10))) STATS_AUTO_RECALC=0 ${partitions}`,
    );
    for (const first of [1, 1001])
      await source.query(
        `INSERT INTO gated WITH RECURSIVE c AS (SELECT ${first} AS n UNION ALL SELECT n + 1 FROM c WHERE n < ${first + 999}) SELECT ${values}, REPEAT('g', 4000) FROM c`,
      );
    await source.query('ANALYZE TABLE gated');
  }

  /** Runs into the closed gate, and is cancelled when enough of the table is in. */
  async function interrupt(): Promise<void> {
    await closeGate(gate, GATE);
    try {
      const { runId, ended } = startMigration(registry, wish);
      const landed = async () => {
        const [rows] = await target
          .query<RowDataPacket[]>(
            `SELECT SUM(row_count) AS n FROM ${COPY}.sluice_load_journal WHERE kind = 'chunk'`,
          )
          .catch(() => [[]]);
        return Number(rows[0]?.n ?? 0);
      };
      await expect.poll(landed).toBeGreaterThanOrEqual(ENOUGH);
      registry.cancel(runId);
      expect(await ended).toMatchObject({ state: 'cancelled', errors: [] });
    } finally {
      await openGate(gate, GATE);
    }
  }

  /** With a trigger that writes down which rows come. */
  async function resumeWatched(): Promise<RunResult> {
    for (const statement of [
      `CREATE DATABASE ${LOG}`,
      `CREATE TABLE ${LOG}.written (id INT)`,
      `CREATE TRIGGER ${COPY}.spy AFTER INSERT ON ${COPY}.gated FOR EACH ROW INSERT INTO ${LOG}.written VALUES (NEW.id)`,
    ])
      await target.query(statement);
    const resumed = await migrateSchema(registry, { ...wish, resume: true });
    await target.query(`DROP TRIGGER ${COPY}.spy`);
    return resumed;
  }

  async function idsIn(table: string): Promise<readonly number[]> {
    const [rows] = await target.query<RowDataPacket[]>(`SELECT id FROM ${table} ORDER BY id`);
    return rows.map(({ id }) => Number(id));
  }

  async function expectSameRows(): Promise<void> {
    const rowsOf = async (connection: Connection, schema: string) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT id, CRC32(v) AS v FROM ${schema}.gated ORDER BY id`,
      );
      return rows;
    };
    expect(await rowsOf(target, COPY)).toEqual(await rowsOf(source, SOURCE));
  }

  const toldOf = ({ verdicts }: RunResult) => verdicts[0]?.decisions?.[0];

  it.each(shareOf(KEYED, from === 'mariadb'))(
    'resumes along $key: only the missing ranges are copied',
    async (table) => {
      await makeGated(table);
      await interrupt();
      const landed = await idsIn(`${COPY}.gated`);
      await source.query("UPDATE gated SET v = 'changed' WHERE id = 700");
      await source.query('DELETE FROM gated WHERE id = 1999');
      const resumed = await resumeWatched();
      expect(resumed.errors).toEqual([]);
      const again = new Set(await idsIn(`${LOG}.written`));
      const kept = (await idsIn(`${COPY}.gated`)).filter((id) => !again.has(id));
      // However the two lanes had shared the table, one of the ranges was whole.
      expect(kept.length).toBeGreaterThanOrEqual(500);
      expect(toldOf(resumed)).toContain(
        `Resumed: ${kept.length.toLocaleString('en')} rows of the earlier run are the same on both sides`,
      );
      expect(kept.filter((id) => !landed.includes(id) || id === 700)).toEqual([]);
      expect(again.has(1999)).toBe(false);
      await expectSameRows();
    },
  );

  it('but not where the target’s rows differ, whoever changed them', async () => {
    await makeGated(BY_ID);
    await interrupt();
    await target.query(`UPDATE ${COPY}.gated SET v = 'mine' WHERE id = 3`);
    await target.query(`DELETE FROM ${COPY}.gated WHERE id = 4`);
    const resumed = await resumeWatched();
    expect(resumed.errors).toEqual([]);
    const again = await idsIn(`${LOG}.written`);
    for (const id of [3, 4]) expect(again.filter((one) => one === id)).toEqual([id]);
    await expectSameRows();
  });

  it('and not where all of them are', async () => {
    await makeGated(BY_ID);
    await interrupt();
    await source.query("UPDATE gated SET v = CONCAT('h', SUBSTRING(v, 2))");
    const resumed = await resumeWatched();
    expect(toldOf(resumed)).toMatch(NONE_SAME);
    expect(await idsIn(`${LOG}.written`)).toHaveLength(2000);
    await expectSameRows();
  });

  if (from !== to)
    it('nor where each side puts its key in an order of its own, which is said', async () => {
      const collation = from === 'mysql' ? 'utf8mb4_0900_ai_ci' : 'utf8mb4_uca1400_ai_ci';
      await makeGated({
        ...BY_ID,
        columns: `k VARCHAR(20) CHARACTER SET utf8mb4 COLLATE ${collation} PRIMARY KEY, id INT`,
        values: "LPAD(n, 5, '0'), n",
      });
      await interrupt();
      const resumed = await resumeWatched();
      expect(resumed.errors).toEqual([]);
      expect(toldOf(resumed)).toMatch(UNCUT);
      expect(await idsIn(`${LOG}.written`)).toHaveLength(2000);
      await expectSameRows();
    });
});
