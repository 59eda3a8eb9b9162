import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { InputChoices } from '../../../app/contract/commands/input';
import { openEngine } from '../../../app/engine/open';
import { summarize } from '../../../app/load/summary';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, queryRows } from '../harness/servers';

const COPY = 'json_choices_copy';
const LINES = '{"nr":1,"b":"x"}\n{"nr":2,"b":"y"}\n';

describe.each(testVendors)('choices about files of JSON Lines, %s', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, COPY));

  async function loaded(folder: string, input: InputChoices, text = LINES) {
    const dump = join(folder, 'v.jsonl');
    writeFileSync(dump, text);
    const { schema = null } = input.table ?? {};
    const schemaMap = { [schema ?? 'v']: COPY };
    return await loadDump(registry, { vendor, folder: dump, schemaMap, input });
  }

  const rowsOf = (table: string) => queryRows(vendor, `SELECT * FROM ${COPY}.${table} ORDER BY 1`);

  it.each<readonly [string, InputChoices, string, readonly object[]]>([
    [
      'a table',
      { table: { schema: null, name: 'other' } },
      'other',
      [
        { nr: 1, b: 'x' },
        { nr: 2, b: 'y' },
      ],
    ],
    [
      'a schema and a table',
      { table: { schema: 's', name: 'other' } },
      'other',
      [
        { nr: 1, b: 'x' },
        { nr: 2, b: 'y' },
      ],
    ],
    [
      'columns by their keys',
      { columns: { nr: 'id', b: 'name' } },
      'v',
      [
        { id: 1, name: 'x' },
        { id: 2, name: 'y' },
      ],
    ],
  ])('hold: %s', async (_what, input, table, rows) => {
    await withFolder(async (folder) => {
      const result = await loaded(folder, input);
      expect(result.errors.map(({ message }) => message)).toEqual([]);
      expect(result.state).toBe('done');
      expect(await rowsOf(table)).toEqual(rows);
      const { remarks } = await summarize({ folder: join(folder, 'v.jsonl'), engine, input });
      expect(remarks.join(' ')).toMatch(/; by hand: --input-/);
    });
  });

  it('give keys the columns of a definition beside the file', async () => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'v');
      mkdirSync(dump);
      writeFileSync(join(dump, 't.jsonl'), LINES);
      writeFileSync(join(dump, 't.sql'), 'CREATE TABLE t (id BIGINT PRIMARY KEY, b CHAR(3));\n');
      const input = { columns: { nr: 'id' } };
      const { errors } = await loadDump(registry, { vendor, folder: dump, schemaMap: { v: COPY }, input });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('t')).toEqual([
        { id: 1, b: 'x' },
        { id: 2, b: 'y' },
      ]);
    });
  });

  it.each<readonly [string, InputChoices, RegExp]>([
    ['a separator', { separator: ';' }, /--input-separator is for CSV and TSV, and .*v\.jsonl is JSON Lines/],
    ['a header', { header: true }, /--input-header is for CSV and TSV/],
    ['a character set', { charset: 'latin1' }, /--input-charset is for CSV and TSV/],
    ['a word for NULL', { nullWord: 'NA' }, /--input-null is for CSV and TSV/],
    [
      'columns by their order',
      { columns: ['a', 'b'] },
      /names columns by the order of values, and those of v\.jsonl have keys/,
    ],
    ['a key that is not there', { columns: { c: 'id' } }, /no line of v\.jsonl has the key c, but nr, b/],
    ['a name that is there', { columns: { nr: 'B' } }, /two columns of v\.jsonl would be called B/],
  ])('are refused where they make no sense: %s', async (_what, input, message) => {
    await withFolder(async (folder) => {
      const { errors } = await loaded(folder, input);
      expect(errors.map((error) => error.message)).toEqual([expect.stringMatching(message)]);
      expect(errors[0]?.code).toBe('usage');
    });
  });
});
