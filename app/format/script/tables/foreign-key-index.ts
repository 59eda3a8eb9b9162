import { unquoted } from '../../../catalog/definition/statement-head';
import { quoteName } from '../../../catalog/text/quote';
import { NAME } from '../statements/name';
import { hasOtherEngine, splitAt, type TableText } from './table-text';

const FOREIGN_KEY = new RegExp(
  `^(?:CONSTRAINT\\s+(?:(?!FOREIGN\\b)${NAME}\\s+)?)?FOREIGN\\s+KEY\\s*${NAME}?\\s*(\\([^]*)$`,
  'i',
);
const KEY = new RegExp(
  `^(?:CONSTRAINT\\s+(?:(?!FOREIGN\\b)${NAME}\\s+)?)?(?:PRIMARY\\s+KEY|UNIQUE(?:\\s+(?:KEY|INDEX))?|KEY|INDEX)\\b[^(]*(\\([^]*)$`,
  'i',
);
const OWN_KEY = new RegExp(`^${NAME}\\s[^]*\\b(?:PRIMARY\\s+KEY|UNIQUE)\\b`, 'i');

/**
 * Names the index that a server makes for a foreign key which finds none, as a server prints it: it would be replaced by
 * one of another name when the key is dropped and added again (measured on MySQL 9.7 and MariaDB 10.11).
 */
export function withForeignKeyIndexes(table: TableText): TableText {
  if (hasOtherEngine(table.options)) return table;
  const keys = table.elements.flatMap((element) => keyColumns(element) ?? []);
  const names = new Set<string>();
  const elements = table.elements.flatMap((element) => {
    const match = FOREIGN_KEY.exec(element);
    if (match === null) return [element];
    const [, constraint, index, rest = ''] = match;
    const columns = columnsIn(rest);
    const first = columns[0] ?? '';
    if (keys.some((key) => columns.every((column, at) => key[at]?.toLowerCase() === column.toLowerCase())))
      return [element];
    keys.push(columns);
    const name = freeName(unquoted(constraint ?? index ?? first), names);
    return [`KEY ${quoteName(name)} (${columns.map(quoteName).join(',')})`, element];
  });
  return { ...table, elements };
}

function keyColumns(element: string): readonly (readonly string[])[] | null {
  const key = KEY.exec(element);
  if (key !== null) return [columnsIn(key[2] ?? '')];
  const own = OWN_KEY.exec(element);
  return own === null ? null : [[unquoted(own[1] ?? '')]];
}

/** Names of columns, up to the closing parenthesis. */
function columnsIn(list: string): readonly string[] {
  return splitAt(list.slice(1)).parts.map((part) => {
    const name = new RegExp(`^\\s*${NAME}`).exec(part)?.[1] ?? '';
    return unquoted(name);
  });
}

function freeName(wished: string, taken: Set<string>): string {
  let name = wished;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wished}_${number}`;
  taken.add(name.toLowerCase());
  return name;
}
