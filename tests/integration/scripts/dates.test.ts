import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { connectToFresh, dropSchemas, queryRows, withPlain } from '../harness/servers';
import { saboteurCommand } from '../load/crash-schema';

const COPY = 'written_dates';
const DAYS = 'id;day;at\n1;31.12.2025;31.12.2025 23:59\n2;1.2.2024;\n';
const MONTHS = 'id,day,at\n1,12/31/2025,12/31/2025 11:59:30.5 PM\n2,2/1/2024,2/1/2024 8:05:00 AM\n';
const OPEN = 'id,day\n1,1/2/2025\n2,3/4/2025\n';

describe.each(testVendors)('dates with the day or the month first, %s', (vendor) => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-dates-'));
  const file = join(home, 't.csv');
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await dropSchemas(vendor, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  async function load(csv: string, words: readonly string[] = []) {
    writeFileSync(file, csv);
    const target = [...targetWords(vendor), '--schema-map', `t=${COPY}`];
    return await startAt({ vendor, home }, ['load', ...target, '--dump', file, ...words]).ended;
  }

  async function loaded(csv: string, words: readonly string[] = []): Promise<string> {
    const { exitCode, output } = await load(csv, words);
    expect(exitCode, output).toBe(0);
    return output;
  }

  const rows = () => queryRows(vendor, `SELECT * FROM ${COPY}.t ORDER BY id`);
  const textRows = () =>
    queryRows(
      vendor,
      `SELECT id, CAST(day AS CHAR) AS day, CAST(at AS CHAR) AS at FROM ${COPY}.t ORDER BY id`,
    );
  const types = async () =>
    (
      await queryRows(
        vendor,
        `SELECT COLUMN_TYPE AS type FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '${COPY}' ORDER BY ORDINAL_POSITION`,
      )
    ).map(({ type }) => String(type));

  async function makeTable(columns: string): Promise<void> {
    const connection = await connectToFresh(vendor, COPY);
    await connection.query(`CREATE TABLE t (${columns})`);
    await connection.end();
  }

  it('are found in the file, and become dates', async () => {
    expect(await loaded(DAYS)).toContain('dates with the day first');
    expect((await types()).slice(1)).toEqual(['date', 'datetime']);
    expect(await textRows()).toEqual([
      { id: 1, day: '2025-12-31', at: '2025-12-31 23:59:00' },
      { id: 2, day: '2024-02-01', at: null },
    ]);
    await dropSchemas(vendor, COPY);
    expect(await loaded(MONTHS)).toContain('dates with the month first');
    expect((await types()).slice(1)).toEqual(['date', 'datetime(1)']);
    expect(await textRows()).toEqual([
      { id: 1, day: '2025-12-31', at: '2025-12-31 23:59:30.5' },
      { id: 2, day: '2024-02-01', at: '2024-02-01 08:05:00.0' },
    ]);
  });

  it('stay texts, with a warning, where nothing tells the order; a choice tells it', async () => {
    const doubted = await load(OPEN);
    expect(doubted.exitCode, doubted.output).toBe(3);
    expect(doubted.output).toMatch(/Dates of t\.csv \(day\) may have the day or the month first/);
    expect(await rows()).toMatchObject([{ day: '1/2/2025' }, { day: '3/4/2025' }]);
    for (const [order, day] of [
      ['dmy', '2025-02-01'],
      ['mdy', '2025-01-02'],
    ] as const) {
      await dropSchemas(vendor, COPY);
      await loaded(OPEN, ['--input-dates', order]);
      expect(await queryRows(vendor, `SELECT CAST(day AS CHAR) AS day FROM ${COPY}.t WHERE id = 1`)).toEqual([
        { day },
      ]);
    }
    await dropSchemas(vendor, COPY);
    await loaded(DAYS, ['--input-dates', 'ymd']);
    expect(await rows()).toMatchObject([{ day: '31.12.2025' }, { day: '1.2.2024' }]);
  });

  it('are refused where they contradict the choice, before anything is made', async () => {
    const { exitCode, output } = await load(MONTHS, ['--input-dates', 'dmy']);
    expect(exitCode).toBe(2);
    expect(output).toMatch(/order of dates does not fit: those of column day of t\.csv have the month first/);
    expect(await queryRows(vendor, `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
  });

  it('go into a table that is there as its columns want them', async () => {
    await makeTable('id INT PRIMARY KEY, day DATE NOT NULL, at VARCHAR(40)');
    await loaded(DAYS, ['--data-only']);
    expect(await textRows()).toEqual([
      { id: 1, day: '2025-12-31', at: '31.12.2025 23:59' },
      { id: 2, day: '2024-02-01', at: null },
    ]);
  });

  it('that are none are set aside by line, column and value', async () => {
    await makeTable('id INT PRIMARY KEY, day DATE NOT NULL');
    const csv = 'id,day\n1,31.12.2025\n2,31.02.2025\n3,soon\n4,1.2.2025\n';
    const refused = await load(csv, ['--data-only', '--input-dates', 'dmy']);
    expect(refused.output).toMatch(/31\.02\.2025/);
    const rejects = join(home, 'rejects');
    const { exitCode, output } = await load(csv, [
      ...['--data-only', '--input-dates', 'dmy', '--reject-file', rejects],
    ]);
    expect(exitCode, output).toBe(3);
    expect(readFileSync(rejects, 'utf8')).toMatch(/31\.02\.2025[^]*soon/);
    expect(await queryRows(vendor, `SELECT id, CAST(day AS CHAR) AS day FROM ${COPY}.t ORDER BY id`)).toEqual(
      [
        { id: 1, day: '2025-12-31' },
        { id: 4, day: '2025-02-01' },
      ],
    );
    rmSync(rejects);
  });

  it('tell their order also beside values that are none, and beside rows that are set aside', async () => {
    const csv = 'id,day\n1,1/2/2025\n2,31/12/2025\n3,soon\n';
    const rejects = join(home, 'rejects');
    const kept = () => queryRows(vendor, `SELECT id, CAST(day AS CHAR) AS day FROM ${COPY}.t ORDER BY id`);
    const good = [
      { id: 1, day: '2025-02-01' },
      { id: 2, day: '2025-12-31' },
    ];
    await makeTable('id INT PRIMARY KEY, day DATE NOT NULL');
    const there = await load(csv, ['--data-only', '--reject-file', rejects]);
    expect(there.exitCode, there.output).toBe(3);
    expect(await kept()).toEqual(good);
    rmSync(rejects);
    await dropSchemas(vendor, COPY);
    // Its first hundred rows leave the order open.
    const open = Array.from({ length: 150 }, (_, at) => `${at + 10},1/1/2025\n`).join('');
    const folder = join(home, 'exports');
    mkdirSync(folder);
    writeFileSync(join(folder, 't.csv'), csv.replace('2,31', `${open}2,31`));
    writeFileSync(join(folder, 't.sql'), 'CREATE TABLE t (id INT PRIMARY KEY, day DATE NOT NULL);\n');
    const { exitCode, output } = await startAt({ vendor, home }, [
      ...['load', ...targetWords(vendor), '--schema-map', `exports=${COPY}`],
      ...['--dump', folder, '--reject-file', rejects],
    ]).ended;
    expect(exitCode, output).toBe(3);
    expect((await kept()).filter(({ id }) => Number(id) < 10)).toEqual(good);
    expect(await kept()).toHaveLength(152);
    expect(readFileSync(rejects, 'utf8')).toContain('soon');
    rmSync(rejects);
    rmSync(folder, { recursive: true });
  });

  it('are no matter of doubt in a column of texts', async () => {
    await makeTable('id INT PRIMARY KEY, day VARCHAR(20)');
    const { exitCode, output } = await load(OPEN, ['--data-only']);
    expect(exitCode, output).toBe(0);
    expect(await rows()).toMatchObject([{ day: '1/2/2025' }, { day: '3/4/2025' }]);
  });

  it('are read by the definition beside them, and written as servers take them', async () => {
    const definition = join(home, 't.sql');
    writeFileSync(definition, 'CREATE TABLE t (id INT PRIMARY KEY, day DATE, at DATETIME(3));\n');
    writeFileSync(file, MONTHS);
    const out = join(home, 'out');
    const words = ['convert', `${home}/t.{csv,sql}`, out, '--format', 'csv'];
    const { exitCode, output } = await startAt({ vendor, home }, words).ended;
    expect(exitCode, output).toBe(0);
    expect(output).toContain('its definition lies beside it');
    const written = readFileSync(join(out, `${home.split('/').at(-1)}.t.csv`), 'utf8');
    expect(written).toContain('1,2025-12-31,2025-12-31 23:59:30.5');
    rmSync(definition);
    rmSync(out, { recursive: true });
  });

  it('and moments with their offset are stored in UTC, by CSV and by JSON Lines', async () => {
    const moments = [
      { id: 1, at: '2025-12-31T23:59:59Z' },
      { id: 2, at: '2026-01-01T00:30:00.5+02:00' },
      { id: 3, at: '2025-12-31T12:00:00-11:30' },
    ];
    const stored = ['2025-12-31 23:59:59.0', '2025-12-31 22:30:00.5', '2025-12-31 23:30:00.0'];
    const csv = `id,at\n${moments.map(({ id, at }) => `${id},${at}\n`).join('')}`;
    const atRows = async () =>
      (await queryRows(vendor, `SELECT CAST(at AS CHAR) AS at FROM ${COPY}.t ORDER BY id`)).map(
        ({ at }) => at,
      );
    expect(await loaded(csv)).toContain('times with an offset, stored in UTC');
    expect((await types()).at(-1)).toBe('datetime(1)');
    expect(await atRows()).toEqual(stored);
    const lines = join(home, 't.jsonl');
    writeFileSync(lines, moments.map((moment) => `${JSON.stringify(moment)}\n`).join(''));
    for (const type of ['DATETIME(1)', 'TIMESTAMP(1) NULL']) {
      for (const dump of [file, lines]) {
        await makeTable(`id INT PRIMARY KEY, at ${type}`);
        const words = [...targetWords(vendor), '--schema-map', `t=${COPY}`, '--data-only', '--dump', dump];
        const { exitCode, output } = await startAt({ vendor, home }, ['load', ...words]).ended;
        expect(exitCode, output).toBe(0);
        expect(output).toContain('stored in UTC');
        const kept = await withPlain(vendor, async (connection) => {
          await connection.query("SET time_zone = '+00:00'");
          return (await connection.query(`SELECT CAST(at AS CHAR) AS at FROM ${COPY}.t ORDER BY id`))[0];
        });
        expect(kept).toEqual(stored.map((at) => ({ at })));
      }
    }
    await makeTable('id INT PRIMARY KEY, at DATE');
    const refused = await load(csv, ['--data-only']);
    expect(refused.exitCode).toBe(5);
    expect(refused.output).toContain('2025-12-31T23:59:59Z');
    expect(await queryRows(vendor, `SELECT * FROM ${COPY}.t`)).toEqual([]);
  });

  it('and TIMESTAMP values are taken as in the time zone that is named', async () => {
    const lines = join(home, 't.jsonl');
    writeFileSync(lines, '{"id":1,"at":"2025-07-01 12:00:00","day":"2025-07-01 12:00:00"}\n');
    const csv = 'id,at,day\n1,2025-07-01 12:00:00,2025-07-01 12:00:00\n';
    writeFileSync(file, csv);
    const kept = () =>
      withPlain(vendor, async (connection) => {
        await connection.query("SET time_zone = '+00:00'");
        return (
          await connection.query(`SELECT CAST(at AS CHAR) AS at, CAST(day AS CHAR) AS day FROM ${COPY}.t`)
        )[0];
      });
    for (const dump of [file, lines])
      for (const [words, at] of [
        [[], '2025-07-01 12:00:00'],
        [['--input-time-zone', '+02:00'], '2025-07-01 10:00:00'],
        [['--input-time-zone', '+00:00'], '2025-07-01 12:00:00'],
      ] as const) {
        await makeTable('id INT PRIMARY KEY, at TIMESTAMP NULL, day DATETIME');
        const target = [...targetWords(vendor), '--schema-map', `t=${COPY}`, '--data-only', '--dump', dump];
        const { exitCode, output } = await startAt({ vendor, home }, ['load', ...target, ...words]).ended;
        expect(exitCode, output).toBe(0);
        expect(await kept()).toEqual([{ at, day: '2025-07-01 12:00:00' }]);
      }
    // A table that is made has no TIMESTAMP: the zone, and whether the server knows it, are no matter.
    await dropSchemas(vendor, COPY);
    expect(await loaded(csv, ['--input-time-zone', 'Nowhere/Land'])).toContain('changes nothing');
    const converted = await startAt({ vendor, home }, [
      ...['convert', file, join(home, 'out'), '--format', 'jsonl', '--input-time-zone', '+02:00'],
    ]).ended;
    expect(converted.exitCode, converted.output).toBe(0);
    rmSync(join(home, 'out'), { recursive: true });
    await makeTable('id INT PRIMARY KEY, at TIMESTAMP NULL, day DATETIME');
    const unknown = await load(csv, ['--data-only', '--input-time-zone', 'Nowhere/Land']);
    expect(unknown.exitCode).not.toBe(0);
    expect(unknown.output).toContain('Nowhere/Land');
    const offsets = await load('id,at\n1,2025-07-01T12:00:00Z\n', [
      '--data-only',
      '--input-time-zone',
      '+02:00',
    ]);
    expect(offsets.exitCode).toBe(2);
    expect(offsets.output).toMatch(/values of column at of t\.csv bring their own offset/);
    expect(await queryRows(vendor, `SELECT * FROM ${COPY}.t`)).toEqual([]);
  });

  it('are read after a kill -9 as before, by the command that is printed then', async () => {
    await makeTable('id INT PRIMARY KEY, at TIMESTAMP NULL, day VARCHAR(30), v TEXT');
    const rowsInAll = 90_000;
    const row = (id: number) => `${id},2025-07-01 12:00:00,31.12.2025,"${'text, '.repeat(70)}"\n`;
    writeFileSync(file, `id,at,day,v\n${Array.from({ length: rowsInAll }, (_, id) => row(id)).join('')}`);
    const crash = { saboteur: await saboteurCommand(join(home, 'saboteur')), at: 'after-commit:1' };
    const words = ['--schema-map', `t=${COPY}`, '--dump', file, '--input-time-zone', '+02:00'];
    const run = (more: readonly string[], at?: Crash) =>
      startAt({ vendor, home, crash: at }, ['load', ...targetWords(vendor), ...words, ...more]).ended;
    expect([0, 3]).not.toContain((await run(['--data-only', '--threads', '1'], crash)).exitCode);
    const sums = () =>
      withPlain(vendor, async (connection) => {
        await connection.query("SET time_zone = '+00:00'");
        const [found] = await connection.query(
          `SELECT COUNT(*) AS n, CAST(MIN(at) AS CHAR) AS least, CAST(MAX(at) AS CHAR) AS most, MIN(day) AS day, MAX(day) AS last FROM ${COPY}.t`,
        );
        return found;
      });
    const utc = '2025-07-01 10:00:00';
    const same = { least: utc, most: utc, day: '31.12.2025', last: '31.12.2025' };
    expect(await sums()).toMatchObject([same]);
    expect(await sums()).not.toMatchObject([{ n: rowsInAll }]);
    const { exitCode, output } = await run(['--resume']);
    expect(exitCode, output).toBe(0);
    expect(await sums()).toEqual([{ n: rowsInAll, ...same }]);
  });

  it('and JSON are read after a kill -9 as for the table that the load itself has made', async () => {
    const lines = join(home, 't.jsonl');
    const v = 'text, '.repeat(70);
    const objects = Array.from({ length: 90_000 }, (_, id) => ({ id, p: id === 0 ? { a: 1 } : 'one', v }));
    writeFileSync(lines, objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
    const crash = { saboteur: await saboteurCommand(join(home, 'saboteur-json')), at: 'after-commit:1' };
    const words = ['--schema-map', `t=${COPY}`, '--dump', lines];
    const run = (more: readonly string[], at?: Crash) =>
      startAt({ vendor, home, crash: at }, ['load', ...targetWords(vendor), ...words, ...more]).ended;
    const begun = await run(['--on-existing', 'append', '--threads', '1'], crash);
    expect([0, 3]).not.toContain(begun.exitCode);
    const { exitCode, output } = await run(['--resume']);
    expect(exitCode, output).toBe(0);
    expect(
      await queryRows(
        vendor,
        `SELECT COUNT(*) AS n, MAX(p) AS p FROM ${COPY}.t WHERE JSON_TYPE(p) = 'STRING'`,
      ),
    ).toEqual([{ n: 89_999, p: 'one' }]);
    rmSync(lines);
  });

  it('leave texts with a date among them in peace where an order is chosen', async () => {
    const csv = 'id,day,note\n1,01/02/2025,hello\n2,03/04/2025,12/31/2025\n';
    await loaded(csv, ['--input-dates', 'dmy']);
    expect(
      await queryRows(vendor, `SELECT CAST(day AS CHAR) AS day, note FROM ${COPY}.t ORDER BY id`),
    ).toEqual([
      { day: '2025-02-01', note: 'hello' },
      { day: '2025-04-03', note: '12/31/2025' },
    ]);
  });

  it('are no choice for JSON Lines and scripts', async () => {
    writeFileSync(join(home, 'a.jsonl'), '{"id":1}\n');
    const words = [...targetWords(vendor), '--dump', join(home, 'a.jsonl'), '--input-dates', 'dmy'];
    const { exitCode, output } = await startAt({ vendor, home }, ['load', ...words]).ended;
    expect(exitCode).toBe(2);
    expect(output).toContain('--input-dates');
  });
});
