import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { takesOneValue } from '../../../app/cli/options/once';
import { newProgram } from '../../../app/cli/program';
import { SluiceError } from '../../../app/contract/failure';

/** Options whose text may be anything, or is read only with a server or a file. */
const FREE_TEXT = new Set([
  ...[
    '--source',
    '--compare-source',
    '--target',
    '--server',
    '--out',
    '--spool',
    '--dump',
    '--ibd',
    '--save',
    '--compare',
    '--option-file',
    '--certificate',
    '--check',
    '--input-table',
    '--input-columns',
    '--reject-file',
  ],
  ...['--save-as-job', '--name', '--group', '--dsn', '--password-command'],
  ...['--confirm-target', '--on-failure', '--command', '--search', '--forget'],
  ...['--schemas', '--exclude-schemas', '--users', '--exclude-users'],
]);

/** A value that can be read, where the option has no choices and takes no free text; two of them for lists. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  ...{
    '--threads': ['2'],
    '--memory-limit': ['64MiB'],
    '--input-time-zone': ['+02:00'],
    '--compression': ['none'],
    '--chunk-bytes': ['1MiB'],
    '--csv-separator': [';'],
    '--csv-null': ['NULL'],
  },
  ...{
    '--input-separator': [';'],
    '--input-quote': ["'"],
    '--input-null': ['NULL'],
    '--reject-limit': ['10'],
  },
  ...{ '--dump': ['a', 'b'] },
  ...{ '--lock-wait-timeout': ['5'], '--retry-for': ['5'], '--limit': ['3'], '--rows': ['3'] },
  '--account': ['a@b'],
  ...{ '--for': ['mariadb:10.11'], '--prove-every': ['3'] },
  '--definers': ['map:a@b=c@d', 'map:e@f=g@h'],
  ...{ '--last': ['3'], '--daily': ['3'], '--weekly': ['3'] },
  ...{ '--fix': ['collations', 'types'], '--fast-unsafe': ['redo', 'flush'], '--schema-map': ['a=x', 'b=y'] },
  ...{ '--schemas': ['a', 'b'], '--exclude-schemas': ['a', 'b'] },
  ...{ '--users': ['a@b', 'c@d'], '--exclude-users': ['a@b', 'c@d'], '--compare': ['a', 'b'] },
};
const SCHEDULE_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  '--daily': ['02:30'],
  '--weekly': ['Sun 02:30'],
};
/** Here a comma may be a part of a condition or a name. */
const TAKEN_AS_A_WHOLE = new Set([
  '--where',
  '--partitions',
  '--rename',
  '--compare',
  '--definers',
  '--dump',
]);

interface Place {
  /** Words of the command, from the program on. */
  readonly path: readonly string[];
  readonly flag: string;
}

function commandAt(path: readonly string[]): Command {
  const find = (command: Command, name: string): Command => {
    const found = command.commands.find((child) => child.name() === name);
    if (found === undefined) throw new Error(`There is no command ${path.join(' ')}`);
    return found;
  };
  const command = path.reduce(
    find,
    newProgram(() => undefined),
  );
  return command;
}

function optionAt({ path, flag }: Place): Option {
  const option = commandAt(path).options.find(({ long }) => long === flag);
  if (option === undefined) throw new Error(`There is no option ${flag}`);
  return option;
}

function placesBelow(command: Command, path: readonly string[]): readonly Place[] {
  const valued = command.options.filter(({ required, optional }) => required || optional);
  return [
    ...valued.map(({ long }) => ({ path, flag: long ?? '' })),
    ...command.commands.flatMap((child) => placesBelow(child, [...path, child.name()])),
  ];
}

function samplesOf(place: Place): readonly string[] {
  const { argChoices } = optionAt(place);
  if (argChoices !== undefined) return argChoices.slice(0, 1);
  if (place.path[0] === 'schedule' && place.flag in SCHEDULE_SAMPLES)
    return SCHEDULE_SAMPLES[place.flag] ?? [];
  if (['--where', '--partitions', '--rename'].includes(place.flag)) return ['s.t=a', 's.u=b'];
  if (place.flag === '--fix' && place.path[0] === 'load') return ['sql-modes', 'collations'];
  if (/tables|routines|events|triggers/.test(place.flag)) return ['s.a', 's.b'];
  return SAMPLES[place.flag] ?? ['free text'];
}

/** @returns what was read, or the message of the usage error */
function given(place: Place, ...texts: readonly string[]): unknown {
  const command = commandAt(place.path);
  try {
    command.parseOptions(texts.flatMap((text) => [place.flag, text]));
    return command.getOptionValue(optionAt(place).attributeName());
  } catch (error) {
    if (error instanceof SluiceError && error.failure.code === 'usage') return error.message;
    throw error;
  }
}

const places = placesBelow(
  newProgram(() => undefined),
  [],
);
const named = (some: readonly Place[]) =>
  some.map((place) => [`${place.path.join(' ')} ${place.flag}`, place] as const);
const scalars = places.filter((place) => takesOneValue(optionAt(place)));
const lists = places.filter((place) => !takesOneValue(optionAt(place)));

describe('the options of all commands that take a value', () => {
  it.each(named(scalars))('%s: a second value is a usage error', (_name, place) => {
    const [text = ''] = samplesOf(place);
    expect(given(place, text, text)).toBe(`${optionAt(place).flags} takes one value, but was given twice.`);
  });

  it.each(named(lists))('%s: values add up', (_name, place) => {
    const [one = '', other = ''] = samplesOf(place);
    const both = given(place, one, other);
    expect(both).not.toEqual(given(place, other));
    expect(both).not.toEqual(given(place, one));
    if (!TAKEN_AS_A_WHOLE.has(place.flag)) expect(both).toEqual(given(place, `${one},${other}`));
    expect(JSON.stringify(both)).toContain(one.replace(/^map:|[=@].*/g, ''));
  });

  it.each(named(places.filter(({ flag }) => !FREE_TEXT.has(flag))))(
    '%s: what can’t be read is a usage error of one line that names it',
    (_name, place) => {
      const said = given(place, '?!');
      expect(said).toContain(`${optionAt(place).flags} does not take “?!”`);
      expect(said).not.toContain('\n');
    },
  );

  it('have a list wherever their name is one', () => {
    const plural = places.filter((place) =>
      /<(names|pairs|list|rules|accounts|.*=.*)>/.test(optionAt(place).flags),
    );
    expect(plural.length).toBeGreaterThan(20);
    expect(plural.filter((place) => takesOneValue(optionAt(place)))).toEqual([]);
  });
});

describe('values of options', () => {
  const dump = (flag: string, ...texts: readonly string[]) => given({ path: ['dump'], flag }, ...texts);

  it('say which option a size or a time is of, and what it takes', () => {
    expect(dump('--chunk-bytes', '1KiB')).toMatch(/--chunk-bytes <size> .*It must be from 128KiB to 4GiB/);
    expect(dump('--lock-wait-timeout', 'abc')).toMatch(
      /--lock-wait-timeout <s> .*It must be a number of seconds from 1 to 86400/,
    );
  });

  it('keep a comma that a backslash precedes with its name', () => {
    expect(dump('--schemas', String.raw`a\,b,c`, 'd')).toEqual([String.raw`a\,b`, 'c', 'd']);
  });

  it('are no map that gives a schema two names', () => {
    const load = (...texts: readonly string[]) => given({ path: ['load'], flag: '--schema-map' }, ...texts);
    expect(load('a=x', 'b=y', 'a=x')).toEqual({ a: 'x', b: 'y' });
    expect(load('a=x', 'a=y')).toContain('“a” can’t become both “x” and “y”');
    expect(load('a=x,a=y')).toContain('“a” can’t become both “x” and “y”');
  });
});
