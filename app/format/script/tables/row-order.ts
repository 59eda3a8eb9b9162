import { assertNever } from '../../../contract/exhaustive';
import type { EngineSortColumn, EngineSortKind } from '../../../engine/chunk-files';
import type { RowDisorder } from '../../read/dump';
import type { ScriptRows, ScriptTable, TableRows } from '../content';
import type { RowForm } from '../row-form';
import { primaryKeyOf, type KeyPart } from './primary-key';
import { hasOtherEngine, withoutTexts } from './table-text';

const COLLATION = /\bCOLLATE\s*=?\s*(\w+)/i;
const CHARSET = /\b(?:CHARACTER\s+SET|CHARSET)\b/i;
const UTF8 = /^(?:utf8|ascii|$)/;

/** Smaller tables have too few pages for their order to matter. */
const LEAST_BYTES = 1 << 20;
/**
 * Measured with 600,000 rows of 110 bytes on both vendors: one row in a hundred that comes late leaves pages 89 % full and 57 % of
 * them out of order, one in five 56 % and 66 %; rows in order, or in the opposite order, 93 % and at most 2 %.
 */
const LEAST_SHARE = 0.01;
const MOST_SHARE = 0.99;

/**
 * Disorder of a table's rows, where it can be told, is more than a few and matters: pages are split for them, and are filled
 * less. Null for other tables. Pure.
 */
export function disorderOf(table: ScriptTable, form: RowForm): RowDisorder | null {
  const { text, rows } = table;
  if (hasOtherEngine(text.options)) return null;
  const key = primaryKeyOf(text.elements);
  if (form.columns[0]?.toLowerCase() !== key[0]?.name) return null;
  let [all, backward, bytes] = [0, 0, 0];
  for (const found of rows) {
    if (!beginsWithKey(found)) return null;
    all += found.rows;
    bytes += found.length;
    backward += found.backward;
  }
  const share = backward / all;
  if (bytes < LEAST_BYTES || share <= LEAST_SHARE || share >= MOST_SHARE) return null;
  // The server numbers rows as they come, which is the order of the file.
  if (generatesNumbers(table, form)) return null;
  return { share, key: sortColumns(table, form, key) };
}

/** A default of MariaDB that takes the next number of a sequence. */
const NEXT_VALUE = /\bNEXT(?:VAL\s*\(|\s+VALUE\s+FOR\b)/i;

function generatesNumbers({ columns }: ScriptTable, form: RowForm): boolean {
  const listed = new Set(form.columns.map((name) => name.toLowerCase()));
  return columns.some(
    ({ name, isAutoIncrement, definition }) =>
      !listed.has(name.toLowerCase()) && (isAutoIncrement || NEXT_VALUE.test(withoutTexts(definition))),
  );
}

/** The first value of a row, by which its order was told, is that of the first column which is loaded. */
function beginsWithKey(found: TableRows): boolean {
  switch (found.kind) {
    case 'fields':
      return found.part.columns[0] !== 'skipped';
    case 'xml':
      return found.part.columns[0]?.form !== 'skipped';
    case 'rows':
    case 'delimited':
    case 'json':
      return true;
    default:
      return assertNever(found);
  }
}

function sortColumns(
  { text, columns, rows }: ScriptTable,
  { columns: listed, charset, charsets }: RowForm,
  key: readonly KeyPart[],
): readonly EngineSortColumn[] | null {
  const places = listed.map((name) => name.toLowerCase());
  const [first] = rows;
  const sorted = key.map(({ name, descending }) => {
    const field = places.indexOf(name);
    const known = columns.find((column) => column.name.toLowerCase() === name);
    if (field < 0 || known === undefined) return null;
    const isUtf8 = UTF8.test(charset) && (charsets[field] ?? '') === '';
    const ofServer = sortKindOf(known.type, withoutTexts(known.definition), isUtf8 ? text.options : null);
    const kind =
      first === undefined || first.kind === 'rows' ? ofServer : asRead(ofServer, first, known.name);
    return kind === null ? null : { field, kind, descending };
  });
  return sorted.some((column) => column === null) ? null : sorted.filter((column) => column !== null);
}

/** Order of a column's values in a file of values, whose fields are decoded in other ways than those of a script. */
function asRead(
  kind: EngineSortKind | null,
  { decoders }: Exclude<TableRows, ScriptRows>,
  column: string,
): EngineSortKind | null {
  const decoder = decoders[column];
  if (decoder === undefined) return kind === 'base64' ? 'text' : kind;
  if (decoder === 'FROM_BASE64') return kind;
  // Digits of one case are in the order of their bytes.
  return decoder === 'UNHEX' && kind === 'base64' ? 'text' : null;
}

/**
 * Order of a column's values; null where only a server knows it.
 *
 * @param options of the table; null where texts are not in UTF-8
 */
function sortKindOf(type: string, words: string, options: string | null): EngineSortKind | null {
  if (/^(?:tiny|small|medium|big)?int(?:eger)?$/.test(type))
    return /\b(?:UNSIGNED|ZEROFILL)\b/i.test(words) ? 'unsigned' : 'integer';
  if (type === 'year') return 'unsigned';
  if (type === 'time') return 'time';
  if (/^(?:date|datetime|timestamp)$/.test(type)) return 'text';
  if (/^(?:var)?binary$/.test(type)) return 'base64';
  if (options === null || !/^(?:var)?char$/.test(type)) return null;
  const isOfTable = !COLLATION.test(words) && !CHARSET.test(words);
  const collation = COLLATION.exec(isOfTable ? options : words)?.[1]?.toLowerCase() ?? '';
  if (/^(?:ascii|utf8|utf8mb3|utf8mb4)_bin$/.test(collation)) return 'padded';
  // The spaces behind a CHAR are no part of it.
  return type === 'varchar' && /^utf8mb4_(?:0900|nopad)_bin$/.test(collation) ? 'text' : null;
}
