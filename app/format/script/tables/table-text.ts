import { headOf, unquoted, type StatementHead } from '../../../catalog/definition/statement-head';
import { quoteName } from '../../../catalog/text/quote';
import { changeOutside, withoutComments } from '../../sql/outside-quotes';

/** A CREATE TABLE statement, taken apart: what stands between its parentheses, element by element, and the rest. */
export interface TableText {
  readonly name: string;
  /** Columns, keys and constraints, each as written. */
  readonly elements: readonly string[];
  /** Behind the closing parenthesis: engine, character set, partitions. */
  readonly options: string;
}

/** A quoted text or name, a comment, or any other character; what has no end holds all the rest. */
export const TOKEN =
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
  // A comment at an element's end would hold the comma that is put behind it.
  return { name: object.name, elements: parts.map((part) => withoutComments(part).trim()), options };
}

/** Takes a statement apart that may be another one; null where it creates no table with a list of columns. Pure. */
export function tableTextIn(statement: string): TableText | null {
  const head = headOf(statement);
  return head === null ? null : tableTextOf(statement, head);
}

/** A part of a definition without its texts and its quoted names, which may hold any words. Pure. */
export function withoutTexts(definition: string): string {
  return definition.replace(/'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`(?:[^`]|``)*`/g, '');
}

/** A column's definition without its texts, its quoted names and all that stands in parentheses, such as a condition. Pure. */
export function ownWords(definition: string): string {
  let words = withoutTexts(definition);
  for (let before = ''; before !== words;) {
    before = words;
    words = words.replace(/\([^()]*\)/g, ' ');
  }
  return words;
}

/** Returns whether a column's definition itself says NOT NULL. Pure. */
export function isRequired(definition: string): boolean {
  return /\bNOT\s+NULL\b/i.test(ownWords(definition));
}

/** Returns whether the options of a table name another engine than InnoDB. Pure. */
export function hasOtherEngine(options: string): boolean {
  return /\bENGINE\s*=?\s*(?!InnoDB\b)\w/i.test(options);
}

const ENGINE = /\bENGINE\s*=?\s*\w+/gi;

/** Returns whether the options of a table name its engine. Pure. */
export function namesEngine(options: string): boolean {
  return withoutTexts(options).search(ENGINE) >= 0;
}

/** The table in this engine, with all its partitions. Pure. */
export function withEngine(table: TableText, engine: string): TableText {
  const named = `ENGINE=${engine}`;
  const options = changeOutside(table.options, (sql) => sql.replace(ENGINE, named));
  return { ...table, options: namesEngine(options) ? options : ` ${named}${options}` };
}

/** The statement as servers print it: a quoted name, and each element on a line of its own. */
export function printTable({ name, elements, options }: TableText): string {
  return `CREATE TABLE ${quoteName(name)} (\n  ${elements.join(',\n  ')}\n)${options}`;
}

/** A text or a name, or the schema of a foreign key's parent. */
const REFERENCES =
  /'(?:[^'\\]|\\[^]|'')*'|`(?:[^`]|``)*`|(\bREFERENCES\s+)(`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\w$\u0080-\uffff]+)\s*\.\s*/gi;

/** Names parents in the table's own schema without it, as servers print them: a load may give it another name. */
export function withoutSchema(table: TableText, schema: string): TableText {
  const elements = table.elements.map((element) =>
    element.replace(REFERENCES, (whole: string, word?: string, name?: string) =>
      word !== undefined && unquoted(name ?? '') === schema ? word : whole,
    ),
  );
  return { ...table, elements };
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
  /** All behind its name. */
  readonly definition: string;
  readonly isGenerated: boolean;
  readonly isAutoIncrement: boolean;
  /** Rows without a list of columns have no value for it. */
  readonly isInvisible: boolean;
}

/** Types whose values are bytes (both manuals, "Data Types"). */
const BYTES =
  /^(?:binary|varbinary|(?:tiny|medium|long)?blob|geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geom(?:etry)?collection|vector|bit)$/;
const TEXTS = /^(?:char|varchar|(?:tiny|medium|long)?text|enum|set)$/;

/** Returns whether the values of a type are bytes: a client of text has them in another form. Pure. */
export function isOfBytes(type: string): boolean {
  return BYTES.test(type);
}

/** Returns whether the values of a type are texts in a character set. Pure. */
export function isOfText(type: string): boolean {
  return TEXTS.test(type);
}

const CHARSET = /\b(?:CHARACTER\s+SET|CHARSET)\s*=?\s*(\w+)/i;
const COLLATION = /\bCOLLATE\s*=?\s*([a-z0-9]+)_?\w*/i;

/** Character sets of a table's columns of text, by name; those whose definition names none are not among them. Pure. */
export function charsetsOf({ elements, options }: TableText): ReadonlyMap<string, string> {
  const ofTable = charsetIn(options);
  return new Map(
    elements.flatMap((element): [string, string][] => {
      const column = columnOf(element);
      if (column === null || !TEXTS.test(column.type)) return [];
      const charset = charsetIn(element) ?? ofTable;
      return charset === null ? [] : [[column.name, charset]];
    }),
  );
}

function charsetIn(definition: string): string | null {
  const words = withoutTexts(definition);
  return (CHARSET.exec(words) ?? COLLATION.exec(words))?.[1]?.toLowerCase() ?? null;
}

/** The columns of a table, in order. */
export function columnsOf({ elements }: Pick<TableText, 'elements'>): readonly ScriptColumn[] {
  return elements.flatMap((element) => columnOf(element) ?? []);
}

const TYPE =
  /^\s+(\w+(?:\s+(?:precision|varying))?(?:\s*\((?:'(?:[^'\\]|\\[^]|'')*'|[^)'])*\))?(?:\s+unsigned)?)/i;

/** Types of the columns without their lengths, by their names in small letters: servers ignore the case of these. Pure. */
export function typesByName(text: TableText): ReadonlyMap<string, string> {
  return new Map(columnsOf(text).map(({ name, type }) => [name.toLowerCase(), type]));
}

/** Types of the columns of a table as they are written, with their lengths, by name. Pure. */
export function typesOf({ elements }: Pick<TableText, 'elements'>): ReadonlyMap<string, string> {
  return new Map(
    elements.flatMap((element): [string, string][] => {
      const column = columnOf(element);
      const [, name = ''] = COLUMN.exec(element) ?? [];
      const [, type = ''] = TYPE.exec(element.slice(name.length)) ?? [];
      return column === null ? [] : [[column.name, type]];
    }),
  );
}

/** Names of the columns that rows have which name none. */
export function visibleColumns(columns: readonly ScriptColumn[]): readonly string[] {
  return columns.filter(({ isInvisible }) => !isInvisible).map(({ name }) => name);
}

function columnOf(element: string): ScriptColumn | null {
  const match = NOT_A_COLUMN.test(element) ? null : COLUMN.exec(element);
  if (match === null) return null;
  const [whole, name = '', type = ''] = match;
  const words = withoutTexts(element);
  return {
    name: unquoted(name),
    type: type.toLowerCase(),
    definition: element.slice(whole.length - type.length),
    isGenerated: /\bAS\s*\(/i.test(words),
    isAutoIncrement: /\bAUTO_INCREMENT\b/i.test(words) || /^SERIAL$/i.test(type),
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
const IN_ENGINE = /^ENGINE\s*=?\s*(\w+)$/i;
const COUNTER = /^AUTO_INCREMENT\s*=?\s*\d+$/i;

function alteredBy(table: TableText, action: string): TableText | null {
  const added = ADDED.exec(action)?.[1];
  if (added !== undefined) return { ...table, elements: [...table.elements, printedKey(added)] };
  const engine = IN_ENGINE.exec(action)?.[1];
  if (engine !== undefined) return withEngine(table, engine);
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
