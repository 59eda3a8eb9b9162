import type { EngineExportColumn } from '../engine/specs';
import { decoderOf } from '../format/decoders';
import { holdsRows, type DumpTable } from '../format/read/dump';
import { columnsOf, tableTextIn, type ScriptColumn } from '../format/script/tables/table-text';
import { convertFailures } from '../text/convert';

const NUMBERS =
  /^(?:(?:tiny|small|medium|big)?int(?:eger)?|decimal|dec|numeric|fixed|year|bool(?:ean)?|serial)$/;
const FLOATS = /^(?:float|double|real)$/;
/** Character sets of rows whose texts are UTF-8, or part of it. */
export const UTF8 = /^(?:utf8(?:mb[34])?|ascii)$/;

/** Types of a table's columns in small letters, by name; empty where no definition is known. */
export function columnTypes(createTable: string | null): ReadonlyMap<string, string> {
  return new Map(columnsIn(createTable).map(({ name, type }) => [name, type]));
}

/** Definitions of a table's columns, from their types on, by name; empty where none is known. */
export function columnDefinitions(createTable: string | null): ReadonlyMap<string, string> {
  return new Map(columnsIn(createTable).map(({ name, definition }) => [name, definition]));
}

function columnsIn(createTable: string | null): readonly ScriptColumn[] {
  const text = createTable === null ? null : tableTextIn(createTable);
  return text === null ? [] : columnsOf(text);
}

/** Texts before the values of a column. */
export interface ColumnWords {
  /** Before each value. */
  readonly key: (column: string) => string;
  /** Before bytes that are a text in another character set. */
  readonly introducer: (charset: string) => string;
}

/**
 * The columns of a table's rows, in their order. Fails with `dump-unsupported` where the values can't be read without a
 * server.
 */
export function exportColumns(
  table: DumpTable,
  types: ReadonlyMap<string, string>,
  words: ColumnWords,
): readonly EngineExportColumn[] {
  const { document } = table;
  const place = `${table.schema}.${table.name}`;
  const { columns, defaultCharacterSet } = document.options;
  if (holdsRows(table) && !UTF8.test(defaultCharacterSet))
    throw convertFailures.otherCharset({ table: place, charset: defaultCharacterSet }, { table: place });
  return columns.map((column) => {
    const plain = { key: words.key(column), introducer: '' };
    const decoder = decoderOf(document, column);
    switch (decoder.kind) {
      case 'none':
        return { ...plain, field: 'text', value: valueOf(types.get(column) ?? '') };
      case 'number':
        return { ...plain, field: 'text', value: 'number' };
      case 'encoded':
        return {
          ...plain,
          introducer: words.introducer(decoder.charset),
          field: 'base64',
          value: 'bytes',
        };
      case 'function':
        if (decoder.name === 'FROM_BASE64') return { ...plain, field: 'base64', value: 'bytes' };
        if (decoder.name === 'UNHEX') return { ...plain, field: 'hex', value: 'bytes' };
        break;
      case 'expression':
        break;
    }
    throw convertFailures.decoderUnknown({ table: place, column }, { table: place });
  });
}

function valueOf(type: string): EngineExportColumn['value'] {
  if (NUMBERS.test(type)) return 'number';
  return FLOATS.test(type) ? 'float' : 'text';
}
