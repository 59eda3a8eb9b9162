import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { folderOfLanes, MEMORY_FOLDER } from '../../../build/test/memory-folder.mjs';

const GIB = 1024 ** 3;
const ROOMY = { isWished: false, canRun: true, freeBytes: 12 * GIB, availableBytes: 18 * GIB };

it('puts the folders of the lanes into memory where there is enough of it', () => {
  expect(folderOfLanes(3, ROOMY)).toBe(MEMORY_FOLDER);
});

it.each([
  ['the user has said where temporary files belong', { isWished: true }],
  ['programs can’t be run there', { canRun: false }],
  ['little is free in it', { freeBytes: 4 * GIB }],
  ['the servers need the memory', { availableBytes: 13 * GIB }],
])('leaves them where temporary files belong where %s', (_why, fact) => {
  expect(folderOfLanes(3, { ...ROOMY, ...fact })).toBe(tmpdir());
});
