import { withoutCounter } from '../../catalog/definition/definition';
import type { TableFacts } from '../../catalog/objects/tables';
import type { Vendor } from '../../contract/connections/connection';
import { collationsOf, withPlainNames, type PrintedTable } from './across-versions';
import { normalizedTable } from './table';

/** A table as a server prints it, and as its catalogue lists its columns. */
export interface ListedTable {
  readonly text: string;
  readonly columns: TableFacts['columns'];
}

/**
 * Compares a definition as converted for a server of another vendor with what that server made of it: types, defaults,
 * collations, keys, options. A server may ignore what it does not know, shorten a key or change a type without an error.
 * Returns the properties that only the wanted one has, and those that only the created one has. Pure.
 */
export function compareVendors(
  wanted: PrintedTable,
  created: ListedTable,
  server: Vendor,
): { readonly lost: readonly string[]; readonly gained: readonly string[] } {
  const [text, now] = [wanted.text, created.text].map((printed) => withPlainNames(withoutCounter(printed)));
  const asked = normalizedTable(text ?? '', {
    server,
    collations: collationsOf(text ?? '', wanted.defaults),
  });
  const collations = new Map(
    created.columns.map(({ name, collation }) => [
      name,
      collation === null ? null : withPlainNames(collation),
    ]),
  );
  const found = normalizedTable(now ?? '', { server, collations });
  return {
    lost: [...asked].filter((meaning) => !found.has(meaning)),
    gained: [...found].filter((meaning) => !asked.has(meaning)),
  };
}
