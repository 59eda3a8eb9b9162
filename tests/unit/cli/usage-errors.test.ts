import { describe, expect, it } from 'vitest';
import { newProgram } from '../../../app/cli/program';
import { SluiceError, type Failure } from '../../../app/contract/failure';

/** Parses words as they are typed behind `sluice`. @returns the failure */
async function failureOf(...words: readonly string[]): Promise<Failure> {
  const program = newProgram(() => undefined);
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof SluiceError) return error.failure;
    throw error;
  }
  throw new Error('It was understood.');
}

describe('a command line that can’t be understood', () => {
  it.each([
    {
      words: ['--hepl'],
      message: 'sluice has no option “--hepl”.',
      hint: 'Did you mean “--help”?',
    },
    {
      words: ['dumb'],
      message: 'sluice has no command “dumb”.',
      hint: 'Did you mean “dump”?',
    },
    {
      words: ['qwertz'],
      message: 'sluice has no command “qwertz”.',
      hint: 'What it takes: sluice --help',
    },
    {
      words: ['help', 'lod'],
      message: 'sluice has no command “lod”.',
      hint: 'Did you mean “load”?',
    },
    {
      words: ['jobs', 'lst'],
      message: 'sluice jobs has no command “lst”.',
      hint: 'Did you mean “list”?',
    },
    {
      words: ['dump'],
      message: 'sluice dump needs --source <dsn> and --out <dir>.',
      hint: 'What it takes: sluice dump --help',
    },
    {
      words: ['load', '--target', 'a'],
      message: 'sluice load needs --dump <path>.',
      hint: 'What it takes: sluice load --help',
    },
    {
      words: ['prove', '--dump', 'd'],
      message: 'sluice prove has no option “--dump”.',
      hint: 'Write it as: sluice prove [options] <dump...>',
    },
    {
      words: ['load', '--treads', '3'],
      message: 'sluice load has no option “--treads”.',
      hint: 'Did you mean “--threads”?',
    },
    {
      words: ['dump', '--all-databases'],
      message: 'sluice dump has no option “--all-databases”.',
      hint: 'All schemas are included where --schemas names none.',
    },
    {
      words: ['dump', '--host=db1', '-u', 'root'],
      message: 'sluice dump has no option “--host”.',
      hint: 'Name server and account in one DSN: mysql://USER@HOST:PORT, or mysql://USER@/?socket=PATH.',
    },
    {
      words: ['dump', '-u', 'root', '-h', 'db1', 'shop'],
      message: 'sluice dump has no option “-u”.',
      hint: 'Name server and account in one DSN: mysql://USER@HOST:PORT, or mysql://USER@/?socket=PATH.',
    },
    {
      words: ['dump', '-h', 'db1', '-u', 'root'],
      message: 'sluice dump prints its help for -h alone, and “db1” belongs to no option.',
      hint: 'Name server and account in one DSN: mysql://USER@HOST:PORT, or mysql://USER@/?socket=PATH.',
    },
    {
      words: ['load', '--dump', 'd', '-hdb1'],
      message: 'sluice load prints its help for -h alone, and “db1” belongs to no option.',
      hint: 'Name server and account in one DSN: mysql://USER@HOST:PORT, or mysql://USER@/?socket=PATH.',
    },
    {
      words: ['load', '--dump', 'd', '-psecret'],
      message: 'sluice load has no option “-p”.',
      hint: 'Set SLUICE_PASSWORD, use --option-file, or type it when asked.',
    },
    {
      words: ['dump', '--password=secret'],
      message: 'sluice dump has no option “--password”.',
      hint: 'Set SLUICE_PASSWORD, use --option-file, or type it when asked.',
    },
    {
      words: ['dump', '--host=db1', '-h'],
      message: 'sluice dump has no option “--host”.',
      hint: 'Name server and account in one DSN: mysql://USER@HOST:PORT, or mysql://USER@/?socket=PATH.',
    },
    {
      words: ['load', '-x'],
      message: 'sluice load has no option “-x”.',
      hint: 'What it takes: sluice load --help',
    },
    {
      words: ['load', '--threads', 'x'],
      message: '--threads <n> does not take “x”. It must be a whole number from 1 to 256.',
      hint: 'Run the command with --help to see its options.',
    },
    {
      words: ['load', '--indexes', 'never'],
      message: '--indexes <when> does not take “never”. It must be one of auto, defer, inline.',
      hint: 'Run the command with --help to see its options.',
    },
    {
      words: ['load', '--threads'],
      message: 'The value of --threads <n> is missing.',
      hint: 'Run the command with --help to see its options.',
    },
    {
      words: ['load', '--target', 'a', '--dump', 'b', '--resume', '--roll-back'],
      message: '--roll-back can’t be used with --resume.',
      hint: 'Leave out one of them.',
    },
    {
      words: ['load', '--target', 'a', '--dump', 'b', 'c'],
      message: 'sluice load takes options alone, and “c” belongs to none.',
      hint: 'Quote a value that holds spaces. What it takes: sluice load --help',
    },
    {
      words: ['load', 'backup.sql', 'mysql://a@b'],
      message: 'sluice load takes options alone, and “backup.sql” belongs to none.',
      hint: 'It needs --target <dsn> and --dump <path>. What it takes: sluice load --help',
    },
    {
      words: ['load', 'mysql://a:my:se/cr@t@b/x'],
      message: 'sluice load takes options alone, and “mysql://a:…@b/x” belongs to none.',
      hint: 'It needs --target <dsn> and --dump <path>. What it takes: sluice load --help',
    },
    {
      words: ['dump', 'mysql://a@b', '--out', 'c'],
      message: 'sluice dump takes options alone, and “mysql://a@b” belongs to none.',
      hint: 'It needs --source <dsn>. What it takes: sluice dump --help',
    },
    {
      words: ['dump', '--source', 'mysql://a@b', '--out', 'c', '--schemas', 'x'.repeat(200)],
      message: `“${'x'.repeat(60)}…” can’t be used: it has 200 characters.`,
      hint: 'A name has from 1 to 64, a pattern up to 192, a condition up to 65,536.',
    },
    {
      words: ['dump', '--source', 'mysql://a@b', '--out', 'c', '--partitions', 's.t=p1,'],
      message: '“” can’t be used: it has 0 characters.',
      hint: 'A name has from 1 to 64, a pattern up to 192, a condition up to 65,536.',
    },
    {
      words: ['jobs', 'remove', 'Nightly', 'shop'],
      message: 'sluice jobs remove takes one argument: “shop” is one too many.',
      hint: 'Quote a value that holds spaces. What it takes: sluice jobs remove --help',
    },
    {
      words: ['jobs', 'remove'],
      message: 'The argument <job> is missing.',
      hint: 'Write it as: sluice jobs remove [options] <job>',
    },
    {
      words: ['load', '--target', 'a', '--dmp', 'b'],
      message: 'sluice load has no option “--dmp”.',
      hint: 'Did you mean “--dump”?',
    },
  ])('$words: $message', async ({ words, message, hint }) => {
    expect(await failureOf(...words)).toMatchObject({
      code: 'usage',
      message,
      hint,
    });
  });

  it.each([[[]], [['help']], [['help', 'help']], [['help', 'load']], [['load', '--help']]])(
    'is no failure of %j: its help is printed',
    async (words) => {
      const program = newProgram(() => undefined).configureOutput({
        writeOut: () => undefined,
        writeErr: () => undefined,
      });
      await expect(program.parseAsync([...words], { from: 'user' })).rejects.toMatchObject({
        code: expect.stringMatching(/^commander\.help/) as string,
      });
    },
  );
});
