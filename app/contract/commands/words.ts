import { byName } from '../by-name';
import { assertNever } from '../exhaustive';
import type { DefinerWish, ExcludeRule, IncludeRule, LoadOptions, Selection } from '../runs/options';
import { accountWord, mappedText } from './definers';
import { escaped, guardPattern } from './pattern';

/** The command-line words for options, from which the window builds the command that it copies. */

/** Words for the number of threads: always there, because its default is what a machine suits. */
export function threadsWords(threads: number): readonly string[] {
  return ['--threads', String(threads)];
}

/** A flag with its value, where the value differs from the command line's default. */
export function changed(flag: string, value: string | number, usual: string | number): readonly string[] {
  return value === usual ? [] : [flag, String(value)];
}

const INCLUDE_FLAGS: Readonly<Record<IncludeRule['kind'], string>> = {
  schema: '--schemas',
  table: '--tables',
  routine: '--routines',
  event: '--events',
};

const EXCLUDE_FLAGS: Readonly<Record<ExcludeRule['kind'], string>> = {
  schema: '--exclude-schemas',
  table: '--exclude-tables',
  routine: '--exclude-routines',
  event: '--exclude-events',
  trigger: '--exclude-triggers',
};

/** The options that include and exclude objects. */
export function objectWords({ include, exclude }: Pick<Selection, 'include' | 'exclude'>): readonly string[] {
  return [...ruleWords(include, INCLUDE_FLAGS), ...ruleWords(exclude, EXCLUDE_FLAGS)];
}

/** The options that include and exclude accounts. */
export function accountWords({
  users,
  excludeUsers,
}: Pick<Selection, 'users' | 'excludeUsers'>): readonly string[] {
  const words = (flag: string, names: readonly string[]) =>
    names.length === 0 ? [] : [flag, names.map((name) => guardPattern(name, ',')).join()];
  return [...words('--users', users), ...words('--exclude-users', excludeUsers)];
}

/** The options that select what is dumped. */
export function dumpSelectionWords({
  include,
  exclude,
  where,
  partitions,
  content,
  ...accounts
}: Selection): readonly string[] {
  return [
    ...objectWords({ include, exclude }),
    ...where.flatMap(({ schema, table, condition }) => [
      '--where',
      `${tablePlace(schema, table)}=${condition}`,
    ]),
    ...partitions.flatMap((wish) => [
      '--partitions',
      `${tablePlace(wish.schema, wish.table)}=${wish.partitions.map((name) => guardPattern(escaped(name), ',')).join()}`,
    ]),
    ...accountWords(accounts),
    ...CONTENT_WORDS[content],
  ];
}

/** The options for the definers of objects; nothing where they are kept. */
export function definersWords(wish: DefinerWish): readonly string[] {
  switch (wish.kind) {
    case 'keep':
      return [];
    case 'current':
    case 'strip':
      return ['--definers', wish.kind];
    case 'replace':
      return ['--definers', accountWord(wish)];
    case 'map':
      return wish.accounts.flatMap((one) => ['--definers', `map:${mappedText(one)}`]);
    default:
      return assertNever(wish);
  }
}

/** The words for which content a run takes. */
export const CONTENT_WORDS: Readonly<Record<Selection['content'], readonly string[]>> = {
  everything: [],
  structure: ['--ddl-only'],
  data: ['--data-only'],
};

/** The option that renames schemas; nothing where all keep their names. */
export function schemaMapWords(map: Readonly<Record<string, string>>): readonly string[] {
  const pairs = Object.entries(map).map((pair) =>
    pair.map((name) => guardPattern(escaped(name), ',=')).join('='),
  );
  return pairs.length === 0 ? [] : ['--schema-map', pairs.join()];
}

function ruleWords<R extends ExcludeRule>(
  rules: readonly R[],
  flags: Readonly<Record<R['kind'], string>>,
): readonly string[] {
  return (Object.keys(flags) as R['kind'][]).flatMap((kind) => {
    const named = rules.filter((rule) => rule.kind === kind).map(ruleWord);
    return named.length === 0 ? [] : [flags[kind], named.join()];
  });
}

function ruleWord(rule: ExcludeRule): string {
  switch (rule.kind) {
    case 'schema':
      return guardPattern(rule.schema, ',');
    case 'table':
    case 'routine':
    case 'event':
    case 'trigger':
      return `${guardPattern(rule.schema, ',.')}.${guardPattern(rule.name, ',')}`;
    default:
      return assertNever(rule);
  }
}

/** A table's own name, not a pattern, as written before an equals sign. */
export function tablePlace(schema: string, table: string): string {
  return `${guardPattern(escaped(schema), '.=')}.${guardPattern(escaped(table), '=')}`;
}

/** Writes the new name with its schema, so that dots and spaces in it are taken literally. */
export function renameWords({
  tableRenames,
  schemaMap,
}: Pick<LoadOptions, 'tableRenames' | 'schemaMap'>): readonly string[] {
  return tableRenames.flatMap(({ schema, table, to }) => [
    '--rename',
    `${tablePlace(schema, table)}=${byName(schemaMap, schema) ?? schema}.${to}`,
  ]);
}
