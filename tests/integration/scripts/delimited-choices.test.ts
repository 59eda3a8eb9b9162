import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { InputChoices } from '../../../app/contract/commands/input';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { openEngine } from '../../../app/engine/open';
import { summarize } from '../../../app/load/summary';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE, loadDump, newRegistry, withFolder } from '../harness/runs';
import { planLoad } from '../harness/plans';
import { dropSchemas, queryRows, testEndpoint } from '../harness/servers';

const COPY = 'choices_copy';

describe.each(testVendors)('choices about files of values, %s', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, COPY));

  async function loaded(folder: string, text: string | Buffer, input: InputChoices) {
    const dump = join(folder, 'v.csv');
    writeFileSync(dump, text);
    const result = await loadDump(registry, { vendor, folder: dump, schemaMap: { v: COPY }, input });
    return { dump, result };
  }

  const rowsOf = () => queryRows(vendor, `SELECT * FROM ${COPY}.v ORDER BY 1`);

  it.each<readonly [string, string | Buffer, InputChoices, readonly object[]]>([
    [
      'the separator, where another one looks likelier',
      'a:b\n1,5:2\n3,5:4\n',
      { separator: ':' },
      [
        { a: '1.5', b: 2 },
        { a: '3.5', b: 4 },
      ],
    ],
    ['a separator that is never found', 'a#b\n1#x,y\n', { separator: '#' }, [{ a: 1, b: 'x,y' }]],
    ['the quote', "a,b\n1,'x,y'\n", { quote: "'" }, [{ a: 1, b: 'x,y' }]],
    [
      'no quote',
      'a,b\n1,"x\n2,y"\n',
      { quote: null },
      [
        { a: 1, b: '"x' },
        { a: 2, b: 'y"' },
      ],
    ],
    ['the escape', 'a,b\n1,x\\ty\n', { escape: 'backslash' }, [{ a: 1, b: 'x\ty' }]],
    ['no escape', 'a,b\n1,"x \\"y"\n', { escape: 'none', quote: null }, [{ a: 1, b: '"x \\"y"' }]],
    [
      'no header',
      'Ann,Bern\nBob,Rom\n',
      { header: false },
      [
        { column_1: 'Ann', column_2: 'Bern' },
        { column_1: 'Bob', column_2: 'Rom' },
      ],
    ],
    ['a header', '2020,x\n1,a\n', { header: true }, [{ 2020: 1, x: 'a' }]],
    ['the character set', 'n,a\n1,café\n', { charset: 'latin1' }, [{ n: 1, a: 'cafÃ©' }]],
    ['a header in Windows-1252', Buffer.from('Größe\n5\n', 'latin1'), { header: true }, [{ Größe: 5 }]],
    [
      'the word for NULL',
      'a,b\nNA,NA\n1,\n2,"NA"\n',
      { nullWord: 'NA' },
      [
        { a: null, b: null },
        { a: 1, b: '' },
        { a: 2, b: 'NA' },
      ],
    ],
    [
      'the decimal comma',
      'a,b\n1,"2,5"\n2,"3,25"\n',
      { decimal: 'comma' },
      [
        { a: 1, b: '2.50' },
        { a: 2, b: '3.25' },
      ],
    ],
    ['the decimal point', 'a;b\n1;2,5\n', { decimal: 'point' }, [{ a: 1, b: '2,5' }]],
    [
      'the columns in their order',
      '1,x\n2,y\n',
      { columns: ['id', 'name'] },
      [
        { id: 1, name: 'x' },
        { id: 2, name: 'y' },
      ],
    ],
    ['columns by the names of the header', 'nr,b\n1,x\n', { columns: { nr: 'id' } }, [{ id: 1, b: 'x' }]],
  ])('win over what is found: %s', async (_what, text, input, rows) => {
    await withFolder(async (folder) => {
      const { dump, result } = await loaded(folder, text, input);
      expect(result.errors.map(({ message }) => message)).toEqual([]);
      expect(result.state).toBe('done');
      expect(await rowsOf()).toEqual(rows);
      const { remarks } = await summarize({ folder: dump, engine, input });
      expect(remarks.join(' ')).toMatch(/; by hand: --input-/);
    });
  });

  it.each<readonly [string, string | Buffer, InputChoices, RegExp]>([
    ['separator', 'a,b\n1,2\n', { separator: ';' }, /no semicolons between the values of v\.csv, but commas/],
    [
      'character set',
      Buffer.from('a\ncaf\xe9\n', 'latin1'),
      { charset: 'utf8mb4' },
      /bytes that are no UTF-8/,
    ],
    ['character set and mark', '\ufeffa\nx\n', { charset: 'latin1' }, /byte order mark of UTF-8/],
    ['decimal comma', 'a\n1.5\n', { decimal: 'comma' }, /column a of v\.csv have decimal points/],
    [
      'number of columns',
      'a,b\n1,2\n',
      { columns: ['x'] },
      /1 name is given, and the first row of v\.csv has 2 values/,
    ],
    ['column', 'a,b\n1,2\n', { columns: { c: 'x' } }, /has no column c, but a, b/],
    ['column without a header', '1,2\n', { columns: { c: 'x' } }, /no header whose names/],
    [
      'name for two columns',
      'a,b\n1,2\n',
      { columns: { b: 'A' } },
      /two columns of v\.csv would be called A/,
    ],
  ])('are refused where they contradict the file: %s', async (_what, text, input, message) => {
    await withFolder(async (folder) => {
      const { result } = await loaded(folder, text, input);
      expect(result.errors[0]).toMatchObject({
        code: 'usage',
        message: expect.stringMatching(message) as string,
      });
    });
  });

  it('are refused for a dump that is no CSV', async () => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'v.sql');
      writeFileSync(dump, 'CREATE TABLE t (id INT);\n');
      const { errors } = await loadDump(registry, { vendor, folder: dump, input: { header: true } });
      expect(errors[0]).toMatchObject({ code: 'usage' });
      expect(errors[0]?.message).toMatch(
        /--input-header is for files of rows \(CSV, TSV, JSON Lines\), and .*v\.sql is none/,
      );
    });
  });

  it('hold for a table whose definition lies beside the file, and know its columns', async () => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'v');
      mkdirSync(dump);
      writeFileSync(join(dump, 'v.csv'), '1,"2,5"\n');
      writeFileSync(join(dump, 'v.sql'), 'CREATE TABLE v (id INT PRIMARY KEY, price DECIMAL(9,3));');
      const load = async (input: InputChoices) =>
        await loadDump(registry, { vendor, folder: dump, schemaMap: { v: COPY }, input });
      expect((await load({ columns: ['id', 'cost'] })).errors[0]?.message).toMatch(/has no column cost/);
      const { errors } = await load({ columns: ['id', 'price'], decimal: 'comma' });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf()).toEqual([{ id: 1, price: '2.500' }]);
    });
  });

  it('a first row that is only taken for a header is said, with what decides it', async () => {
    await withFolder(async (folder) => {
      const text = 'Ann,Bern\nBob,Rom\n';
      const { dump, result } = await loaded(folder, text, {});
      expect(result).toMatchObject({ state: 'done-with-warnings', rows: 1 });
      const said = /first row of v\.csv \(Ann, Bern\) is taken for the columns’ names/;
      expect(result.warnings[0]?.message).toMatch(said);
      expect(result.warnings[0]?.hint).toMatch(/--input-header no.*--input-header yes/);
      const plan = await planLoad(
        {
          ...{ endpoint: testEndpoint(vendor), profile: null, folder: dump },
          options: { ...LOAD_DEFAULTS, schemaMap: { v: COPY }, onExisting: 'drop' },
        },
        new Cancellation(),
      );
      expect(plan.lacks[0]?.message).toMatch(said);
      const { lacks } = await summarize({ folder: dump, engine });
      expect(lacks[0]?.message).toMatch(said);
      await dropSchemas(vendor, COPY);
      expect((await loaded(folder, text, { header: true })).result).toMatchObject({ state: 'done', rows: 1 });
      await dropSchemas(vendor, COPY);
      expect((await loaded(folder, 'name,born\nAnn,2001-02-03\n', {})).result.state).toBe('done');
    });
  });
});
