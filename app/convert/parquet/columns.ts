import type { EngineParquetColumn } from '../../engine/specs';
import { decoderOf } from '../../format/decoders';
import type { DumpTable } from '../../format/read/dump';
import { isRequired } from '../../format/script/tables/table-text';
import { UTF8 } from '../columns';
import {
  isLongDecimal,
  typeOfBytes,
  typeOfEncoded,
  typeOfNumbers,
  typeOfTexts,
  type ParquetType,
} from './type';

/** Columns of a table in Parquet, and which of them are texts instead of numbers. */
export interface ParquetColumns {
  readonly columns: readonly EngineParquetColumn[];
  /** Decimals of more digits than readers take for numbers: they are texts. */
  readonly longDecimals: readonly string[];
}

/**
 * The columns of a table's rows, in their order.
 *
 * @param definitions those of the columns, by name; a column without one is of texts or of bytes
 */
export function parquetColumns(table: DumpTable, definitions: ReadonlyMap<string, string>): ParquetColumns {
  const longDecimals: string[] = [];
  const columns = table.document.options.columns.map((name): EngineParquetColumn => {
    const definition = definitions.get(name) ?? '';
    const type = typeOf(table, name, definition);
    if (type.form === 'text' && isLongDecimal(definition)) longDecimals.push(name);
    return { name, ...type, required: isRequired(definition) };
  });
  return { columns, longDecimals };
}

function typeOf({ document }: DumpTable, column: string, definition: string): ParquetType {
  const decoder = decoderOf(document, column);
  switch (decoder.kind) {
    case 'none':
      return typeOfTexts(definition);
    case 'number':
      return typeOfNumbers(definition);
    case 'encoded':
      return UTF8.test(decoder.charset) ? typeOfTexts(definition) : typeOfEncoded(definition);
    case 'function':
    case 'expression':
      return typeOfBytes(definition);
  }
}
