import type { EngineJsonSpec } from '../../engine/scan/scans';
import type { EngineJsonPart } from '../../engine/chunk-files';
import { columnNames, madeTable, withinRow } from '../delimited/table';
import { decoderText } from '../decoders';
import type { TableDocument } from '../documents';
import { writableColumns } from '../script/tables/period';
import { charsetsOf, isOfBytes, typesByName, type TableText } from '../script/tables/table-text';
import { ANY_VALUE, fieldChecks, ofNullAlone } from '../values/checks';
import type { ValuesDefinition } from '../values/definition';
import type { NamedKey } from './chosen';
import { jsonType, jsonWay } from './column';

/** The table that a file of JSON Lines becomes. */
export interface JsonTable {
  readonly text: TableText;
  /** Names of the columns, in the order of the fields. */
  readonly names: readonly string[];
  readonly columns: EngineJsonPart['columns'];
  readonly decoders: TableDocument['options']['decodeColumns'];
  /** The first column where it is taken for it by name and by all its values; null for none. */
  readonly primaryKey: string | null;
}

/** Values that a definition can't take. */
export interface JsonMisfits {
  /** Keys for which the table has no column. */
  readonly unknown: readonly string[];
  /** Columns of bytes whose values are in no form that bytes are read from. */
  readonly bytes: readonly string[];
}

interface Scanned {
  readonly columns: readonly NamedKey[];
  readonly rows: number;
}

/** Infers it from what a scan has found. Pure. */
export function inferredJsonTable(table: string, { columns, rows }: Scanned): JsonTable {
  const names = columnNames(
    columns.map(({ name }) => name),
    columns.length,
  );
  const types = withinRow(columns.map((column) => jsonType(column, rows)));
  const [first] = columns;
  const mayBeKey = first?.strings === 0 && first.facts.integers && first.facts.rising;
  return {
    ...madeTable(table, { names, types, mayBeKey }),
    names,
    columns: columns.map(({ key }, at) => ({ key, form: types[at]?.form ?? 'text' })),
    decoders: {},
  };
}

/** The table of a file whose definition lies beside it, and what does not fit. Keys of other case find their columns too. Pure. */
export function definedJsonTable(
  { base64Columns, ...text }: ValuesDefinition,
  { columns }: Scanned,
): JsonTable & JsonMisfits {
  const all = writableColumns(text).filter(({ isGenerated }) => !isGenerated);
  const charsets = charsetsOf(text);
  const found = columns.map((column) => ({ column, own: columnFor(column, all, columns) }));
  const fitting = found.flatMap(({ column, own }) => {
    if (own === null) return [];
    const charset = charsets.get(own.name) ?? null;
    const isBase64 = base64Columns.has(own.name.toLowerCase());
    return [{ column, own, way: jsonWay(column, { ...own, charset, isBase64 }) }];
  });
  return {
    text,
    names: fitting.map(({ own }) => own.name),
    columns: fitting.map(({ column, way }) => ({ key: column.key, form: way?.form ?? 'text' })),
    decoders: Object.fromEntries(
      fitting.flatMap(({ own, way }): [string, string][] =>
        typeof way?.decoder === 'string' ? [[own.name, way.decoder]] : [],
      ),
    ),
    primaryKey: null,
    unknown: found.filter(({ own }) => own === null).map(({ column }) => column.key),
    bytes: fitting.filter(({ way }) => way === null).map(({ own }) => own.name),
  };
}

/**
 * The inferred table as it goes into one that is there, as far as that has its columns. Numbers for a BIT stay numbers; bytes are loaded as they stand in the file:
 * nobody says that they are in another form. Pure.
 */
export function fittedJsonTable(there: TableText, { columns }: Scanned, inferred: JsonTable): JsonTable {
  const types = typesByName(there);
  const ways = columns.map((column, at) => {
    const name = inferred.names[at] ?? '';
    const type = types.get(name.toLowerCase());
    if (type === 'bit' && column.strings === 0)
      return { form: 'number' as const, decoder: decoderText(name, { kind: 'number' }) };
    return type === undefined || isOfBytes(type)
      ? null
      : jsonWay(column, { name, type, charset: null, isBase64: false });
  });
  return {
    ...inferred,
    columns: inferred.columns.map((column, at) => ({ ...column, form: ways[at]?.form ?? column.form })),
    decoders: Object.fromEntries(
      ways.flatMap((way, at): [string, string][] =>
        typeof way?.decoder === 'string' ? [[inferred.names[at] ?? '', way.decoder]] : [],
      ),
    ),
  };
}

/** Checks of the columns of a definition, by the keys that have their values. Pure. */
export function jsonChecks(
  text: TableText,
  { names, columns, decoders }: JsonTable,
): EngineJsonSpec['checks'] {
  const checks = fieldChecks(text);
  return columns.map(({ key, form }, at) => {
    const name = names[at] ?? '';
    const check = checks.get(name.toLowerCase()) ?? ANY_VALUE;
    // The server makes other values of what stands in the file.
    const isAny = decoders[name] !== undefined || check.kind === 'hex';
    return { key, form, check: isAny ? ofNullAlone(check) : check };
  });
}

/** Two keys that differ by case alone find one column: the second one is unknown. */
function columnFor<T extends { readonly name: string }>(
  wanted: NamedKey,
  all: readonly T[],
  keys: readonly NamedKey[],
): T | null {
  const exact = all.find(({ name }) => name === wanted.name);
  if (exact !== undefined) return exact;
  const like = all.find(({ name }) => name.toLowerCase() === wanted.name.toLowerCase());
  const first = keys.find((other) => other.name.toLowerCase() === wanted.name.toLowerCase());
  return like === undefined || first?.name !== wanted.name || keys.some((other) => other.name === like.name)
    ? null
    : like;
}
