import { byName } from '../../contract/by-name';
import type { Compression } from '../../contract/runs/options';
import {
  FORMAT_VERSION,
  PARTITIONED,
  writtenBySluice,
  type Manifest,
  type SchemaDocument,
  type TableDocument,
} from '../../format/documents';
import { decoderOf, formOf, historyGuard } from '../../format/decoders';
import type { DumpFolder, DumpSchema, DumpTable } from '../../format/read/dump';
import { versionsOf } from '../../format/row-versions';
import { OUR_DIALECT } from '../../format/tsv-dialect';
import type { DataExtension } from '../../format/names';
import { convertText } from '../../text/convert';

/** JSON documents of a dump folder that another dump is written as, as pure functions. */

/** Beginnings of the names of an object's files. */
export interface NewStems {
  readonly schema: (schema: string) => string;
  /** Those of a table or a view. */
  readonly object: (schema: string, name: string) => string;
  readonly partition: (schema: string, table: string, partition: string) => string;
}

interface Written {
  readonly sluiceVersion: string;
  readonly bytesPerChunk: number;
}

/** Names Sluice as the writer only where it has written the definitions too: servers print those otherwise than other tools. */
export function newManifest(
  dump: Pick<DumpFolder, 'manifest' | 'schemas' | 'vendor'>,
  stems: NewStems,
  { sluiceVersion, bytesPerChunk }: Written,
): Manifest {
  const { manifest, schemas, vendor } = dump;
  const {
    dumper,
    serverVersion: version,
    binlogFile: file,
    binlogPosition: position,
    gtidExecuted,
  } = manifest;
  const isPartitioned = schemas.some(({ tables }) =>
    tables.some(({ document }) => Object.keys(document.basenames).length > 0),
  );
  return {
    ...manifest,
    dumper: writtenBySluice(dumper)
      ? dumper
      : convertText.convertedBy({ tool: dumper, version: sluiceVersion }),
    version: FORMAT_VERSION,
    origin: 'dumpSchemas',
    schemas: schemas.map(({ name }) => name),
    basenames: Object.fromEntries(schemas.map(({ name }) => [name, stems.schema(name)])),
    defaultCharacterSet: 'utf8mb4',
    bytesPerChunk,
    ...(vendor === 'mariadb' && { source: { vendor, version, binlog: { file, position, gtidExecuted } } }),
    capabilities: isPartitioned ? [PARTITIONED] : [],
    checksum: false,
  };
}

/** All scripts of the schema are one. */
export function newSchemaDocument(schema: DumpSchema, stems: NewStems): SchemaDocument {
  const objects = [...schema.tables, ...schema.views];
  return {
    ...schema.document,
    multifileDdl: undefined,
    includesData: schema.document.includesData && schema.tables.some(({ document }) => document.includesData),
    tables: schema.tables.map(({ name }) => name),
    views: schema.views.map(({ name }) => name),
    basenames: Object.fromEntries(objects.map(({ name }) => [name, stems.object(schema.name, name)])),
  };
}

export function newTableDocument(
  table: DumpTable,
  createTable: string | null,
  stems: NewStems,
  compression: Compression['kind'],
): TableDocument {
  const { schema, name, document, chunks } = table;
  const { primaryIndex: recorded, ...options } = document.options;
  const dialect = chunks[0]?.dialect ?? OUR_DIALECT;
  const key = document.primaryIndex ?? (typeof recorded === 'string' ? [recorded] : (recorded ?? []));
  const triggers = document.includesDdl ? document.triggers : [];
  return {
    ...document,
    options: {
      ...options,
      compression: undefined,
      decodeColumns: guardedDecoders(table, createTable),
      fieldsTerminatedBy: dialect.fieldTerminator,
      fieldsEnclosedBy: dialect.enclosure,
      fieldsOptionallyEnclosed: dialect.enclosure !== '' && options.fieldsOptionallyEnclosed,
      fieldsEscapedBy: dialect.escape,
      linesTerminatedBy: dialect.lineTerminator,
    },
    triggers,
    extension: extensionOf(compression),
    chunking: true,
    compression,
    primaryIndex: key.filter((column) => column !== ''),
    basenames: Object.fromEntries(
      Object.keys(document.basenames).map((partition) => [
        partition,
        stems.partition(schema, name, partition),
      ]),
    ),
  };
}

function extensionOf(compression: Compression['kind']): DataExtension {
  return compression === 'zstd' ? 'tsv.zst' : 'tsv';
}

/** As Sluice dumps row versions of the past: a reader that would make them current rows fails (`historyGuard`). */
function guardedDecoders(
  table: DumpTable,
  createTable: string | null,
): TableDocument['options']['decodeColumns'] {
  const { document } = table;
  const { columns, decodeColumns } = document.options;
  const isGuarded = columns.some(
    (column) =>
      byName(decodeColumns, column) === historyGuard(column, formOf(document, column) ?? { kind: 'text' }),
  );
  if (versionsOf(table) !== 'all' || isGuarded) return decodeColumns;
  const period = periodColumns(createTable ?? '');
  const guarded = columns.find(
    (column) => !period.has(column) && decoderOf(document, column).kind !== 'expression',
  );
  const form = guarded === undefined ? null : formOf(document, guarded);
  if (guarded === undefined || form === null) return decodeColumns;
  return { ...decodeColumns, [guarded]: historyGuard(guarded, form) };
}

/** Columns of the times at which a row version began and ended; those that MariaDB adds by itself are among them. */
function periodColumns(createTable: string): ReadonlySet<string> {
  const named = createTable.matchAll(/`((?:[^`]|``)+)`[^\n]*\bGENERATED ALWAYS AS ROW (?:START|END)\b/gi);
  return new Set(['row_start', 'row_end', ...[...named].map(([, name = '']) => name.replace(/``/g, '`'))]);
}
