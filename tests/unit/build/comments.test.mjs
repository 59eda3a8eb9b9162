import { describe, expect, it } from 'vitest';
import { objectionsToComments } from '../../../build/lint/comments.mjs';

const objectionsTo = (text) => objectionsToComments(new Map([['app/a.ts', text]]));

describe('comments that begin with half a sentence', () => {
  it.each([
    '/** What the server says. */',
    '  /** Of the table `t`. */',
    '/**\n * Whether it may be read.\n */',
    '/// How many rows there are.',
    '  // Whoever asks waits.',
  ])('are found: %s', (text) => {
    expect(objectionsTo(text)).toHaveLength(1);
  });

  it.each([
    '/** Rows of the table. */',
    '/** Waits, says\n * what it waits for. */',
    '/**\n * Rows.\n * What follows is a sentence of its own.\n */',
    '/// Rows of one table,\n/// Of which there is one.',
    "const text = 'What // Of';",
    '  Of: 1,',
  ])('are told from others: %s', (text) => {
    expect(objectionsTo(text)).toEqual([]);
  });

  it('are named by file and line', () => {
    expect(objectionsTo('const a = 1;\n// Which it is.')[0]).toMatch(/^app\/a\.ts:2: .*“Which”/);
  });
});
