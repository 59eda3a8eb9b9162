import { inputChoicesSchema, type InputChoices } from './input';
import { splitItems, splitPatterns, withoutEscapes } from './pattern';

/** Reads choices about files of values from the texts that a user types, for the command line and the window. */

/** Returns whether the engine parts values by this character: ASCII, and none that may belong to a value or a quote. */
export function isSeparator(character: string): boolean {
  return /^[\t !#-,./:-@[^`{-~]$/.test(character);
}

/** Returns whether this character may stand around values. */
export function isQuote(character: string): boolean {
  return /^[!-/:-@[\]^_`{-~]$/.test(character);
}

/** Returns whether a text is a time zone as servers take it: an offset, or a name that one of them may know. Pure. */
export function isTimeZone(text: string): boolean {
  return inputChoicesSchema.shape.timeZone.safeParse(text).success;
}

/** Returns whether this word may stand for NULL. */
export function isNullWord(word: string): boolean {
  return word.length <= 64 && /^[\w\\-]*$/.test(word);
}

/** `twice`: a name, or a name of the header, is there more than once. */
type ColumnsProblem = 'unreadable' | 'twice';

/**
 * Reads names with commas between them, all alone or all as `OLD=NEW`; a backslash escapes a comma or an equals sign.
 * Returns the problem of a text that is neither.
 */
export function readColumns(text: string): NonNullable<InputChoices['columns']> | ColumnsProblem {
  const items = splitItems(text).map((item) => splitPatterns(item, '=').map(withoutEscapes));
  const isList = items.every(({ length }) => length === 1);
  if (!isList && !items.every(({ length }) => length === 2)) return 'unreadable';
  const names = items.map((item) => item[0] ?? '');
  if (names.includes('')) return 'unreadable';
  if (new Set(names.map((name) => name.toLowerCase())).size !== names.length) return 'twice';
  const read = inputChoicesSchema.shape.columns.safeParse(
    isList ? names : Object.fromEntries(items as [string, string][]),
  ).data;
  return read ?? 'unreadable';
}

/** Reads `TABLE` or `SCHEMA.TABLE`; a backslash escapes a dot of a name. Null for anything else. */
export function readInputTable(text: string): NonNullable<InputChoices['table']> | null {
  const names = splitPatterns(text, '.').map(withoutEscapes);
  const [first = '', second] = names;
  const read = inputChoicesSchema.shape.table.safeParse(
    second === undefined ? { schema: null, name: first } : { schema: first, name: second },
  ).data;
  return read === undefined || names.length > 2 ? null : read;
}
