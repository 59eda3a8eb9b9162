import { unquoted, type StatementHead } from '../../catalog/definition/statement-head';
import { quoteName } from '../../catalog/text/quote';

/** A CREATE TABLE statement, taken apart: what stands between its parentheses, element by element, and the rest. */
export interface TableText {
  readonly name: string;
  /** Columns, keys and constraints, each as written. */
  readonly elements: readonly string[];
  /** Behind the closing parenthesis: engine, character set, partitions. */
  readonly options: string;
}

/** A quoted text or name, a comment, or any other character; what has no end holds all the rest. */
const TOKEN =
  /'(?:[^'\\]|\\[^]|'')*'?|"(?:[^"\\]|\\[^]|"")*"?|`(?:[^`]|``)*`?|--(?=\s)[^\n]*|#[^\n]*|\/\*(?!M?!)[^]*?(?:\*\/|$)|[^]/g;

/** Takes the statement apart; null where it has no list of columns (CREATE TABLE … LIKE, … SELECT). */
export function tableTextOf(statement: string, { object }: StatementHead): TableText | null {
  const rest = statement.slice(object.to);
  const open = /^(?:\s|\/\*M?!\d*)*\(/.exec(rest);
  if (open === null) return null;
  const body = rest.slice(open[0].length);
  const { parts, end } = splitAt(body);
  if (end === null) return null;
  const options = withoutOpenComment(body.slice(end + 1), statement);
  return { name: object.name, elements: parts.map(withoutComments), options };
}

/** A comment at an element's end would hold the comma that is put behind it. */
function withoutComments(element: string): string {
  return element.replace(TOKEN, (token) => (/^(?:--.|#|\/\*.)/s.test(token) ? ' ' : token)).trim();
}

/** The statement as servers print it: a quoted name, and each element on a line of its own. */
export function printTable({ name, elements, options }: TableText): string {
  return `CREATE TABLE ${quoteName(name)} (\n  ${elements.join(',\n  ')}\n)${options}`;
}

/** Splits a text at the commas outside of quotes, comments and parentheses, up to the end or a parenthesis too many. */
export function splitAt(text: string): { readonly parts: readonly string[]; readonly end: number | null } {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (token === ')' && depth === 0) return { parts: [...parts, text.slice(from, index)], end: index };
    if (token === ')') depth -= 1;
    if (token !== ',' || depth > 0) continue;
    parts.push(text.slice(from, index));
    from = index + 1;
  }
  return { parts: [...parts, text.slice(from)], end: null };
}

/** A statement that stands in a version comment as a whole ends with the comment's end. */
function withoutOpenComment(options: string, statement: string): string {
  return /^\s*\/\*M?!/.test(statement) ? options.replace(/\s*\*\/\s*$/, '') : options.trimEnd();
}

const NOT_A_COLUMN =
  /^(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK|PERIOD|CLUSTERING|VECTOR\s+(?:KEY|INDEX))\b/i;
const COLUMN = /^(`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\w$\u0080-\uffff]+)\s+(\w+)/;

/** A column of a table, as far as its rows need it. */
export interface ScriptColumn {
  readonly name: string;
  /** In small letters, without its length: `varchar`. */
  readonly type: string;
  readonly isGenerated: boolean;
  /** Rows without a list of columns have no value for it. */
  readonly isInvisible: boolean;
}

/** The columns of a table, in order. */
export function columnsOf({ elements }: Pick<TableText, 'elements'>): readonly ScriptColumn[] {
  return elements.flatMap((element) => columnOf(element) ?? []);
}

/** Names of the columns that rows have which name none. */
export function visibleColumns(columns: readonly ScriptColumn[]): readonly string[] {
  return columns.filter(({ isInvisible }) => !isInvisible).map(({ name }) => name);
}

function columnOf(element: string): ScriptColumn | null {
  const match = NOT_A_COLUMN.test(element) ? null : COLUMN.exec(element);
  if (match === null) return null;
  const [, name = '', type = ''] = match;
  const words = element.replace(/'(?:[^'\\]|\\[^]|'')*'|`(?:[^`]|``)*`/g, '');
  return {
    name: unquoted(name),
    type: type.toLowerCase(),
    isGenerated: /\bAS\s*\(/i.test(words),
    isInvisible: /\bINVISIBLE\b/i.test(words),
  };
}

/**
 * Adds what an ALTER TABLE behind the rows adds: keys, constraints, a column's AUTO_INCREMENT and the counter, as
 * phpMyAdmin and mysqlpump write them. So the rows go in under the keys that they need, as those of any other dump. Null where
 * the statement does anything else.
 */
export function altered(table: TableText, actions: string): TableText | null {
  return splitAt(actions).parts.reduce<TableText | null>(
    (before, action) => (before === null ? null : alteredBy(before, action.trim())),
    table,
  );
}

const ADDED = /^ADD\s+(?=(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK)\b)([^]*)$/i;
const MODIFIED = /^MODIFY\s+(?:COLUMN\s+)?([^]*)$/i;
const COUNTER = /^AUTO_INCREMENT\s*=?\s*\d+$/i;

function alteredBy(table: TableText, action: string): TableText | null {
  const added = ADDED.exec(action)?.[1];
  if (added !== undefined) return { ...table, elements: [...table.elements, printedKey(added)] };
  if (COUNTER.test(action)) return { ...table, options: withCounter(table.options, action) };
  const modified = MODIFIED.exec(action)?.[1];
  const name = modified === undefined ? undefined : columnOf(modified)?.name.toLowerCase();
  const at = table.elements.findIndex((element) => columnOf(element)?.name.toLowerCase() === name);
  if (modified === undefined || name === undefined || at < 0) return null;
  return { ...table, elements: table.elements.map((element, place) => (place === at ? modified : element)) };
}

/** In the place where servers print it. */
function withCounter(options: string, counter: string): string {
  const [engine = ''] = /^\s*ENGINE\s*=\s*\w+/i.exec(options) ?? [];
  return `${engine} ${counter}${options.slice(engine.length)}`;
}

/** In the words in which servers print a key. */
function printedKey(added: string): string {
  return added
    .replace(/^(UNIQUE|FULLTEXT|SPATIAL)\s+INDEX\b/i, '$1 KEY')
    .replace(/^(UNIQUE|FULLTEXT|SPATIAL)\s+(?!KEY\b)/i, '$1 KEY ')
    .replace(/^INDEX\b/i, 'KEY');
}
