import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LineFile } from '../../../app/format/durable';

let folder = '';
beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), 'sluice-durable-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

describe('LineFile', () => {
  it('keeps the order of lines that come all at once', async () => {
    const path = join(folder, 'lines');
    const file = await LineFile.create(path);
    const lines = Array.from({ length: 200 }, (_, at) => `line ${at}\n`);
    const first = file.append(lines[0] ?? '');
    await first;
    await Promise.all(lines.slice(1).map((line) => file.append(line)));
    await file.close();
    expect(await fs.readFile(path, 'utf8')).toBe(lines.join(''));
  });

  it('has the line in the file when it says so', async () => {
    const path = join(folder, 'lines');
    const file = await LineFile.create(path);
    await file.append('one\n');
    expect(await fs.readFile(path, 'utf8')).toBe('one\n');
    await file.close();
  });
});
