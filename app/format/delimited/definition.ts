import type { InputChoices } from '../../contract/commands/input';
import type { EngineDelimitedSpec } from '../../engine/scan/scans';
import type { EngineDelimitedColumn } from '../../engine/chunk-files';
import { decoderText } from '../decoders';
import {
  columnsOf,
  isOfBytes,
  typesByName,
  visibleColumns,
  type TableText,
} from '../script/tables/table-text';
import { writableColumns } from '../script/tables/period';
import { ANY_VALUE, fieldChecks, ofNullAlone } from '../values/checks';
import type { ValuesDefinition } from '../values/definition';
import type { DateForm } from './types/date-form';
import { namesIn } from './names';
import { NUMBER_FORMS, type DecimalSign } from './types/number-form';
import type { MadeTable } from './table';

/** Types whose empty value is NULL; in all others it may be a text. */
const VALUES =
  /^(?:(?:tiny|small|medium|big)?int(?:eger)?|decimal|dec|numeric|fixed|float|double|real|year|bool(?:ean)?|date|time|datetime|timestamp)$/;

const DATES = /^(?:date|datetime|timestamp)$/;
const INTEGERS = /^(?:tiny|small|medium|big)?int(?:eger)?$/;
const NUMBERS = /^(?:(?:tiny|small|medium|big)?int(?:eger)?|decimal|dec|numeric|fixed|float|double|real)$/;

/** Names of the columns of which a file of values without a header has values. Pure. */
export function valueColumns(text: TableText): readonly string[] {
  return visibleColumns(columnsOf(text).filter(({ isGenerated }) => !isGenerated));
}

/** Facts on the values of a table that is defined. */
export interface DefinedValues {
  /** Those of the values; empty where they are those of the table, in its order. */
  readonly names: readonly string[];
  /** The decimal sign that was chosen. */
  readonly decimal: InputChoices['decimal'];
  /** Orders of the dates, by column. */
  readonly forms: readonly DateForm[];
}

/** Checks of the columns of a definition, in the order of a file's values. Pure. @param header names in its first row */
export function definedChecks(
  text: ValuesDefinition,
  header: readonly string[],
  { columns: chosen, decimal }: InputChoices,
  forms: readonly DateForm[],
): EngineDelimitedSpec['checks'] {
  const renamed = new Map(Object.entries(Array.isArray(chosen) ? {} : (chosen ?? {})));
  const found = namesIn(header, writableColumns(text)).map((name) => renamed.get(name) ?? name);
  const { names, columns } = definedTable(text, {
    names: Array.isArray(chosen) ? chosen : found,
    decimal,
    forms,
  });
  const checks = fieldChecks(text);
  return names.map((name, at) => {
    const check = checks.get(name.toLowerCase()) ?? ANY_VALUE;
    const isHex = text.hexColumns.has(name.toLowerCase());
    return {
      check: isHex ? { ...ANY_VALUE, kind: 'hex', isNotNull: check.isNotNull } : check,
      column: columns[at] ?? 'text',
    };
  });
}

/**
 * The inferred table as it goes into one that is there, as far as that has its columns: a text stays as it stands in the file, and
 * so do bytes. Numbers for a BIT stay numbers: as a text, 0 would be the bits of its digit. Pure.
 */
export function fittedTable(
  there: TableText,
  inferred: MadeTable,
  { decimal, forms }: Pick<DefinedValues, 'forms'> & { readonly decimal: DecimalSign | null },
): MadeTable {
  const types = typesByName(there);
  const typeAt = (at: number) => types.get(inferred.names[at]?.toLowerCase() ?? '');
  const columns = inferred.columns.map((column, at): EngineDelimitedColumn => {
    const type = typeAt(at);
    if (type === undefined || type === 'bit') return column;
    if (!VALUES.test(type)) return 'text';
    if (DATES.test(type)) return dateColumn(type, forms[at]);
    if (column !== 'text') return column;
    return decimal !== null && NUMBERS.test(type) ? NUMBER_FORMS[decimal] : 'value';
  });
  const decoders = inferred.names.flatMap((name, at): [string, string][] => {
    const decoder = decoderText(name, { kind: 'number' });
    return typeAt(at) === 'bit' && columns[at] !== 'text' && decoder !== null ? [[name, decoder]] : [];
  });
  return { ...inferred, columns, decoders: Object.fromEntries(decoders) };
}

/** Checks of the columns that a table that is there has, in the order of a file's values. Pure. */
export function fittingChecks(
  there: TableText,
  { names, columns }: MadeTable,
): EngineDelimitedSpec['checks'] {
  const checks = fieldChecks(there);
  return names.map((name, at) => {
    const check = checks.get(name.toLowerCase()) ?? ANY_VALUE;
    return {
      check: check.kind === 'hex' ? ofNullAlone(check) : check,
      column: columns[at] ?? 'text',
    };
  });
}

/** The table of a file of values whose definition lies beside it. Pure. */
export function definedTable(text: ValuesDefinition, { names, decimal, forms }: DefinedValues): MadeTable {
  const types = typesByName(text);
  const own = names.length > 0 ? names : valueColumns(text);
  const isHex = (name: string) =>
    isOfBytes(types.get(name.toLowerCase()) ?? '') || text.hexColumns.has(name.toLowerCase());
  const fieldOf = (type: string, form: DateForm | undefined): EngineDelimitedColumn => {
    if (DATES.test(type)) return dateColumn(type, form);
    if (decimal !== undefined && NUMBERS.test(type)) return NUMBER_FORMS[decimal];
    return VALUES.test(type) ? 'value' : 'text';
  };
  return {
    text,
    names: own,
    columns: own.map((name, at) =>
      isHex(name) ? 'bytes' : fieldOf(types.get(name.toLowerCase()) ?? '', forms[at]),
    ),
    decoders: Object.fromEntries(own.filter(isHex).map((name): [string, string] => [name, 'UNHEX'])),
    primaryKey: null,
  };
}

/** Returns whether a column takes dates. Pure. */
export function takesDates(text: TableText, name: string): boolean {
  return DATES.test(typeOf(text, name));
}

/** Returns whether a column takes integers alone. Pure. */
export function takesIntegers(text: TableText, name: string): boolean {
  return INTEGERS.test(typeOf(text, name));
}

/** Returns whether a column takes numbers. Pure. */
export function takesNumbers(text: TableText, name: string): boolean {
  return NUMBERS.test(typeOf(text, name));
}

function typeOf(text: TableText, name: string): string {
  return typesByName(text).get(name.toLowerCase()) ?? '';
}

/** Dates whose order nobody knows are the server's to read, which refuses them; a day has no offset. */
function dateColumn(type: string, form: DateForm | undefined): EngineDelimitedColumn {
  if (form === undefined || form === null || form === 'doubtful') return 'value';
  return type === 'date' && form === 'instant' ? 'value' : form;
}
