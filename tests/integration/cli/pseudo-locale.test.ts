import { execFileSync } from 'child_process';
import { resolve } from 'path';
import { expect, it } from 'vitest';
import { completedCommands } from '../../../app/cli/completion/tree';
import { newProgram } from '../../../app/cli/program';

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
