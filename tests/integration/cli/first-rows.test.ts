import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { dumpSummaryLineSchema } from '../../../app/contract/output/list-lines';
import { startAt } from '../harness/server-command';

/** Reads files alone: no server takes part. */
describe('sluice inspect-dump', () => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-first-rows-'));
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  function file(name: string, text: string): string {
    const path = join(home, name);
    writeFileSync(path, text);
    return path;
  }

  const inspect = (...words: readonly string[]) =>
    startAt({ vendor: 'mysql', home }, ['inspect-dump', ...words]).ended;

  it('shows how CSV and JSON Lines are read: types and first rows', async () => {
    const csv = file('days.csv', 'id,day\n1,31.12.2025\n2,\n3,1.1.2026\n4,2.1.2026\n');
    const found = await inspect(csv);
    expect(found.exitCode, found.output).toBe(0);
    expect(found.output).toContain('First 3 rows of days.days, a column a line:');
    expect(found.output).toMatch(
      / {2}id {3}INT {3}1 +2 +3\n {2}day {2}DATE {2}2025-12-31 {2}NULL +2026-01-01\n/,
    );
    expect((await inspect(csv, '--rows', '0')).output).not.toContain('First');
    const lines = await inspect(file('a.jsonl', '{"id":1,"note":"x"}\n'), '--rows', '1');
    expect(lines.output).toMatch(/First row of a\.a.*\n {2}id +INT +1\n {2}note +VARCHAR\(32\) +x\n/);
  });

  it('shows rows of any other dump where they are asked for, and as JSON', async () => {
    const script = file(
      's.sql',
      "CREATE TABLE t (id INT PRIMARY KEY, v TEXT);\nINSERT INTO t VALUES (1, NULL), (2, 'b');\n",
    );
    expect((await inspect(script)).output).not.toContain('First');
    const shown = await inspect(script, '--rows', '2');
    expect(shown.output).toMatch(
      /First 2 rows of s\.t, .*\n {2}id {2}INT {3}1 {5}2\n {2}v {3}TEXT {2}NULL {2}b\n/,
    );
    const { output } = await inspect(script, '--rows', '1', '--json');
    const { samples } = dumpSummaryLineSchema.parse(JSON.parse(output));
    expect(samples).toEqual([
      {
        schema: 's',
        table: 't',
        columns: ['id', 'v'],
        types: ['INT', 'TEXT'],
        rows: [['1', null]],
        rowsInAll: 2,
        failure: null,
      },
    ]);
    const long = await inspect(file('long.csv', `id,v\n1,"${'x'.repeat(2_000_000)}"\n`));
    expect(long.output).toContain('No row of long.long can be shown');
    const refused = await inspect(script, '--rows', '51');
    expect({ code: refused.exitCode, said: refused.output.includes('up to 50') }).toEqual({
      code: 2,
      said: true,
    });
  });
});
