import { promises as fs } from 'fs';
import { join } from 'path';
import { assertWithin } from '../script/files/in-folder';
import { tableTextIn, type TableText } from '../script/tables/table-text';
import { splitScript } from '../sql/script';
import { byteColumnsIn } from './byte-columns';
import type { ValuesFile } from './names';

/** The script beside a file of values that may define its table: `shop.orders.sql` beside `shop.orders.csv`. Pure. */
export function definitionFile({ stem }: Pick<ValuesFile, 'stem'>): string {
  return `${stem}.sql`;
}

/** Definition of a table whose rows are values in a file. */
export interface ValuesDefinition extends TableText {
  /** Names in small letters of columns of text that hold the digits of their bytes. */
  readonly hexColumns: ReadonlySet<string>;
  /** The same of columns that hold base64 of their bytes. */
  readonly base64Columns: ReadonlySet<string>;
}

/**
 * Reads the definition of a file's table; null where the script beside it holds no CREATE TABLE. Fails for a link out of the
 * folder.
 */
export async function readDefinition(
  directory: string,
  file: Pick<ValuesFile, 'stem'>,
): Promise<ValuesDefinition | null> {
  const path = join(directory, definitionFile(file));
  await assertWithin(directory, path);
  const script = await fs.readFile(path, 'utf8');
  const statement = splitScript(script).find((text) => /^CREATE\s+TABLE\b/i.test(text));
  const text = statement === undefined ? null : tableTextIn(statement);
  if (text === null) return null;
  return {
    ...text,
    hexColumns: byteColumnsIn('hex', script),
    base64Columns: byteColumnsIn('base64', script),
  };
}
