import type { EngineXmlContent, EngineXmlItem } from '../../engine/scan/scans';
import type { EngineXmlForm } from '../../engine/chunk-files';
import { decoderText } from '../decoders';
import type { ScriptFile, XmlRows } from '../script/content';
import { isOfBytes, type ScriptColumn } from '../script/tables/table-text';

export type FoundRows = Extract<EngineXmlItem, { kind: 'rows' }>;

/** Ranges of a table's rows. Columns without a definition hold bytes where their values are hexadecimal digits. Pure. */
export function rowsOf(
  file: ScriptFile,
  { columns, ranges }: FoundRows,
  { hasCrlf }: Pick<EngineXmlContent, 'hasCrlf'>,
  /** Names of the columns that are filled, and definitions, by the names in the file. */
  { names, defined }: { readonly names: readonly string[]; readonly defined: readonly ScriptColumn[] },
): readonly XmlRows[] {
  const definitions = new Map(defined.map((column) => [column.name, column]));
  const forms = columns.map(({ name, hasHex }): EngineXmlForm => {
    const definition = definitions.get(name);
    if (definition?.isGenerated === true) return 'skipped';
    return hasHex || isOfBytes(definition?.type ?? '') ? 'bytes' : 'text';
  });
  const filled = names.filter((_, at) => forms[at] !== 'skipped');
  const decoders = Object.fromEntries(
    names.flatMap((name, at): [string, string][] => {
      const decoder = forms[at] === 'bytes' ? decoderText(name, { kind: 'bytes' }) : null;
      return decoder === null ? [] : [[name, decoder]];
    }),
  );
  return ranges.map((range) => ({
    kind: 'xml',
    file,
    ...range,
    charset: 'utf8mb4',
    isComputed: false,
    columns: filled,
    decoders,
    part: {
      path: file.path,
      ...range,
      hasCrlf,
      columns: columns.map(({ name }, at) => ({ name, form: forms[at] ?? 'text' })),
    },
  }));
}
