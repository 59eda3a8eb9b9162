import { unquoteName } from '../text/quote';

/**
 * Parsed lines of a SHOW CREATE TABLE text. Both servers print one element per line and escape line breaks inside
 * literals and comments (sql/sql_show.cc, store_create_info), but not those inside names.
 */
export interface Definition {
  readonly columns: readonly string[];
  readonly indexes: readonly IndexLine[];
  readonly foreignKeys: readonly ForeignKeyLine[];
  /** CHECK constraints, PERIOD and every other element between the parentheses. */
  readonly others: readonly string[];
  /** Text after the closing parenthesis: engine, versioning, partitions. */
  readonly options: string;
}

export interface IndexLine {
  readonly kind: 'primary' | 'unique' | 'plain' | 'fulltext' | 'spatial';
  /** Empty for the primary key. */
  readonly name: string;
  /** As printed, without indentation and comma: can follow ADD. */
  readonly text: string;
  /** The names of its columns, in order; empty where any part is an expression. */
  readonly columns: readonly string[];
}

export interface ForeignKeyLine {
  readonly name: string;
  readonly text: string;
  readonly columns: readonly string[];
  /** Null for the schema of the table itself. */
  readonly parentSchema: string | null;
  readonly parentTable: string;
  readonly parentColumns: readonly string[];
}

/** A name. A quote followed by another ends nothing, so that the pattern never backtracks. */
const NAME = '`((?:[^`]|``)+)`(?!`)';
const NAMES = '((?:`(?:[^`]|``)+`(?!`)(?:, ?)?)+)';
/** An element of the text: a line, with the line breaks inside its names. A quote without an end holds all the rest. */
export const LINE = /(?:`(?:[^`]|``)*(?:`|$)|'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)|[^\n`']+)+/g;

/** Splits a definition into lines, without the comma at the end of all but the last. */
export function linesOf(definition: string): readonly string[] {
  return (definition.match(LINE) ?? []).map((line) => line.replace(/,$/, ''));
}

const INDEX = new RegExp(`^(PRIMARY|UNIQUE|FULLTEXT|SPATIAL)? ?KEY (?:${NAME} )?\\(([^]*)`);
const FOREIGN_KEY = new RegExp(
  `^CONSTRAINT ${NAME} FOREIGN KEY \\(${NAMES}\\) REFERENCES (?:${NAME}\\.)?${NAME} \\(${NAMES}\\)`,
);

const KINDS: Readonly<Record<string, IndexLine['kind']>> = {
  PRIMARY: 'primary',
  UNIQUE: 'unique',
  FULLTEXT: 'fulltext',
  SPATIAL: 'spatial',
};

export function parseDefinition(createTable: string): Definition {
  const columns: string[] = [];
  const indexes: IndexLine[] = [];
  const foreignKeys: ForeignKeyLine[] = [];
  const others: string[] = [];
  const lines = (createTable.match(LINE) ?? []).slice(1);
  const closing = lines.findIndex((line) => !line.startsWith('  '));
  const end = closing === -1 ? lines.length : closing;
  for (const line of lines.slice(0, end)) {
    const text = line.trim().replace(/,$/, '');
    const index = parseIndex(text);
    const foreignKey = parseForeignKey(text);
    if (text.startsWith('`')) columns.push(text);
    else if (index !== null) indexes.push(index);
    else if (foreignKey !== null) foreignKeys.push(foreignKey);
    else others.push(text);
  }
  return { columns, indexes, foreignKeys, others, options: lines.slice(end).join('\n') };
}

function parseIndex(text: string): IndexLine | null {
  const match = INDEX.exec(text);
  if (match === null) return null;
  const [, kind = '', name = '', parts = ''] = match;
  return { kind: KINDS[kind] ?? 'plain', name: unquoteName(name), text, columns: partNames(parts) };
}

function parseForeignKey(text: string): ForeignKeyLine | null {
  const match = FOREIGN_KEY.exec(text);
  if (match === null) return null;
  const [, name = '', columns = '', parentSchema, parentTable = '', parentColumns = ''] = match;
  return {
    name: unquoteName(name),
    text,
    columns: allNames(columns),
    parentSchema: parentSchema === undefined ? null : unquoteName(parentSchema),
    parentTable: unquoteName(parentTable),
    parentColumns: allNames(parentColumns),
  };
}

function allNames(list: string): readonly string[] {
  return [...list.matchAll(new RegExp(NAME, 'g'))].map(([, name = '']) => unquoteName(name));
}

/** Returns the column names of `` `a`(4) DESC,`b`) …``; empty where any part is no plain column. */
function partNames(parts: string): readonly string[] {
  const names: string[] = [];
  const part = new RegExp(`^${NAME}(?:\\(\\d+\\))?(?: (?:ASC|DESC))?([,)])`);
  for (let rest = parts; ;) {
    const match = part.exec(rest);
    if (match === null) return [];
    names.push(unquoteName(match[1] ?? ''));
    if (match[2] === ')') return names;
    rest = rest.slice(match[0].length);
  }
}

/** Returns the table's engine, as printed; empty where the text has none. */
export function engineOf({ options }: Definition): string {
  return /^\) (?:\/\*!.*?\*\/ )?ENGINE=(\w+)/.exec(options)?.[1] ?? '';
}

/** Returns the names of its ENUM columns. */
export function enumColumnsOf({ columns }: Definition): readonly string[] {
  const column = new RegExp(`^${NAME} enum\\(`);
  return columns.flatMap((text) => {
    const name = column.exec(text)?.[1];
    return name === undefined ? [] : [unquoteName(name)];
  });
}

/** Returns the members of an ENUM or SET column, as printed; null where there is no such column. */
export function memberListOf({ columns }: Definition, name: string): string | null {
  const type = new RegExp(`^${NAME} ((?:enum|set)\\((?:'(?:[^'\\\\]|\\\\.|'')*'(?!'),?)*\\))`, 's');
  for (const text of columns) {
    const found = type.exec(text);
    if (found !== null && unquoteName(found[1] ?? '') === name) return found[2] ?? null;
  }
  return null;
}

/** Returns the name of its AUTO_INCREMENT column; null where it has none. */
export function autoIncrementOf({ columns }: Definition): string | null {
  const column = new RegExp(`^${NAME}`);
  for (const text of columns) {
    const words = withoutLiterals(text).replace(/`(?:[^`]|``)*`/g, '');
    if (/ AUTO_INCREMENT\b/i.test(words)) return unquoteName(column.exec(text)?.[1] ?? '');
  }
  return null;
}

/** Expressions of a table that a server evaluates for each row. */
export interface TableExpressions {
  /** True also for CHECKs and indexes of expressions. */
  readonly hasAny: boolean;
  /** Names of generated columns. */
  readonly generated: readonly string[];
  /** Names of columns without a date or time. */
  readonly timeless: readonly string[];
}

export function expressionsOf({ columns, indexes, others }: Definition): TableExpressions {
  const isGenerated = (line: string) => / (?:GENERATED ALWAYS )?AS \(/.test(withoutLiterals(line));
  const isTimeless = (line: string) => !MOMENT.test(line);
  const generated = namesOf(columns.filter(isGenerated));
  const isChecked = [...columns, ...others].some((line) => /\bCHECK \(/.test(withoutLiterals(line)));
  return {
    hasAny: generated.length > 0 || isChecked || indexes.some((index) => index.columns.length === 0),
    generated,
    timeless: namesOf(columns.filter(isTimeless)),
  };
}

/** A column's line whose type is a date or time. */
const MOMENT = new RegExp(`^${NAME} (?:date|time|timestamp|datetime|year)\\b`, 'i');

/** Returns whether a column is a date or time. */
export function hasMoments({ columns }: Definition): boolean {
  return columns.some((line) => MOMENT.test(line));
}

/** Returns the names of columns by their lines. */
export function namesOf(columns: readonly string[]): readonly string[] {
  return columns.flatMap((line) => {
    const name = new RegExp(`^${NAME}`).exec(line)?.[1];
    return name === undefined ? [] : [unquoteName(name)];
  });
}

/** Removes literals: comments and defaults may contain any words. */
export function withoutLiterals(text: string): string {
  return text.replace(/'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)/g, "''");
}

/** MySQL prints a named tablespace before the engine, in a comment of its own. */
const COUNTER = /^(\) (?:\/\*!.*?\*\/ )?ENGINE=\S+) AUTO_INCREMENT=(\d+)/m;

/** Removes the AUTO_INCREMENT counter, which changes with every insert and is not part of the definition. */
export function withoutCounter(createTable: string): string {
  return createTable.replace(COUNTER, '$1');
}

/** Returns the next number that a table gives, where its definition prints one; else null. */
export function counterOf(createTable: string): string | null {
  return COUNTER.exec(createTable)?.[2] ?? null;
}
