/**
 * The JSON documents of MySQL Shell's dump format 2.0.1, with what its loader relies on. Written from a description of
 * that loader and not from our writer: what is judged must not be its own measure.
 */
import { z } from 'zod';

const names = z.array(z.string());
const basenames = z.record(z.string(), z.string());
const count = z.int().nonnegative();
const version = z.string().regex(/^\d+\.\d+\.\d+/);
const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const figures = z.record(z.string(), z.record(z.string(), count));

/** Any other id makes every reader refuse the dump (dump/capability.cc). */
const CAPABILITIES = [
  'partition_awareness',
  'multifile_schema_ddl',
  'dump_dir_redirection',
  'innodb_vector_store',
] as const;

/** `@.json`. Where `source` is, readers ignore the flat keys, so it must say the same as they do. */
export const manifestShape = z.looseObject({
  version: z.literal('2.0.1'),
  origin: z.enum(['dumpInstance', 'dumpSchemas', 'dumpTables']),
  schemas: names,
  basenames,
  defaultCharacterSet: z.literal('utf8mb4'),
  tzUtc: z.literal(true),
  bytesPerChunk: count,
  serverVersion: version,
  consistent: z.boolean(),
  gtidExecuted: z.string(),
  binlogFile: z.string(),
  binlogPosition: count,
  capabilities: z.array(
    z.strictObject({ id: z.enum(CAPABILITIES), description: z.string().min(1), versionRequired: version }),
  ),
  checksum: z.literal(false),
  users: names.optional(),
  source: z
    .looseObject({
      version,
      binlog: z.looseObject({ file: z.string(), position: count, gtidExecuted: z.string() }),
    })
    .optional(),
  begin: time,
});

/** `<schema>.json` */
export const schemaShape = z.looseObject({
  schema: z.string(),
  includesDdl: z.boolean(),
  includesViewsDdl: z.boolean(),
  includesData: z.boolean(),
  multifileDdl: z.literal(false).optional(),
  tables: names,
  views: names,
  events: names,
  functions: names,
  procedures: names,
  basenames,
});

/** `<schema>@<table>.json`. Unknown keys of `options` fail the import; everywhere else they are passed over. */
export const tableShape = z.looseObject({
  options: z.strictObject({
    schema: z.string(),
    table: z.string(),
    columns: names,
    decodeColumns: z.record(z.string(), z.string().min(1)).optional(),
    defaultCharacterSet: z.literal('utf8mb4'),
    fieldsTerminatedBy: z.literal('\t'),
    fieldsEnclosedBy: z.literal(''),
    fieldsOptionallyEnclosed: z.literal(false),
    fieldsEscapedBy: z.literal('\\'),
    linesTerminatedBy: z.literal('\n'),
  }),
  triggers: names,
  includesData: z.boolean(),
  includesDdl: z.boolean(),
  extension: z.enum(['tsv', 'tsv.zst']),
  chunking: z.boolean(),
  compression: z.enum(['none', 'zstd']),
  primaryIndex: names,
  partitions: names,
  basenames,
});
export type TableShape = z.infer<typeof tableShape>;

/** `@.done.json` */
export const doneShape = z.looseObject({
  end: time,
  dataBytes: count,
  tableDataBytes: figures,
  tableRows: figures,
  chunkFileBytes: z.record(z.string(), count),
  issues: z.strictObject({ hasInvalidViewReferences: z.boolean().optional() }),
});
export type DoneShape = z.infer<typeof doneShape>;
