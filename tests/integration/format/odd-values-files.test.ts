import { writeFileSync } from 'fs';
import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../app/engine/open';
import { openDump } from '../../../app/format/formats';
import { ENGINE_FILE, withFolder } from '../harness/runs';

describe('files of rows that people export', () => {
  const engine = openEngine(ENGINE_FILE);

  it.each([
    ['line ends of old Macs', 'v.csv', 'id,name\r1,a\r2,b\r', /carriage return alone/],
    ['a line for Excel', 'v.csv', '\ufeffsep=;\r\nid;name\r\n1;a\r\n', /line for Excel/],
    ['nothing but line ends', 'v.csv', '\n\n\n', /v\.csv holds no row/],
    ['an array of objects', 'v.json', '[\n  {"id": 1}\n]\n', /is a file of JSON, .* JSON Lines/],
  ])('are refused in a sentence: %s', async (_what, name, text, message) => {
    await withFolder(async (folder) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      await expect(openDump(path, engine)).rejects.toThrow(message);
    });
  });

  it('warn of a header that is loaded as a row, until it is chosen', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'v.csv');
      writeFileSync(path, 'id,name,\n1,a,\n');
      expect((await openDump(path, engine)).warnings).toMatchObject([{ code: 'header-assumed' }]);
      for (const header of [true, false])
        expect((await openDump(path, engine, { header })).warnings).toEqual([]);
    });
  });

  it('may have a carriage return within quotes', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'v.csv');
      writeFileSync(path, '1,"a\rb"');
      expect((await openDump(path, engine)).problems).toEqual([]);
    });
  });
});
