import { z } from 'zod';
import type { ImportRow } from '../connections/import';
import type { ChangedServer, RestoredServer } from '../connections/changed-server';
import { connectionTestStages, profileSchema, type ConnectionTest } from '../connections/connection';
import { privilegesJobSchema } from '../connections/privileges';
import { keepSchema } from '../jobs/keep';
import type { Job } from '../jobs/job';
import { inspectionSchema } from '../pages/inspection';
import type { DumpContents } from '../runs/dump-folder';
import { certificateCheckSchema, dumpProofSchema } from '../proof/certificate';
import { historyFiguresSchema, type HistoryEntry } from '../runs/history';
import { compressionSchema } from '../runs/options';
import { failureLineSchema, indexComparisonSchema, kindSchema, stateSchema } from './run-lines';

/** Lines that commands without a run print with `--json`. */

const vendorSchema = z.enum(['mysql', 'mariadb']);

export const profileLineSchema = profileSchema.meta({ id: 'Connection' });

export const connectionTestLineSchema: z.ZodType<ConnectionTest> = z.object({
  stages: z.array(
    z.object({
      stage: z.enum(connectionTestStages),
      state: z.enum(['ok', 'warning', 'failed']),
      detail: z.string(),
      ms: z.number(),
    }),
  ),
  server: z.object({ vendor: vendorSchema, version: z.string(), tls: z.string().nullable() }).nullable(),
});

export const importLineSchema: z.ZodType<ImportRow> = z.object({
  profile: profileLineSchema,
  hasPassword: z.boolean(),
  duplicateOf: z.string().nullable(),
  notes: z.array(z.string()),
});

export const certificateCheckLineSchema = certificateCheckSchema.extend({ type: z.literal('certificate') });

const historyStateSchema = z.union([stateSchema, z.literal('interrupted')]);

export const historyLineSchema: z.ZodType<HistoryEntry> = z.object({
  runId: z.string(),
  kind: kindSchema,
  title: z.string(),
  server: z.string().nullable(),
  profileId: z.string().nullable(),
  folder: z.string().nullable(),
  compression: compressionSchema.nullable(),
  startedAt: z.number(),
  threads: z.number(),
  by: z.enum(['window', 'command']),
  job: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: historyStateSchema,
  figures: historyFiguresSchema.nullable(),
  problem: z.string().nullable(),
  what: z.string(),
  resumed: z.boolean(),
  leftover: z.enum(['none', 'resumable', 'rollback-only']),
  mustMendDump: z.boolean().optional(),
  isPartial: z.boolean().optional(),
  checksFiles: z.boolean().optional(),
  series: z.string(),
  repeatable: z.boolean(),
});

const jobShape = {
  id: z.string(),
  name: z.string(),
  kind: z.enum(['dump', 'load', 'migrate', 'verify']),
  server: z.string().nullable(),
  profileId: z.string().nullable(),
  source: z.object({ server: z.string(), profileId: z.string().nullable() }).nullable(),
  folder: z.string().nullable(),
  what: z.string(),
  threads: z.number(),
  requireComplete: z.boolean().nullable(),
  keep: keepSchema,
  proveEvery: z.number().nullable(),
  last: z
    .object({
      runId: z.string(),
      state: historyStateSchema,
      startedAt: z.number(),
      problem: z.string().nullable(),
      isPartial: z.boolean(),
    })
    .nullable(),
};

export const jobLineSchema: z.ZodType<Job> = z.object(jobShape);

/** `setup` holds the options that the job runs with, as a job's exported file has them. */
export const jobDetailLineSchema = z.object({
  ...jobShape,
  setup: z.looseObject({ kind: z.enum(['dump', 'load', 'migrate', 'verify']) }),
  dumps: z.array(
    z.object({
      folder: z.string(),
      madeAt: z.number(),
      isPartial: z.boolean(),
      goesNext: z.boolean(),
      proof: dumpProofSchema.nullable(),
    }),
  ),
});

export const addedLineSchema = z.object({ id: z.string(), name: z.string() });
export const namedLineSchema = z.object({ name: z.string() });
export const removedLineSchema = z.object({ removed: z.string() });
export const keepLineSchema = z.object({ id: z.string(), keep: keepSchema });

export const grantsLineSchema = z.object({ job: privilegesJobSchema, statements: z.array(z.string()) });

export const dumpSummaryLineSchema: z.ZodType<DumpContents> = z.object({
  folder: z.string(),
  recognized: z.string(),
  complete: z.boolean(),
  stillToCome: z.number().nullable(),
  tool: z.string(),
  formatVersion: z.string(),
  serverVersion: z.string(),
  vendor: vendorSchema,
  begin: z.string(),
  end: z.string().nullable(),
  schemas: z.array(
    z.object({
      name: z.string(),
      tables: z.array(
        z.object({
          name: z.string(),
          rows: z.number().nullable(),
          bytes: z.number().nullable(),
          chunks: z.number(),
        }),
      ),
      views: z.array(z.string()),
      routines: z.number(),
      triggers: z.number(),
      events: z.number(),
    }),
  ),
  accounts: z.array(z.string()),
  dataBytes: z.number().nullable(),
  storedBytes: z.number(),
  files: z.number(),
  lacks: z.array(failureLineSchema),
  problems: z.array(failureLineSchema),
  unknownStatements: z.object({
    count: z.number(),
    first: z.array(z.object({ line: z.number(), text: z.string() })),
  }),
  remarks: z.array(z.string()),
  takesChoices: z.boolean(),
  samples: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      columns: z.array(z.string()),
      types: z.array(z.string()),
      rows: z.array(z.array(z.string().nullable())),
      rowsInAll: z.number().nullable(),
      failure: failureLineSchema.nullable(),
    }),
  ),
});

export const inspectionLineSchema = inspectionSchema;

const momentSchema = z.object({ takenAt: z.string(), server: z.string().exactOptional() });
export const comparisonLineSchema = z.object({
  type: z.literal('comparison'),
  before: momentSchema,
  after: momentSchema,
  indexes: z.array(indexComparisonSchema),
});

export const changedServerLineSchema: z.ZodType<ChangedServer> = z.object({
  id: z.string(),
  target: z.string(),
  since: z.string(),
  settings: z.array(z.string()),
  inUse: z.boolean(),
});

export const restoredLineSchema: z.ZodType<RestoredServer> = z.object({
  target: z.string(),
  said: z.array(z.string()),
});

export const notRestoredLineSchema = z.object({ target: z.string(), failure: failureLineSchema });

/** The password is the practice server's own, which is made for it and listens on this machine only. */
export const startedServerLineSchema = z.object({
  server: vendorSchema,
  version: z.string(),
  dsn: z.string(),
  password: z.string(),
  pid: z.number(),
  dataDir: z.string(),
});
export const stoppedServerLineSchema = z.object({ server: vendorSchema, stopped: z.boolean() });
export const serverStateLineSchema = z.object({ server: vendorSchema, state: z.literal('stopped') });
