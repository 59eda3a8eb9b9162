import { unquoted } from '../../../catalog/definition/statement-head';
import { NAME } from '../statements/name';
import { ownWords, splitAt } from './table-text';

const KEY = new RegExp(
  `^(?:CONSTRAINT\\b.*?)?PRIMARY\\s+KEY\\b(?:\\s+USING\\s+\\w+)?(?:\\s*${NAME})?\\s*\\(([^]*)$`,
  'is',
);
const COLUMN = new RegExp(`^${NAME}\\s`);
const PART = new RegExp(`^\\s*${NAME}\\s*(?:\\(\\s*\\d+\\s*\\))?\\s*(ASC|DESC)?\\s*$`, 'i');

/** A column of a primary key. */
export interface KeyPart {
  /** In lower case. */
  readonly name: string;
  readonly descending: boolean;
}

/** Parts of the primary key of a definition; empty for a table without one, and for one of expressions. Pure. */
export function primaryKeyOf(elements: readonly string[]): readonly KeyPart[] {
  for (const element of elements) {
    const list = KEY.exec(element)?.[2];
    if (list !== undefined) return partsOf(list);
    const name = COLUMN.exec(element)?.[1];
    if (name !== undefined && /\bPRIMARY\s+KEY\b/i.test(ownWords(element)))
      return [{ name: unquoted(name).toLowerCase(), descending: false }];
  }
  return [];
}

function partsOf(list: string): readonly KeyPart[] {
  const parts = splitAt(list).parts.map((part) => PART.exec(part));
  if (parts.some((part) => part === null)) return [];
  return parts.map((part) => ({
    name: unquoted(part?.[1] ?? '').toLowerCase(),
    descending: part?.[2]?.toUpperCase() === 'DESC',
  }));
}
