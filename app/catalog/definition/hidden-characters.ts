import type { ControlSession } from '../session/control-session';
import { parseDefinition } from './definition';
import { quoteName, quoteTable, unquoteName } from '../text/quote';

/**
 * A column's text that servers keep but don't print: both convert the members of an ENUM or a SET, and MariaDB the text
 * of a default, to three-byte UTF-8 for SHOW CREATE TABLE and the catalogue, so that `?` replaces each longer character
 * (sql/field.cc, Field_enum::sql_type; measured on MySQL 9.7 and MariaDB 10.11: `enum('x','😀')` is printed as
 * `enum('x','?')`).
 */
interface HiddenText {
  readonly column: string;
  /** The column as printed. */
  readonly printed: string;
  /** Numbers, from 1, of members that may hold such characters; empty for a column of another type. */
  readonly members: readonly number[];
  readonly isSet: boolean;
  readonly hasDefault: boolean;
}

const COLUMN = /^(`(?:[^`]|``)+`) (enum|set)?((?:\((?:'(?:[^']|'')*'(?!'),?)+\))?)/;
const LITERAL = /'(?:[^']|'')*'/g;
const DEFAULT = / DEFAULT ('(?:[^'\\]|\\.|'')*')/;

/**
 * Restores the characters that a server prints as `?` in a definition; runs up to three queries for each column with
 * one.
 */
export async function withHiddenCharacters(
  session: ControlSession,
  schema: string,
  table: string,
  definition: string,
): Promise<string> {
  if (!definition.includes('?')) return definition;
  let whole = definition;
  const { columns, indexes } = parseDefinition(definition);
  const key = indexes.find(({ kind }) => kind === 'primary')?.columns[0];
  for (const hidden of columns.map(hiddenTextOf)) {
    if (hidden === null) continue;
    const members = await readMembers(session, quoteTable(schema, table), hidden);
    const value = await readDefault(session, quoteTable(schema, table), hidden, key);
    const completed = complete(hidden, members, value);
    whole = whole.replace(hidden.printed, () => completed);
  }
  return whole;
}

/** Finds each `?` in a printed column that may replace another character; null where there is none. Pure. */
export function hiddenTextOf(printed: string): HiddenText | null {
  const match = COLUMN.exec(printed);
  if (match === null) return null;
  const [, name = '', type, list = ''] = match;
  const members = (list.match(LITERAL) ?? []).flatMap((text, at) => (text.includes('?') ? [at + 1] : []));
  const hasDefault = DEFAULT.exec(printed)?.[1]?.includes('?') ?? false;
  if (members.length === 0 && !hasDefault) return null;
  return { column: unquoteName(name.slice(1, -1)), printed, members, isSet: type === 'set', hasDefault };
}

/** Completes a printed column with the texts of its members, by number, and of its default. Pure. */
export function complete(
  { printed }: HiddenText,
  members: ReadonlyMap<number, string>,
  value: string | null,
): string {
  let at = 0;
  const typed = printed.replace(COLUMN, (_all, name: string, type: string | undefined, list: string) => {
    const texts = list.replace(LITERAL, (literal) => {
      const text = members.get((at += 1));
      return text === undefined ? literal : quoted(text);
    });
    return `${name} ${type ?? ''}${texts}`;
  });
  return value === null ? typed : typed.replace(DEFAULT, () => ` DEFAULT ${quoted(value)}`);
}

/**
 * Quotes a member as the server prints it. These texts contain no escapes: the other members keep their printed form.
 */
function quoted(text: string): string {
  return `'${text.replace(/'/g, "''")}'`;
}

/**
 * Queries the members by their numbers. A recursive table's columns have the types of its first part (MySQL Reference
 * Manual, “WITH (Common Table Expressions)”), which reads no row: none can meet the join's condition.
 */
async function readMembers(
  session: ControlSession,
  table: string,
  { column, members, isSet }: HiddenText,
): Promise<ReadonlyMap<number, string>> {
  if (members.length === 0) return new Map();
  const last = Math.max(...members);
  const next = isSet ? '1 << n' : 'n + 1';
  const found = await session.rows(
    `WITH RECURSIVE member AS (
       SELECT 0 AS n, t.${quoteName(column)} AS text FROM (SELECT 1) AS one LEFT JOIN ${table} AS t ON 0
       UNION ALL SELECT n + 1, ${next} FROM member WHERE n < ${last})
     SELECT n, HEX(CONVERT(text USING utf8mb4)) AS text FROM member WHERE n IN (${members.join(', ')})`,
  );
  return new Map(found.map(({ n, text }) => [Number(n), textOf(text ?? '')]));
}

/**
 * Reads the default from an existing row or, in an empty table, from the one that an outer join makes up. MariaDB gives
 * it for the latter where the joined part is a table of its own, which LIMIT makes it (measured on 10.11, with and
 * without keys).
 */
async function readDefault(
  session: ControlSession,
  table: string,
  { column, hasDefault }: HiddenText,
  key: string | undefined,
): Promise<string | null> {
  if (!hasDefault) return null;
  const name = quoteName(column);
  const value = `HEX(CONVERT(DEFAULT(t.${name}) USING utf8mb4))`;
  if (session.server.vendor === 'mariadb')
    return known(
      await session.scalar(
        `SELECT ${value} FROM (SELECT 1) AS one
         LEFT JOIN (SELECT ${name}, 1 AS found FROM ${table} LIMIT 1) AS t ON t.found IS NULL`,
      ),
    );
  const none = key === undefined ? '0' : `t.${quoteName(key)} IS NULL`;
  return known(
    (await session.scalar(`SELECT ${value} FROM ${table} AS t LIMIT 1`)) ??
      (await session.scalar(`SELECT ${value} FROM (SELECT 1) AS one LEFT JOIN ${table} AS t ON ${none}`)),
  );
}

function known(hexadecimal: string | null): string | null {
  return hexadecimal === null ? null : textOf(hexadecimal);
}

function textOf(hexadecimal: string): string {
  return Buffer.from(hexadecimal, 'hex').toString('utf8');
}
