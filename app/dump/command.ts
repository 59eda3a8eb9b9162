import { assertNever } from '../contract/exhaustive';
import {
  DUMP_DEFAULTS,
  type Compression,
  type DefinerWish,
  type DumpOptions,
  type ExcludeRule,
  type IncludeRule,
  type Selection,
} from '../contract/options';
import { guardPattern } from '../contract/pattern';

/**
 * The words of the command line that does exactly such a dump. What is as by default is left out, and so is every
 * secret: the password comes from where the command line takes it.
 */
export function dumpCommand(source: string, folder: string, options: DumpOptions): readonly string[] {
  return [
    ...['sluice', 'dump', '--source', source, '--out', folder],
    ...selectionWords(options.selection),
    ...changed('--threads', options.threads, DUMP_DEFAULTS.threads),
    ...changed(
      '--compression',
      compressionWord(options.compression),
      compressionWord(DUMP_DEFAULTS.compression),
    ),
    ...changed('--chunk-bytes', options.bytesPerChunk, DUMP_DEFAULTS.bytesPerChunk),
    ...changed('--memory-limit', options.memoryLimitBytes, DUMP_DEFAULTS.memoryLimitBytes),
    ...changed('--consistency', options.consistency, DUMP_DEFAULTS.consistency),
    ...changed('--non-transactional', options.nonTransactional, DUMP_DEFAULTS.nonTransactional),
    ...changed('--json-check', options.jsonCheck, DUMP_DEFAULTS.jsonCheck),
    ...changed('--definers', definersWord(options.definers), definersWord(DUMP_DEFAULTS.definers)),
    ...changed(
      '--lock-wait-timeout',
      options.lockWaitTimeoutMs / 1000,
      DUMP_DEFAULTS.lockWaitTimeoutMs / 1000,
    ),
  ];
}

/** An option and its value; nothing where it is as by default. */
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

/** The options that name what is taken. */
export function selectionWords({
  include,
  exclude,
  where,
  partitions,
  content,
  users,
}: Selection): readonly string[] {
  return [
    ...ruleWords(include, INCLUDE_FLAGS),
    ...ruleWords(exclude, EXCLUDE_FLAGS),
    ...where.flatMap(({ schema, table, condition }) => ['--where', `${place(schema, table)}=${condition}`]),
    ...partitions.flatMap((wish) => [
      '--partitions',
      `${place(wish.schema, wish.table)}=${wish.partitions.map((name) => guardPattern(escaped(name), ',')).join()}`,
    ]),
    ...(users.length === 0 ? [] : ['--users', users.map((user) => guardPattern(user, ',')).join()]),
    ...CONTENT_WORDS[content],
  ];
}

const CONTENT_WORDS: Readonly<Record<Selection['content'], readonly string[]>> = {
  everything: [],
  structure: ['--structure-only'],
  data: ['--data-only'],
};

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

/** A table's own name, not a pattern. */
function place(schema: string, table: string): string {
  return `${guardPattern(escaped(schema), '.=')}.${guardPattern(escaped(table), '=')}`;
}

function escaped(name: string): string {
  return name.replace(/\\/g, '\\\\');
}

function compressionWord(compression: Compression): string {
  return compression.kind === 'none' ? 'none' : `zstd:${compression.level}`;
}

export function definersWord(wish: DefinerWish): string {
  return wish.kind === 'replace' ? `${wish.user}@${wish.host}` : wish.kind;
}
