import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastLines, markLogs } from '../../../build/test/log-tail.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-logs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['the lines of a log since it was marked', (file) => appendFileSync(file, 'after\n')],
  ['a log that was begun anew from its first line', (file) => writeFileSync(file, 'after\n')],
])('gives %s', (_what, append) => {
  const file = join(folder, 'server.log');
  writeFileSync(file, 'a long line of before\n');
  const logs = markLogs([{ title: 'server', file }]);
  append(file);
  expect(logs()).toEqual([{ title: 'server', text: 'after\n' }]);
});

it('takes a log that is not there for empty', () => {
  expect(markLogs([{ title: 'server', file: join(folder, 'none.log') }])()).toEqual([
    { title: 'server', text: '' },
  ]);
});

it('shows the last lines, and no title of an empty log', () => {
  const logs = [
    { title: 'server', text: 'one\ntwo\nthree\n' },
    { title: 'engine', text: '\n' },
  ];
  expect(lastLines(logs, 2)).toEqual(['server:', '  two', '  three']);
});
