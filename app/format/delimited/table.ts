import { quoteName } from '../../catalog/text/quote';
import type { EngineDelimitedContent } from '../../engine/scan/scans';
import type { EngineDelimitedColumn } from '../../engine/chunk-files';
import type { TableDocument } from '../documents';
import type { TableText } from '../script/tables/table-text';
import { inferredType, type InferredType } from './types/column-type';
import type { DateForm } from './types/date-form';
import type { NumberForm } from './types/number-form';

/** The table that a file of delimited values becomes. */
export interface MadeTable {
  readonly text: TableText;
  /** Names of the columns, in the order of the values. */
  readonly names: readonly string[];
  readonly columns: readonly EngineDelimitedColumn[];
  readonly decoders: TableDocument['options']['decodeColumns'];
  /** The first column where it is taken for it by name and by all its values; null for none. */
  readonly primaryKey: string | null;
}

/** Options of a table that is made. */
const MADE_OPTIONS = ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4';
/** Both manuals, "Identifier Length Limits". */
const LONGEST_NAME = 64;
/** A row has at most 65,535 bytes (both manuals, "Limits on Table Column Count and Row Size"). */
const MOST_ROW_BYTES = 60_000;
const NAMED_LIKE_A_KEY = /^(?:id|.*_id|.*Id|key|nr|no)$/;

/** Facts on the values by which a table is inferred. */
interface InferredBy {
  /** Those of the header, as text; empty without one. */
  readonly names: readonly string[];
  /** Forms of the numbers and dates, by column. */
  readonly numberForms: readonly NumberForm[];
  readonly forms: readonly DateForm[];
}

/** Infers it from what a scan has found. Pure. */
export function inferredTable(
  table: string,
  { columns }: Pick<EngineDelimitedContent, 'columns'>,
  { names, numberForms, forms }: InferredBy,
): MadeTable {
  const own = columnNames(names, columns.length);
  const types = withinRow(
    columns.map((facts, at) =>
      inferredType(facts, { numberForm: numberForms[at] ?? null, dateForm: forms[at] ?? null }),
    ),
  );
  const [first] = columns;
  return {
    ...madeTable(table, {
      names: own,
      types,
      mayBeKey: first !== undefined && first.integers && first.rising,
    }),
    names: own,
    columns: types.map(({ column }) => column),
    decoders: {},
  };
}

interface MadeColumns {
  readonly names: readonly string[];
  readonly types: readonly Pick<InferredType, 'type' | 'isNotNull'>[];
  /** True where the values of the first column are those of a key. */
  readonly mayBeKey: boolean;
}

/** The table of inferred columns; its key is the first one where name and values are those of a key. Pure. */
export function madeTable(
  name: string,
  { names, types, mayBeKey }: MadeColumns,
): Pick<MadeTable, 'text' | 'primaryKey'> {
  const [first = ''] = names;
  const isKey = mayBeKey && types[0]?.isNotNull === true && NAMED_LIKE_A_KEY.test(first);
  const elements = names.map((own, at) => elementOf(own, types[at]));
  return {
    text: {
      name,
      elements: isKey ? [...elements, `PRIMARY KEY (${quoteName(first)})`] : elements,
      options: MADE_OPTIONS,
    },
    primaryKey: isKey ? first : null,
  };
}

function elementOf(name: string, type: Pick<InferredType, 'type' | 'isNotNull'> | undefined): string {
  return `${quoteName(name)} ${type?.type ?? 'VARCHAR(255)'}${type?.isNotNull === true ? ' NOT NULL' : ' DEFAULT NULL'}`;
}

/** Names that a server takes, each once: it ignores the case of columns' names, and spaces at their ends. */
export function columnNames(names: readonly string[], columns: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: columns }, (_, at) => {
    const wished = cut((names[at] ?? '').trim(), LONGEST_NAME) || `column_${at + 1}`;
    let name = wished;
    for (let more = 2; taken.has(name.toLowerCase()); more += 1)
      name = `${cut(wished, LONGEST_NAME - 4)}_${more}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** A server counts code points. */
function cut(name: string, characters: number): string {
  return Array.from(name).slice(0, characters).join('').trimEnd();
}

/** The longest texts lie outside of the row where all together would be too long for it. */
export function withinRow<T extends Pick<InferredType, 'type'>>(types: readonly T[]): readonly T[] {
  const bytes = types.map(({ type }) => 4 * Number(/^VARCHAR\((\d+)\)$/.exec(type)?.[1] ?? 4));
  const order = bytes.map((_, at) => at).sort((a, b) => (bytes[b] ?? 0) - (bytes[a] ?? 0));
  let sum = bytes.reduce((all, own) => all + own, 0);
  const outside = new Set<number>();
  for (const at of order) {
    if (sum <= MOST_ROW_BYTES) break;
    sum -= bytes[at] ?? 0;
    outside.add(at);
  }
  return types.map((type, at) => (outside.has(at) ? { ...type, type: 'TEXT' } : type));
}
