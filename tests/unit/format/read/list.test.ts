import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDumps } from '../../../../app/format/read/list';

const place = mkdtempSync(join(tmpdir(), 'sluice-list-'));
const MANIFEST = { schemas: ['shop'], basenames: { shop: 'shop' }, serverVersion: '9.7.4' };

function makeDump(name: string, begin: string, more: Readonly<Record<string, string>> = {}): void {
  mkdirSync(join(place, name));
  const files = { '@.json': JSON.stringify({ ...MANIFEST, begin }), '@.done.json': '{}', ...more };
  for (const [file, text] of Object.entries(files))
    if (text !== '') writeFileSync(join(place, name, file), text);
}

describe('listDumps', () => {
  beforeAll(() => {
    makeDump('older', '2026-11-01 02:00:00');
    makeDump('newest', '2026-11-03 02:00:00', { 'shop@item@@0.tsv.zst': 'x'.repeat(5000) });
    makeDump('never finished', '2026-11-04 02:00:00', { '@.done.json': '' });
    makeDump('torn', '', { '@.json': '{"schemas":' });
    makeDump('without a moment', '');
    mkdirSync(join(place, 'photos'));
    writeFileSync(join(place, 'photos', 'cat.jpg'), '');
    writeFileSync(join(place, 'notes.txt'), '');
    symlinkSync(join(place, 'older'), join(place, 'link'));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('has the finished ones, the newest first, with the bytes of their files', async () => {
    const listed = await listDumps(place, 10);
    expect(listed).toMatchObject([
      { path: join(place, 'newest'), begunAt: new Date(2026, 10, 3, 2).getTime(), vendor: 'mysql' },
      { path: join(place, 'older'), serverVersion: '9.7.4' },
    ]);
    const [newest, older] = listed.map(({ storedBytes }) => storedBytes);
    expect((newest ?? 0) - (older ?? 0)).toBe(5000);
  });

  it('has no more than asked for', async () => {
    expect(await listDumps(place, 1)).toHaveLength(1);
  });

  it('has none where there is no such place', async () => {
    expect(await listDumps(join(place, 'nowhere'), 10)).toEqual([]);
  });
});
