import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { startAt, targetWords } from '../harness/server-command';
import { connectToFresh, dropSchemas, queryRows } from '../harness/servers';

const COPY = 'written_numbers';
const GERMAN = 'id;price;pieces;net\n1;1.234,50;1.234;12,5\n2;99,90;999;0,75\n3;;12.500;-3\n';
const ENGLISH = 'id,price,tags\n1,"1,234.50","101,102"\n2,"12,345,678.90","103,104"\n3,0.5,"105,106"\n';
const SPACED = 'id;price;phone\n1;1\u00A0234,50;555 123 456\n2;99,90;555 765 432\n';
const OPEN = 'id;weight\n1;1.234\n2;12.500\n';

describe.each(testVendors)('numbers as people write them, %s', (vendor) => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-numbers-'));
  const file = join(home, 't.csv');
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await dropSchemas(vendor, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  async function load(csv: string | Buffer, words: readonly string[] = []) {
    writeFileSync(file, csv);
    const target = [...targetWords(vendor), '--schema-map', `t=${COPY}`];
    return await startAt({ vendor, home }, ['load', ...target, '--dump', file, ...words]).ended;
  }

  async function loaded(csv: string | Buffer, words: readonly string[] = []): Promise<string> {
    const { exitCode, output } = await load(csv, words);
    expect(exitCode, output).toBe(0);
    return output;
  }

  const column = async (name: string) =>
    (await queryRows(vendor, `SELECT ${name} AS value FROM ${COPY}.t ORDER BY id`)).map(({ value }) => value);
  const types = async () =>
    (
      await queryRows(
        vendor,
        `SELECT DATA_TYPE AS type FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '${COPY}' ORDER BY ORDINAL_POSITION`,
      )
    ).map(({ type }) => String(type));

  async function makeTable(columns: string): Promise<void> {
    const connection = await connectToFresh(vendor, COPY);
    await connection.query(`CREATE TABLE t (${columns})`);
    await connection.end();
  }

  it('with a decimal comma and points between thousands are numbers, in every column of the file', async () => {
    expect(await loaded(GERMAN)).toContain('decimal commas, thousands apart');
    expect(await types()).toEqual(['int', 'decimal', 'int', 'decimal']);
    expect(await column('price')).toEqual(['1234.50', '99.90', null]);
    expect(await column('pieces')).toEqual([1234, 999, 12500]);
    expect(await column('net')).toEqual(['12.50', '0.75', '-3.00']);
  });

  it('with commas between thousands are numbers, and lists are not', async () => {
    expect(await loaded(ENGLISH)).toContain('thousands apart');
    expect(await types()).toEqual(['int', 'decimal', 'varchar']);
    expect(await column('price')).toEqual(['1234.50', '12345678.90', '0.50']);
    expect(await column('tags')).toEqual(['101,102', '103,104', '105,106']);
  });

  it.each([
    ['UTF-8', 'utf8'],
    ['Windows-1252', 'latin1'],
  ] as const)(
    'with spaces between thousands are numbers, and phone numbers are not, in %s',
    async (_, charset) => {
      await loaded(Buffer.from(SPACED, charset));
      expect(await types()).toEqual(['int', 'decimal', 'varchar']);
      expect(await column('price')).toEqual(['1234.50', '99.90']);
      expect(await column('phone')).toEqual(['555 123 456', '555 765 432']);
    },
  );

  it('are said to be open where no value tells the sign; a choice tells it', async () => {
    const doubted = await load(OPEN);
    expect(doubted.exitCode, doubted.output).toBe(3);
    expect(doubted.output).toMatch(
      /Numbers of t\.csv \(weight\) are taken for decimals, and may be thousands/,
    );
    expect(await column('weight')).toEqual(['1.234', '12.500']);
    await dropSchemas(vendor, COPY);
    await loaded(OPEN, ['--input-decimal', 'comma']);
    expect(await column('weight')).toEqual([1234, 12_500]);
    await dropSchemas(vendor, COPY);
    await loaded(OPEN, ['--input-decimal', 'point']);
    expect(await column('weight')).toEqual(['1.234', '12.500']);
  });

  it('go into a table that is there', async () => {
    await makeTable('id INT PRIMARY KEY, price DECIMAL(12,2), pieces BIGINT, net VARCHAR(20)');
    await loaded(GERMAN, ['--data-only']);
    expect(await column('price')).toEqual(['1234.50', '99.90', null]);
    expect(await column('pieces')).toEqual([1234, 999, 12_500]);
    expect(await column('net')).toEqual(['12,5', '0,75', '-3']);
  });

  it('go into a table that is there as the chosen sign says', async () => {
    await makeTable('id INT PRIMARY KEY, price DECIMAL(12,2), phone BIGINT');
    await loaded(SPACED, ['--data-only', '--input-decimal', 'comma']);
    expect(await column('price')).toEqual(['1234.50', '99.90']);
    expect(await column('phone')).toEqual([555_123_456, 555_765_432]);
  });

  it('are taken for decimals, with a warning, where another column has decimal commas', async () => {
    const { exitCode, output } = await load('id\tlist\tweight\n1\t3,4\t1.234\n2\t5,6\t12.500\n');
    expect(exitCode, output).toBe(3);
    expect(output).toMatch(/Numbers of t\.csv \(weight\) are taken for decimals/);
    expect(await column('weight')).toEqual(['1.234', '12.500']);
  });

  it('stay texts where they may be versions or codes', async () => {
    await loaded('id;part;price\n1;100.200.300;1.234,50\n2;100.200.301;7,9\n');
    expect(await column('part')).toEqual(['100.200.300', '100.200.301']);
    expect(await column('price')).toEqual(['1234.50', '7.90']);
  });

  it('with thousands go into integers of a table that is there', async () => {
    await makeTable('id INT PRIMARY KEY, pieces INT');
    await loaded('id;pieces\n1;1.000\n2;1.000.000.000\n', ['--data-only']);
    expect(await column('pieces')).toEqual([1000, 1_000_000_000]);
    await makeTable('id INT PRIMARY KEY, pieces INT, price DECIMAL(10,2)');
    await loaded('id,pieces,price\n1,12.000,12.50\n2,3.000,9.99\n', ['--data-only']);
    expect(await column('pieces')).toEqual([12, 3]);
  });

  it('with both signs in one column are refused where the comma was chosen', async () => {
    await makeTable('id INT PRIMARY KEY, price DECIMAL(10,3)');
    const words = ['--data-only', '--input-decimal', 'comma'];
    const { exitCode, output } = await load('id;price\n1;12,5\n2;12.34\n3;12.345\n', words);
    expect(exitCode, output).not.toBe(0);
    expect(output).toContain('price: "12.34" is no number');
    expect(await column('id')).toEqual([]);
  });

  it('are held against that table before anything is changed', async () => {
    await makeTable('id INT PRIMARY KEY, price INT');
    const { exitCode, output } = await load('id;price\n1;1.234,50\n2;7,5\n', ['--data-only']);
    expect(exitCode, output).not.toBe(0);
    expect(output).toContain('1.234,50');
    expect(await column('id')).toEqual([]);
  });
});
