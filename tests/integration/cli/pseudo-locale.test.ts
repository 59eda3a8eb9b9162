import { execFileSync, spawnSync } from 'child_process';
import { resolve } from 'path';
import { expect, it } from 'vitest';
import { completedCommands } from '../../../app/cli/completion/tree';
import { newProgram } from '../../../app/cli/program';
import { withoutSpoken } from '../harness/spoken';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');

/** Text of a catalogue, as the pseudo-locale brackets it. */
const SPOKEN = /\[!![^]*?!!\]/g;
/** Two words in a row: names of options, placeholders and commands stand alone. */
const ENGLISH = /\b[a-z]{2,} [a-z]{3,}\b/;

it.each(completedCommands(newProgram(() => undefined)).map(({ path }) => [path]))(
  'sluice %s --help is spoken from catalogues',
  (path) => {
    const help = execFileSync(process.execPath, [CLI, ...path.split(' ').filter(Boolean), '--help'], {
      encoding: 'utf8',
      env: { ...process.env, SLUICE_LANGUAGE: 'en-XA' },
    });
    const rest = help
      .replace(SPOKEN, '')
      .split('\n')
      .filter((line) => !line.includes(`sluice ${path}`.trim()));
    expect(help).toMatch(SPOKEN);
    expect(rest.filter((line) => ENGLISH.test(line))).toEqual([]);
  },
);

it.each([
  [['--hepl']],
  [['dumb']],
  [['help', 'dumb']],
  [['dump']],
  [['load', '--threads', 'x']],
  [['load', '--indexes', 'never']],
  [['load', '--threads']],
  [['load', '--threads', '2', '--threads', '2']],
  [['load', '--schema', 'a', '--schemas', 'b']],
  [['load', '--target', 'a', '--dump', 'b', 'c']],
  [['load', '--target', 'a', '--dump', 'b', '--resume', '--roll-back']],
  [['dump', '--source', 'mysql://a@b', '--out', 'c', '--tables', 'shop']],
  [['dump', '--source', 'mysql://a@b', '--out', 'c', '--schemas', 'x'.repeat(200)]],
  [['jobs', 'remove']],
  [['jobs', 'remove', 'one', 'two']],
])('sluice %j is refused in words of the catalogues', (words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    encoding: 'utf8',
    env: { ...process.env, SLUICE_LANGUAGE: 'en-XA' },
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  const rest = withoutSpoken(stderr);
  expect(rest).not.toBe(stderr);
  expect(rest).not.toMatch(/[A-Za-z]/);
});
