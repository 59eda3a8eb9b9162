import { z } from 'zod';

/**
 * The JSON documents of a dump folder (MySQL Shell's format 2.0.1), as values. Reading is tolerant: unknown keys
 * are ignored and what MySQL Shell treats as optional is optional here.
 */

export const FORMAT_VERSION = '2.0.1';

const names = z.array(z.string());

const manifestShape = z.object({
  dumper: z.string().default('unknown'),
  /** A dump without one is older than any that has one. */
  version: z.string().default('0.0.0'),
  origin: z.string().default(''),
  schemas: names,
  basenames: z.record(z.string(), z.string()),
  /** `'user'@'host'`; present where the dump has `@.users.sql`. */
  users: names.optional(),
  defaultCharacterSet: z.string().default('utf8mb4'),
  tzUtc: z.boolean().default(true),
  bytesPerChunk: z.number().default(0),
  consistent: z.boolean().default(false),
  serverVersion: z.string().default('0.0.0'),
  /** MariaDB Shell's addition, with `vendor`, by which it refuses the other vendor's dumps. */
  source: z
    .object({
      vendor: z.enum(['mysql', 'mariadb']).optional(),
      version: z.string().optional(),
      sysvars: z
        .object({
          version: z.string().optional(),
          lower_case_table_names: z.coerce.number().optional(),
          partial_revokes: z.boolean().optional().catch(undefined),
        })
        .optional(),
      // MySQL Shell leaves out what the server has not: GTIDs that are off, a binary log that is (measured: 9.1.0).
      binlog: z
        .object({
          file: z.string().default(''),
          position: z.number().default(0),
          gtidExecuted: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  gtidExecuted: z.string().default(''),
  binlogFile: z.string().default(''),
  binlogPosition: z.number().default(0),
  /** Our own key; other readers ignore it. Absent in earlier dumps and in other tools' without `source.sysvars`. */
  lowerCaseTableNames: z.number().optional(),
  /** MySQL Shell's key too. Absent where it is off, and where the server lacks it. */
  partialRevokes: z.boolean().optional(),
  capabilities: z
    .array(z.object({ id: z.string(), description: z.string(), versionRequired: z.string() }))
    .default([]),
  checksum: z.boolean().default(false),
  begin: z.string().default(''),
});

/** The capability of a dump whose partitioned tables have a data set for each partition. */
export const PARTITIONED: Manifest['capabilities'][number] = {
  id: 'partition_awareness',
  // oxlint-disable-next-line sluice/sentences -- MySQL Shell writes it so.
  description: 'Partitioned tables have one set of data files per partition.',
  versionRequired: '8.0.27',
};

/** `@.json`, the manifest. */
export const manifestSchema = manifestShape.transform(withSource);
export type Manifest = z.infer<typeof manifestShape>;

const NO_BINLOG = { file: '', position: 0, gtidExecuted: '' };

/** Applies `source`, which overrides the flat keys, as in MySQL Shell's reader. */
function withSource(manifest: Manifest): Manifest {
  const { source } = manifest;
  if (source === undefined) return manifest;
  const { file, position, gtidExecuted = manifest.gtidExecuted } = source.binlog ?? NO_BINLOG;
  return {
    ...manifest,
    lowerCaseTableNames: manifest.lowerCaseTableNames ?? source.sysvars?.lower_case_table_names,
    partialRevokes: manifest.partialRevokes ?? source.sysvars?.partial_revokes,
    serverVersion: source.version ?? source.sysvars?.version ?? manifest.serverVersion,
    binlogFile: file,
    binlogPosition: position,
    gtidExecuted,
  };
}

/** Returns whether a manifest's `dumper` is Sluice, of whatever version. */
export function writtenBySluice(dumper: string): boolean {
  return dumper.startsWith('Sluice ');
}

/** `<schema>.json` */
export const schemaDocumentSchema = z.object({
  schema: z.string(),
  includesDdl: z.boolean().default(true),
  includesViewsDdl: z.boolean().default(true),
  includesData: z.boolean().default(true),
  tables: names.default([]),
  views: names.default([]),
  events: names.default([]),
  functions: names.default([]),
  procedures: names.default([]),
  libraries: names.optional(),
  /** Events, routines and libraries have files of their own. */
  multifileDdl: z.boolean().optional(),
  /** Our own keys, for MariaDB; other readers ignore them. */
  packages: names.optional(),
  sequences: names.optional(),
  basenames: z.record(z.string(), z.string()),
});
export type SchemaDocument = z.infer<typeof schemaDocumentSchema>;

/** `<schema>@<table>.json`; `options` is the recipe for LOAD DATA. */
export const tableDocumentSchema = z.object({
  options: z.object({
    schema: z.string(),
    table: z.string(),
    columns: names,
    decodeColumns: z.record(z.string(), z.string()).default({}),
    defaultCharacterSet: z.string().default('utf8mb4'),
    fieldsTerminatedBy: z.string().default('\t'),
    fieldsEnclosedBy: z.string().default(''),
    fieldsOptionallyEnclosed: z.boolean().default(false),
    fieldsEscapedBy: z.string().default('\\'),
    linesTerminatedBy: z.string().default('\n'),
    /** The place of these two in dumps of format 1.0. */
    compression: z.string().optional(),
    primaryIndex: z.union([z.string(), names]).nullish(),
  }),
  triggers: names.default([]),
  includesData: z.boolean().default(true),
  includesDdl: z.boolean().default(true),
  extension: z.string().default('tsv'),
  chunking: z.boolean().default(false),
  compression: z.string().optional(),
  primaryIndex: names.optional(),
  partitions: names.default([]),
  /** Partition to stem; empty for an unpartitioned table. */
  basenames: z.record(z.string(), z.string()).default({}),
});
export type TableDocument = z.infer<typeof tableDocumentSchema>;

/** `@.done.json`: its presence means that every chunk is whole. All figures are uncompressed bytes. */
export const doneSchema = z.object({
  end: z.string(),
  dataBytes: z.number().optional(),
  tableDataBytes: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  tableRows: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  chunkFileBytes: z.record(z.string(), z.number()).default({}),
  issues: z.record(z.string(), z.unknown()).default({}),
  /** Our own key: size and digest of the recorded facts. Other readers ignore it; earlier dumps have none. */
  sluiceFacts: z.object({ bytes: z.number(), sha256: z.string() }).optional(),
});
export type Done = z.infer<typeof doneSchema>;
