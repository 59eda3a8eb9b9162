import { byName } from '../../contract/by-name';
import type { EngineFieldsColumn } from '../../engine/chunk-files';
import { decoderText } from '../decoders';
import type { TableDocument } from '../documents';
import { isAsciiSafe } from '../tsv-dialect';
import { charsetsOf, columnsOf, isOfBytes, type TableText } from '../script/tables/table-text';

/** Character set of a file in which each text is in its column's own one. */
export const OWN_CHARSETS = 'binary';
/** Character sets whose texts are UTF-8 as they are. */
const UTF8 = /^(?:utf8(?:mb[34])?|ascii)$/;

/** Fields that a file's values become, and how they become the columns' values. */
export interface FieldsRecipe {
  /** In the order of the values. */
  readonly columns: readonly EngineFieldsColumn[];
  /** Columns that have a field, in the same order. */
  readonly names: readonly string[];
  readonly decoders: TableDocument['options']['decodeColumns'];
  /** Character sets of texts of which a part may look like an escape or an end: servers write and read them in two ways. */
  readonly unsafe: readonly string[];
}

/**
 * Reads texts that are not UTF-8, and bytes, as base64: so the lines are UTF-8 whatever the file is. Pure.
 * @param names of the columns, in the order of the values
 * @param charset that of the file, or {@link OWN_CHARSETS}
 */
export function fieldsRecipe(text: TableText, names: readonly string[], charset: string): FieldsRecipe {
  const known = new Map(columnsOf(text).map((column) => [column.name, column]));
  const charsets = Object.fromEntries(charsetsOf(text));
  const decoders: [string, string][] = [];
  const unsafe = new Set<string>();
  const columns = names.map((name): EngineFieldsColumn => {
    const column = known.get(name);
    if (column?.isGenerated === true) return 'skipped';
    const type = column?.type ?? '';
    const used = usedCharset(type, byName(charsets, name), charset);
    if (used !== null && !isAsciiSafe(used)) unsafe.add(used);
    const decoder = decoderOf(name, type, used);
    if (decoder === null) return 'text';
    decoders.push([name, decoder]);
    return 'bytes';
  });
  return {
    columns,
    names: names.filter((_, at) => columns[at] !== 'skipped'),
    decoders: Object.fromEntries(decoders),
    unsafe: [...unsafe],
  };
}

/** Character set of a column's texts in the file; null for UTF-8, and for what is no text. */
function usedCharset(type: string, own: string | undefined, charset: string): string | null {
  if (own === undefined && type !== 'json') return null;
  // JSON has no character set of its own: it is UTF-8.
  const used = charset === OWN_CHARSETS ? (own ?? 'utf8mb4') : charset;
  return UTF8.test(used) ? null : used;
}

function decoderOf(name: string, type: string, charset: string | null): string | null {
  if (isOfBytes(type) || charset === 'binary') return decoderText(name, { kind: 'bytes' });
  return charset === null ? null : decoderText(name, { kind: 'encoded', charset });
}
