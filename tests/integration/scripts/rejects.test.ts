import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { queryRows } from '../harness/servers';
import { saboteurCommand } from '../load/crash-schema';
import { RowsLoads } from './rows-loads';

const COPY = 'rejects_copy';
const MIXED = 'id,v\n1,a\n2\n3,b,"c\nd"\n4,"e, ""f"""\n';

describe.each(testVendors)('sluice load --reject-file, %s', (vendor) => {
  const loads = new RowsLoads(vendor, 't', COPY);
  const { home, rejects } = loads;
  beforeEach(() => loads.clear());
  afterAll(() => loads.end());

  function written(text: string | Buffer, name = 't.csv'): string {
    const file = join(home, name);
    writeFileSync(file, text);
    return file;
  }

  it.each([
    ['plain', 't.csv', MIXED],
    ['packed', 't.csv.gz', gzipSync(MIXED)],
  ])('sets rows of another length aside, with their place and text, %s', async (_how, name, bytes) => {
    const dump = written(bytes, name);
    const planned = await loads.load(dump, ['--reject-file', rejects, '--dry-run']);
    expect(planned.output).toMatch(/2 rows that do not fit are not loaded/);
    expect(existsSync(rejects)).toBe(false);
    const { exitCode, output } = await loads.load(dump, ['--reject-file', rejects, '--checksum']);
    expect(output).toMatch(
      /2 rows that do not fit .*rejects\.csv: t\.csv(\.gz)? line 3 \(1 value, not 2\), t\.csv(\.gz)? line 4/,
    );
    expect(exitCode).toBe(3);
    expect(await queryRows(vendor, `SELECT * FROM ${COPY}.t ORDER BY id`)).toEqual([
      { id: 1, v: 'a' },
      { id: 4, v: 'e, "f"' },
    ]);
    expect(readFileSync(rejects, 'utf8')).toBe(
      `file,line,reason,row\r\n${name},3,"1 value, not 2",2\r\n${name},4,"3 values, not 2","3,b,""c\nd"""\r\n`,
    );
  });

  it('refuses more of them than the limit, another file in its place, and a place in the dump', async () => {
    const dump = written(MIXED);
    const many = await loads.load(dump, ['--reject-file', rejects, '--reject-limit', '1']);
    expect(many.output).toMatch(/2 rows do not fit, and 1 at most are set aside/);
    expect(existsSync(rejects)).toBe(false);
    writeFileSync(rejects, 'mine');
    const taken = await loads.load(dump, ['--reject-file', rejects]);
    expect(taken.output).toMatch(/rejects\.csv exists, and holds something else/);
    expect(readFileSync(rejects, 'utf8')).toBe('mine');
    const folder = join(home, 't');
    mkdirSync(folder);
    writeFileSync(join(folder, 't.csv'), MIXED);
    expect((await loads.load(folder, ['--reject-file', join(folder, 'bad.csv')])).output).toMatch(
      /folder of the dump/,
    );
    expect((await loads.load(dump, ['--reject-limit', '5'])).exitCode).toBe(2);
    expect((await loads.load(dump, [])).output).toMatch(/2 rows of t\.csv have not 2 values/);
    expect(await queryRows(vendor, `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
  });

  it.each(['plain', 'packed'])(
    'sets each aside once, over ranges, lanes, kill -9 and resume, %s',
    async (how) => {
      const rows = Array.from({ length: 90_000 }, (_, id) =>
        id % 200 === 7 ? `${id}\n` : `${id},"${'text, '.repeat(70)}"\n`,
      ).join('');
      const text = `id,v\n${rows}`;
      const dump = how === 'plain' ? written(text) : written(gzipSync(text, { level: 1 }), 't.csv.gz');
      const words = ['--reject-file', rejects, '--threads', '3'];
      const crash = { saboteur: await saboteurCommand(join(home, `saboteur-${how}`)), at: 'after-commit:1' };
      const crashed = await loads.load(dump, words, crash);
      expect([0, 3]).not.toContain(crashed.exitCode);
      const { exitCode, output } = await loads.load(dump, [...words, '--resume']);
      expect(exitCode, output).toBe(3);
      const [sums] = await queryRows(
        vendor,
        `SELECT COUNT(*) AS n, COUNT(DISTINCT id) AS d, SUM(id % 200 = 7) AS bad FROM ${COPY}.t`,
      );
      expect([Number(sums?.n), Number(sums?.d), Number(sums?.bad)]).toEqual([89_550, 89_550, 0]);
      const lines = readFileSync(rejects, 'utf8').split('\r\n').slice(1, -1);
      expect(lines.map((line) => Number(line.split(',').pop()))).toEqual(
        Array.from({ length: 450 }, (_, at) => at * 200 + 7),
      );
    },
  );
});
