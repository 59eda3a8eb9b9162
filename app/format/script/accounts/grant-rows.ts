import type { Addon } from '../../../engine/addon';
import { formOf } from '../../decoders';
import { textOf } from '../../encoded-text';
import { isComputedByServer, type DumpFolder, type DumpTable } from '../../read/dump';

/** More than the accounts of any server take. */
const MOST_BYTES = 64 << 20;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', '0': '\0', b: '\b', Z: '\x1a' },
};

/** A row by the names of its columns, in small letters. */
export type GrantRow = ReadonlyMap<string, string | null>;

/** Rows of the tables that hold accounts, by the tables' names. */
export type GrantRows = ReadonlyMap<string, readonly GrantRow[]>;

/** Reads all rows of the tables that hold accounts; null where some can't be read without a server. */
export async function readGrantRows(engine: Addon, dump: DumpFolder): Promise<GrantRows | null> {
  const found = new Map<string, readonly GrantRow[]>();
  for (const table of dump.schemas.flatMap(({ tables }) => tables)) {
    const rows = await rowsOf(engine, dump.directory, table);
    if (rows === null) return null;
    found.set(table.name.toLowerCase(), rows);
  }
  return found;
}

async function rowsOf(
  engine: Addon,
  directory: string,
  table: DumpTable,
): Promise<readonly GrantRow[] | null> {
  const { columns, defaultCharacterSet } = table.document.options;
  const isKnown = (charset: string) => textIn(new Uint8Array(), charset) !== null;
  const forms = columns.map((column) => formOf(table.document, column));
  if (!isKnown(defaultCharacterSet)) return null;
  if (forms.some((form) => form?.kind === 'encoded' && !isKnown(form.charset))) return null;
  const readers = columns.map((column) => valueReader(table, column));
  const rows: GrantRow[] = [];
  for (const chunk of table.chunks) {
    if (isComputedByServer(chunk)) return null;
    const bytes = await engine.firstText(directory, chunk, MOST_BYTES);
    if (!(bytes instanceof Uint8Array) || bytes.length >= MOST_BYTES) return null;
    const text = textIn(bytes, defaultCharacterSet);
    if (text === null) return null;
    for (const line of text.split('\n').slice(0, -1))
      rows.push(
        new Map(
          line
            .split('\t')
            .map((field, at) => [columns[at]?.toLowerCase() ?? '', readers[at]?.(field) ?? null]),
        ),
      );
  }
  return rows;
}

const UTF8 = /^(?:utf8(?:mb[34])?|ascii)$/;

/** Null for a character set that is not known here. */
function textIn(bytes: Uint8Array, charset: string): string | null {
  return UTF8.test(charset) ? Buffer.from(bytes).toString('utf8') : textOf(bytes, charset);
}

/** Returns what makes a value of a field. */
function valueReader(table: DumpTable, column: string): (field: string) => string | null {
  const form = formOf(table.document, column);
  const charset = form?.kind === 'encoded' ? form.charset : null;
  const isBytes = form === null || form.kind === 'bytes';
  return (field) => {
    if (field === '\\N') return null;
    if (charset !== null) return textIn(Buffer.from(field, 'base64'), charset);
    if (isBytes) return Buffer.from(field, 'base64').toString('utf8');
    return field.replace(/\\([^])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
  };
}
