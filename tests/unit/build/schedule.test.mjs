import { expect, it } from 'vitest';
import { schedule } from '../../../build/test/schedule.mjs';

/** Pieces that write down when they begin and end, each beginning of one ended by a turn of the event loop. */
function diary() {
  const lines = [];
  const piece = (name, place, more = {}) => ({
    name,
    place,
    weight: 1,
    ...more,
    async run(lane) {
      lines.push(`+${name}${lane === null ? '' : `@${lane}`}`);
      await new Promise((resolve) => setTimeout(resolve));
      lines.push(`-${name}`);
    },
  });
  return { lines, piece };
}

it('gives each lane the longest piece that is left', async () => {
  const { lines, piece } = diary();
  const pieces = [1, 3, 2].map((weight) => piece(`w${weight}`, 'lane', { weight }));
  await schedule(pieces, ['a', 'b']);
  expect(lines.filter((line) => line.startsWith('+'))).toEqual(['+w3@a', '+w2@b', '+w1@a']);
});

it('lets nothing begin before what it comes after has ended', async () => {
  const { lines, piece } = diary();
  await schedule(
    [
      piece('tests', 'lane', { weight: 9, after: ['build'] }),
      piece('lint', 'background', { weight: 20 }),
      piece('build', 'background'),
    ],
    ['a', 'b'],
  );
  expect(lines).toEqual(['+lint', '-lint', '+build', '-build', '+tests@a', '-tests']);
});

it('begins with what most waits for', async () => {
  const { lines, piece } = diary();
  await schedule(
    [
      piece('lint', 'background', { weight: 5 }),
      piece('build', 'background', { weight: 3 }),
      piece('tests', 'lane', { weight: 4, after: ['build'] }),
      piece('long', 'lane', { weight: 3 }),
    ],
    ['a'],
  );
  expect(lines.filter((line) => line.startsWith('+'))).toEqual(['+long@a', '+build', '+tests@a', '+lint']);
});

it('runs what wants to be alone at the end, one at a time', async () => {
  const { lines, piece } = diary();
  await schedule(
    [piece('x', 'alone'), piece('y', 'alone'), piece('z', 'lane'), piece('b', 'background')],
    ['a', 'b'],
  );
  expect(lines.slice(4)).toEqual(['+x@a', '-x', '+y@a', '-y']);
});

it('refuses to wait for what is not to be run', async () => {
  const { piece } = diary();
  await expect(schedule([piece('tests', 'lane', { after: ['build'] })], ['a'])).rejects.toThrow('build');
});
