import { describe, expect, it } from 'vitest';
import { messagesOf } from './own-rules.mjs';

describe.each([
  {
    rule: 'versions',
    good: ['export const facts = (server) => ({ versionNumber: server.versionNumber });'],
    bad: [
      'export const old = (server) => server.versionNumber < 80_000;',
      'export const same = ({ versionNumber }) => versionNumber === 90_704;',
      'export const later = (a, b) => b.versionNumber >= a.versionNumber;',
    ],
  },
  {
    rule: 'node-prefix',
    good: ["import { join } from 'path';"],
    bad: ["import { join } from 'node:path';", "import type { Stats } from 'node:fs';"],
  },
  {
    rule: 'void',
    good: [
      'void run();',
      'void this.a?.run();',
      "void import('./a');",
      'const set = () => void (a = 1);',
      'const none = void 0;',
    ],
    bad: ['void a;', 'void a.b;', 'void 1;'],
  },
  {
    rule: 'readonly-arrays',
    good: ['type A = readonly string[];', 'type A = Readonly<B>;', 'type A = Readonly<B<string[]>>;'],
    bad: ['type A = Readonly<string[]>;', 'const a = [] as Readonly<string[]>;'],
  },
])('$rule', ({ rule, good, bad }) => {
  const messages = messagesOf(rule, 'app/dump/run.ts', [...good, ...bad]);

  it.each(good.map((text, index) => ({ text, index })))('lets $text stand', ({ index }) => {
    expect(messages[index]).toEqual([]);
  });

  it.each(bad.map((text, index) => ({ text, index: good.length + index })))('finds $text', ({ index }) => {
    expect(messages[index]).toHaveLength(1);
  });
});
