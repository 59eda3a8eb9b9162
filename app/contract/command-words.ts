import { assertNever } from './exhaustive';
import type { ExcludeRule, IncludeRule, Selection } from './options';
import { guardPattern } from './pattern';

/** Words of the command line that say what options say: what the window copies as a command is made of them. */

/** A flag with its value, where that is not what the command line takes anyway. */
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

/** Which objects are taken and which are left out. */
export function objectWords({ include, exclude }: Pick<Selection, 'include' | 'exclude'>): readonly string[] {
  return [...ruleWords(include, INCLUDE_FLAGS), ...ruleWords(exclude, EXCLUDE_FLAGS)];
}

/** Which accounts are taken and which of them are left out. */
export function accountWords({
  users,
  excludeUsers,
}: Pick<Selection, 'users' | 'excludeUsers'>): readonly string[] {
  const words = (flag: string, names: readonly string[]) =>
    names.length === 0 ? [] : [flag, names.map((name) => guardPattern(name, ',')).join()];
  return [...words('--users', users), ...words('--exclude-users', excludeUsers)];
}

/** The schemas that get other names; nothing where all keep theirs. */
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

/** A table's own name, not a pattern, as what stands before an equals sign. */
export function tablePlace(schema: string, table: string): string {
  return `${guardPattern(escaped(schema), '.=')}.${guardPattern(escaped(table), '=')}`;
}

/** A name in which a backslash stands for itself. */
export function escaped(name: string): string {
  return name.replace(/\\/g, '\\\\');
}
