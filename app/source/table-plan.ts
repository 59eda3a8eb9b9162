import type { ColumnFacts, IndexFacts, IndexPart, TableFacts } from '../catalog/objects/tables';
import { areValuesDistinct, membersOf } from '../catalog/objects/enum-members';
import { quoteName } from '../catalog/text/quote';
import { assertNever } from '../contract/exhaustive';
import type { History } from '../contract/runs/options';
import type {
  EngineColumn,
  EngineDumpTable,
  EngineKeyKind,
  EngineKeyPart,
  EnginePlainKeyKind,
  EngineRowVersions,
} from '../engine/specs';
import type { ColumnForm } from '../format/decoders';
import type { Stems } from '../format/names';
import { columnsRead, indexesOfRead, versionsRead } from './row-versions';

/** Plan for reading one table: its columns, the key to range over and the data sets to write. */
export interface TablePlan {
  readonly facts: TableFacts;
  readonly stem: string;
  readonly versions: EngineRowVersions;
  readonly columns: readonly PlannedColumn[];
  /** Null where the table is read as one stream. */
  readonly key: RangeKey | null;
  /** The columns of the primary key, as the manifest records them; empty where there is none. */
  readonly primaryKey: readonly string[];
  /** Condition on the rows; null for all rows. */
  readonly where: string | null;
  /** One for the table, or one for each leaf partition. */
  readonly dataSets: readonly DataSet[];
}

/** A column that is read, and the form of its values in the chunks. */
export interface PlannedColumn extends EngineColumn {
  readonly form: ColumnForm;
}

export interface DataSet {
  readonly partition: string | null;
  readonly stem: string;
}

/** Key along which ranges are cut. */
export interface RangeKey {
  readonly index: string;
  readonly parts: readonly EngineKeyPart[];
}

/** Types that bound a range by a comparison, text excepted. */
const KEY_KINDS: ReadonlyMap<string, EnginePlainKeyKind> = new Map([
  ['tinyint', 'integer'],
  ['smallint', 'integer'],
  ['mediumint', 'integer'],
  ['int', 'integer'],
  ['bigint', 'integer'],
  ['decimal', 'decimal'],
  ['float', 'double'],
  ['double', 'double'],
  ['binary', 'binary'],
  ['varbinary', 'binary'],
  ['date', 'date-time'],
  ['datetime', 'date-time'],
  ['timestamp', 'timestamp'],
  ['time', 'time'],
  ['year', 'year'],
]);

const KEY_TEXTS: ReadonlySet<string> = new Set(['char', 'varchar']);

const TEXTS: ReadonlySet<string> = new Set([...KEY_TEXTS, 'tinytext', 'text', 'mediumtext', 'longtext']);

const MEMBERS: ReadonlySet<string> = new Set(['enum', 'set']);

const UNICODE: ReadonlySet<string> = new Set([
  'utf8mb4',
  'utf8mb3',
  'utf8',
  'utf16',
  'utf16le',
  'utf32',
  'ucs2',
]);

/** Single-byte character sets that contain ASCII. Where a bound can't be restored from utf8mb4, its bytes are used. */
const NARROW: ReadonlySet<string> = new Set([
  'ascii',
  'latin1',
  'latin2',
  'latin5',
  'latin7',
  'greek',
  'hebrew',
  'koi8r',
  'koi8u',
  'cp1250',
  'cp1251',
  'cp1256',
  'cp1257',
  'cp850',
  'cp852',
  'cp866',
]);

/**
 * Largest member number of a key part. ENUM and SET are compared as text and indexed by number, so a range of them is a
 * list of numbers: more than one byte's worth would make every query longer than its result.
 */
const MOST_NUMBER = 255;

/** Kinds that compare exactly in every collation. */
const SELF_EVIDENT: ReadonlySet<EngineKeyKind> = new Set([
  'integer',
  'binary',
  'date-time',
  'timestamp',
  'time',
  'year',
]);

/** Types whose bytes are not text. They are dumped as base64, as in MySQL Shell's dumps. */
const BINARY: ReadonlySet<string> = new Set([
  'binary',
  'varbinary',
  'tinyblob',
  'blob',
  'mediumblob',
  'longblob',
  'bit',
  'vector',
  'geometry',
  'point',
  'linestring',
  'polygon',
  'multipoint',
  'multilinestring',
  'multipolygon',
  'geomcollection',
  'geometrycollection',
]);

/** Selected rows of a table. */
export interface RowSelection {
  readonly where: string | null;
  /** Leaf partitions; null for all. */
  readonly partitions: readonly string[] | null;
  readonly history: History;
}

export const ALL_ROWS: RowSelection = { where: null, partitions: null, history: 'carry' };

/** Plans how a table is read. */
export function planTable(facts: TableFacts, stems: Stems, selection: RowSelection = ALL_ROWS): TablePlan {
  const versions = versionsRead(facts, selection.history);
  const columns = columnsRead(facts, versions);
  const stem = stems.of(facts.schema, facts.name);
  const selected = readablePartitions(facts).filter(
    (partition) => selection.partitions?.includes(partition) ?? true,
  );
  const dataSets = selected.map((partition) => ({
    partition,
    stem: stems.of(facts.schema, facts.name, partition),
  }));
  return {
    facts,
    stem,
    versions,
    columns: columns.flatMap((column) => columnInForm(column, formFor(column)) ?? []),
    key: rangeKey(indexesOfRead(facts, versions), columns),
    primaryKey: primaryKey(facts.indexes),
    where: selection.where,
    dataSets: dataSets.length === 0 ? [{ partition: null, stem }] : dataSets,
  };
}

/**
 * Returns the partitions that may be read one by one: none on MariaDB's system-versioned tables, where a history
 * partition read by name returns deleted rows (measured on 10.11).
 */
function readablePartitions({ kind, partitions }: TableFacts): readonly string[] {
  return kind === 'system-versioned' ? [] : partitions;
}

function formFor(facts: ColumnFacts): ColumnForm {
  const { dataType, charset, lossyText } = facts;
  if (BINARY.has(dataType)) return { kind: 'bytes' };
  if (MEMBERS.has(dataType) && !areValuesDistinct(facts)) return { kind: 'number' };
  if (TEXTS.has(dataType) && lossyText === true && charset !== null) return { kind: 'encoded', charset };
  return { kind: 'text' };
}

/**
 * Plans reading a column so that its values have this form; returns null where it can't have it, such as bytes of a
 * number. An ENUM or SET member's number means the same value only where the members are the same.
 */
export function columnInForm(facts: ColumnFacts, form: ColumnForm): PlannedColumn | null {
  const { name, dataType, charset } = facts;
  const quoted = quoteName(name);
  switch (form.kind) {
    case 'text': {
      // The text protocol rounds FLOAT to six digits; the same value as DOUBLE is exact (measured on all servers of the
      // matrix). MySQL has CAST AS DOUBLE since 8.0.17 only.
      const select = dataType === 'float' ? `(${quoted} * 1E0)` : quoted;
      return BINARY.has(dataType) ? null : { name, select, encoding: 'text', form };
    }
    case 'bytes':
      return BINARY.has(dataType) ? { name, select: quoted, encoding: 'base64', form } : null;
    case 'encoded': {
      const text = charset === form.charset ? quoted : `CONVERT(${quoted} USING ${form.charset})`;
      const select = `CAST(${text} AS BINARY)`;
      const isText = TEXTS.has(dataType) || MEMBERS.has(dataType);
      return isText ? { name, select, encoding: 'base64', form } : null;
    }
    case 'number': {
      const select = `CAST(${quoted} AS UNSIGNED)`;
      return MEMBERS.has(dataType) ? { name, select, encoding: 'text', form } : null;
    }
    default:
      return assertNever(form);
  }
}

/**
 * Chooses the key along which ranges are cut: the primary key, else the NOT NULL unique key with the fewest parts, else
 * such a key of which the first part alone is nullable. Every part must be a whole column of a kind that bounds a
 * range; returns null for other tables, which are read as one stream. (NULL in a later part would be scattered over the
 * index.)
 */
export function rangeKey(indexes: readonly IndexFacts[], columns: readonly ColumnFacts[]): RangeKey | null {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const keys = indexes
    .filter(({ unique, usable, type }) => unique && usable && type === 'BTREE')
    .map(({ name, parts }) => ({ index: name, parts: keyParts(parts, byName) }))
    .filter(({ parts }) => parts.length > 0)
    .sort((a, b) => rank(a) - rank(b));
  return keys[0] ?? null;
}

/** Ranks a nullable key last: more than any index has parts. */
const BEHIND_ALL_LENGTHS = 1000;

function rank({ index, parts }: RangeKey): number {
  if (index === 'PRIMARY') return 0;
  return parts.length + (parts[0]?.nullable === true ? BEHIND_ALL_LENGTHS : 0);
}

/** Returns the key's parts; empty where any part can't bound a range. */
function keyParts(
  parts: readonly IndexPart[],
  columns: ReadonlyMap<string, ColumnFacts>,
): readonly EngineKeyPart[] {
  const found: EngineKeyPart[] = [];
  for (const { column, prefixLength, descending } of parts) {
    const facts = column === null ? undefined : columns.get(column);
    if (facts === undefined || prefixLength !== null) return [];
    const part = keyPart(facts, descending);
    if (part === undefined || (facts.nullable && found.length > 0)) return [];
    found.push(part);
  }
  return found;
}

function keyPart(facts: ColumnFacts, descending: boolean): EngineKeyPart | undefined {
  const { name: column, nullable } = facts;
  const kind = keyKind(facts);
  if (kind === 'encoded-text') return { column, kind, charset: facts.charset ?? '', descending, nullable };
  if (kind !== undefined) return { column, kind, descending, nullable };
  const most = highestNumber(facts);
  if (most === null || most > MOST_NUMBER) return undefined;
  return { column, kind: 'numbered', most, descending, nullable };
}

/** Returns the number of an ENUM's last member, or of a SET with all members; null for other types. */
function highestNumber({ dataType, columnType }: ColumnFacts): number | null {
  const members = membersOf(columnType).length;
  if (dataType === 'enum') return members;
  return dataType === 'set' ? 2 ** members - 1 : null;
}

function keyKind({
  dataType,
  charset,
  collation,
  lossyText,
}: ColumnFacts): EnginePlainKeyKind | 'encoded-text' | undefined {
  if (!KEY_TEXTS.has(dataType)) return KEY_KINDS.get(dataType);
  // MariaDB orders such values in the index with their padding and compares them without it (measured on 10.11).
  if (dataType === 'char' && collation?.includes('_nopad_') === true) return undefined;
  const isNarrow = NARROW.has(charset ?? '');
  if (lossyText === true) return isNarrow ? 'encoded-text' : undefined;
  if (UNICODE.has(charset ?? '')) return 'text';
  return isNarrow ? 'narrow-text' : undefined;
}

function primaryKey(indexes: readonly IndexFacts[]): readonly string[] {
  const primary = indexes.find(({ name }) => name === 'PRIMARY');
  return (primary?.parts ?? []).flatMap(({ column }) => (column === null ? [] : [column]));
}

/** Returns the table's data sets for the engine; `firstId` is the id of the first one. */
export function toEngineTables(plan: TablePlan, firstId: number): readonly EngineDumpTable[] {
  const { facts, dataSets, key } = plan;
  return dataSets.map(({ partition, stem }, index) => ({
    id: firstId + index,
    schema: facts.schema,
    table: facts.name,
    partition,
    versions: plan.versions,
    basename: stem,
    columns: plan.columns.map(({ name, select, encoding }) => ({ name, select, encoding })),
    key: key?.parts ?? [],
    keyIndex: key?.index ?? null,
    where: plan.where,
    within: null,
    countCheck: partition === null && isSelfEvident(key) ? 'when-split' : 'always',
    estimatedRows: Math.round(facts.rows / dataSets.length),
    estimatedBytes: Math.round(facts.dataBytes / dataSets.length),
  }));
}

/** Returns whether half-open ranges of this key need no row count unless one is split while it is read. */
function isSelfEvident(key: RangeKey | null): boolean {
  return key?.parts.every(({ kind }) => SELF_EVIDENT.has(kind)) ?? false;
}
