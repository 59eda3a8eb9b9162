import { promises as fs } from 'fs';
import { join } from 'path';
import type { Addon } from '../../engine/addon';
import { delimitedFailures } from '../../text/format/delimited';
import { archivedFiles } from '../archive/files';
import type { DumpPlace } from '../format';
import { assertWithin } from '../read/within';
import { unpackedHead } from '../script/files/unpacked';
import { tableTextIn, type TableText } from '../script/tables/table-text';
import { splitScript } from '../sql/script';
import { byteColumnsIn } from './byte-columns';
import { folderStem, type ValuesFile } from './names';

/** More than the definition of a table has. */
const MOST_BYTES = 16 << 20;

/** The script beside a file of values that may define its table: `shop.orders.sql` beside `shop.orders.csv`. Pure. */
export function definitionFile({ stem }: Pick<ValuesFile, 'stem'>): string {
  return `${stem}.sql`;
}

/** The same for a folder of them: `orders.sql` beside `orders/`, and beside `orders.csv/`, as Spark calls one. Pure. */
export function folderDefinitions(folder: string): readonly string[] {
  return [...new Set([`${folder}.sql`, `${folderStem(folder)}.sql`])];
}

/** Statements of a dump, which would be missing where one of them was taken for the definition. */
const SAYS_MORE =
  /^(?:\/\*M?!\d*\s*)?(?:CREATE\b(?!\s+(?:DATABASE|SCHEMA)\b)|(?:INSERT|REPLACE|ALTER\s+TABLE)\b)/i;
const MOST_SHOWN = 80;

/** Definition of a table whose rows are values in a file. */
export interface ValuesDefinition extends TableText {
  /** Names in small letters of columns of text that hold the digits of their bytes. */
  readonly hexColumns: ReadonlySet<string>;
  /** The same of columns that hold base64 of their bytes. */
  readonly base64Columns: ReadonlySet<string>;
}

/**
 * Reads the definition of a table in the script beside its files; null where that holds no CREATE TABLE. Fails for a link out of the
 * folder.
 */
export async function readDefinition(
  place: DumpPlace,
  name: string,
  engine: Addon,
): Promise<ValuesDefinition | null> {
  const script = await scriptAt(place, name, engine);
  const statements = splitScript(script);
  const statement = statements.find((text) => /^CREATE\s+(?:OR\s+REPLACE\s+)?TABLE\b/i.test(text));
  const other = statements.find((text) => text !== statement && SAYS_MORE.test(text));
  if (other !== undefined)
    throw delimitedFailures.definitionHoldsMore({ file: name, statement: other.slice(0, MOST_SHOWN) });
  const text = statement === undefined ? null : tableTextIn(statement);
  if (text === null) return null;
  return {
    ...text,
    hexColumns: byteColumnsIn('hex', script),
    base64Columns: byteColumnsIn('base64', script),
  };
}

async function scriptAt(place: DumpPlace, name: string, engine: Addon): Promise<string> {
  if (place.kind === 'archive') {
    const [script] = await archivedFiles(
      place.path,
      place.entries.filter((entry) => entry.name === name),
    );
    if (script === undefined) return '';
    // One more, so that its checksum is compared.
    const bytes = Math.min(MOST_BYTES, (script.file.entry?.bytes ?? 0) + 1);
    return (await unpackedHead({ ...script.file, path: place.path }, engine, bytes)).toString('utf8');
  }
  const path = join(place.path, name);
  await assertWithin(place.path, path);
  return await fs.readFile(path, 'utf8');
}
