import { z } from 'zod';
import { inputChoicesSchema } from '../commands/input';
import { contractText } from '../text';
import { dumpOutputSchema } from '../dump-output';
import { MOST_THREADS } from './threads';

/** A server to work on: a saved profile. The CLI makes an unsaved one from its DSN. */
export const profileIdSchema = z.string().min(1).max(64);

/**
 * Opaque handle of a folder that entered through main's dialog, `argv` or the drop handler. The window never handles a
 * path that it could change.
 */
export const pathHandleSchema = z.string().regex(/^path-[0-9a-f]{16}$/);

const nameSchema = z.string().min(1).max(64);

/** A name, or a pattern of names as `pattern.ts` reads it. */
const patternSchema = z.string().min(1).max(192);

const wholeSchemaRule = z.object({ kind: z.literal('schema'), schema: patternSchema });
const objectRule = <Kind extends string>(kind: Kind) =>
  z.object({ kind: z.literal(kind), schema: patternSchema, name: patternSchema });

/** Objects that a rule includes: a whole schema; tables and views; functions and procedures; events. */
export const includeRuleSchema = z.discriminatedUnion('kind', [
  wholeSchemaRule,
  objectRule('table'),
  objectRule('routine'),
  objectRule('event'),
]);
export type IncludeRule = z.infer<typeof includeRuleSchema>;

/** A table's triggers come with it, unless a rule leaves them out. */
export const excludeRuleSchema = z.discriminatedUnion('kind', [
  wholeSchemaRule,
  objectRule('table'),
  objectRule('routine'),
  objectRule('event'),
  objectRule('trigger'),
]);
export type ExcludeRule = z.infer<typeof excludeRuleSchema>;

const tableSchema = z.object({ schema: nameSchema, table: nameSchema });

/** Definitions and rows, or just one of the two. */
export const contents = ['everything', 'structure', 'data'] as const;
export type Content = (typeof contents)[number];

/**
 * Selection of objects for a dump, and of their content. The window, the command line and saved jobs share this value;
 * a rule is matched against the server when the dump starts, so that a pattern finds tables that are new.
 */
export const selectionSchema = z.object({
  include: z.array(includeRuleSchema).min(1),
  /** Wins over `include`. */
  exclude: z.array(excludeRuleSchema),
  /** Limits tables to the rows that meet a condition. It is SQL of the source server. */
  where: z.array(tableSchema.extend({ condition: z.string().min(1).max(65_536) })),
  /** Limits a table to these partitions or subpartitions. */
  partitions: z.array(tableSchema.extend({ partitions: z.array(nameSchema).min(1) })),
  content: z.enum(contents),
  /** Accounts and roles with their grants, by `user@host`. */
  users: z.array(patternSchema),
  /** Accounts excluded from them. Absent in set-ups of an earlier Sluice. */
  excludeUsers: z.array(patternSchema).default([]),
});
export type Selection = z.infer<typeof selectionSchema>;

/** The selection of everything that these rules include. */
export function selecting(include: readonly IncludeRule[]): Selection {
  return {
    include: [...include],
    exclude: [],
    where: [],
    partitions: [],
    content: 'everything',
    users: [],
    excludeUsers: [],
  };
}

export const compressionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('zstd'), level: z.number().int().min(1).max(19) }),
]);
export type Compression = z.infer<typeof compressionSchema>;

export const threadsSchema = z.number().int().min(1).max(MOST_THREADS);

const MIB = 1_048_576;

/** Engine memory, in bytes above the idle process, that one run may hold. */
export const memoryLimitSchema = z
  .number()
  .int()
  .min(16 * MIB)
  .max(1_048_576 * MIB);

export const DEFAULT_MEMORY_LIMIT_BYTES = 256 * MIB;

/** Bytes that each thread needs for its buffers and its compressor, however small the limit is. */
const LEAST_BYTES_PER_THREAD = 2 * MIB;

interface Limited {
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** Reason why so many threads can't keep within the limit; null where they can. */
export function memoryProblem({ threads, memoryLimitBytes }: Limited): string | null {
  const least = threads * LEAST_BYTES_PER_THREAD;
  if (memoryLimitBytes >= least) return null;
  return contractText.memoryTooLittle(threads, least / MIB);
}

/** `auto` takes the best mode that the account may use; the others are for accounts that may use none of them. */
export const consistencies = ['auto', 'lock-tables', 'none'] as const;
export type Consistency = (typeof consistencies)[number];

/**
 * Tables without transactions are in no snapshot: either their writers wait until they are dumped, or the result warns.
 */
export const nonTransactionals = ['warn', 'lock'] as const;
export type NonTransactional = (typeof nonTransactionals)[number];

/** Behaviour where long statements would delay the lock: wait for them and name them, or refuse to start. */
export const longQueryPolicies = ['wait', 'refuse'] as const;
export type LongQueries = (typeof longQueryPolicies)[number];

/** Check that counts scalars in JSON documents which lose their SQL type on the way through text, on MySQL. */
export const jsonChecks = ['count', 'none'] as const;
export type JsonCheck = (typeof jsonChecks)[number];

/** Handling of the row versions of MariaDB's system-versioned tables: past versions are included or not. */
export const histories = ['carry', 'skip'] as const;
export type History = (typeof histories)[number];

const accountSchema = z.object({ user: z.string().min(1).max(128), host: z.string().min(1).max(255) });
export type Account = z.infer<typeof accountSchema>;

/**
 * Definer of views, triggers, routines and events. `strip` names none: the account that creates them becomes it.
 * `current` is the account that the run signs in with: a dump's on its source, a load's or a migration's on its target.
 * `map` replaces the listed accounts and keeps all others.
 */
export const definerWishSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('current') }),
  z.object({ kind: z.literal('strip') }),
  accountSchema.extend({ kind: z.literal('replace') }),
  z.object({
    kind: z.literal('map'),
    accounts: z.array(z.object({ from: accountSchema, to: accountSchema })).min(1),
  }),
]);
export type DefinerWish = z.infer<typeof definerWishSchema>;

export const dumpOptionsSchema = z.object({
  selection: selectionSchema,
  definers: definerWishSchema,
  consistency: z.enum(consistencies),
  threads: threadsSchema,
  /** A set-up of an earlier Sluice does not say. */
  output: dumpOutputSchema.default({ kind: 'shell' }),
  compression: compressionSchema,
  /** Uncompressed bytes after which a chunk file is closed. */
  bytesPerChunk: z.number().int().min(131_072).max(4_294_967_296),
  memoryLimitBytes: memoryLimitSchema,
  nonTransactional: z.enum(nonTransactionals),
  jsonCheck: z.enum(jsonChecks),
  /** A set-up of an earlier Sluice does not say. */
  history: z.enum(histories).default('carry'),
  /** Time, in ms, that the dump may wait for its lock before it fails. */
  lockWaitTimeoutMs: z.number().int().min(1000).max(86_400_000),
  /** A set-up of an earlier Sluice does not say. */
  longQueries: z.enum(longQueryPolicies).default('wait'),
  /** Refuse to start where the account can't read all of it. A set-up of an earlier Sluice does not say. */
  requireComplete: z.boolean().default(false),
});
export type DumpOptions = z.infer<typeof dumpOptionsSchema>;

export const DUMP_DEFAULTS = {
  threads: 4,
  output: { kind: 'shell' },
  compression: { kind: 'zstd', level: 1 },
  bytesPerChunk: 64_000_000,
  memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES,
  lockWaitTimeoutMs: 60_000,
  longQueries: 'wait',
  consistency: 'auto',
  nonTransactional: 'warn',
  jsonCheck: 'count',
  history: 'carry',
  definers: { kind: 'keep' },
  requireComplete: false,
} as const satisfies Omit<DumpOptions, 'selection'>;

/** `append`: the dump's rows are added to those that a table has. */
export const onExistingPolicies = ['fail', 'skip', 'drop', 'truncate', 'append'] as const;
export type OnExisting = (typeof onExistingPolicies)[number];

/** Selection of objects from a dump for a load; without `where`, because rows are loaded chunk by chunk. */
export const loadSelectionSchema = selectionSchema.pick({ include: true, exclude: true, content: true });
export type LoadSelection = z.infer<typeof loadSelectionSchema>;

/** A table that gets another name; its schema goes where the schema map says. */
export const tableRenameSchema = tableSchema.extend({ to: nameSchema });
export type TableRename = z.infer<typeof tableRenameSchema>;

/** Time at which secondary indexes are built: chosen by the table's size and indexes, after its rows, or with them. */
export const indexPolicies = ['auto', 'defer', 'inline'] as const;
/** Preference of a load where it can't have both: density of a wide-row table's pages, or speed by more threads. */
export const loadPreferences = ['density', 'speed'] as const;

/** Sorting of rows that come out of the order of their primary key: where that pays, or not. */
export const rowSortings = ['auto', 'never'] as const;

/** Load method: LOAD DATA LOCAL where the target accepts it, or INSERT from the same bytes; `auto` inserts small tables too. */
export const loadMethods = ['auto', 'load-data', 'insert'] as const;

/**
 * Verification of the loaded rows: counted; or also read again, on the target and in the dump, and compared by the checksums
 * of their hashes.
 */
export const loadVerifications = ['rows', 'checksum'] as const;

/** Writing of the loaded rows to the target's binary log, from which its replicas read. */
export const binlogChoices = ['on', 'off'] as const;

/**
 * Update of the target's GTID set by the transactions that the dump contains, so that it can replicate from the dump's
 * source: append them to its set, or replace its set.
 */
export const gtidChoices = ['off', 'append', 'replace'] as const;

/**
 * Handling of tables without a primary key on a target that requires one (`sql_require_primary_key`): refuse before
 * anything is touched; add an invisible key to every table that has none, required or not; or create them as they are,
 * which needs a privilege.
 */
export const missingPrimaryKeys = ['refuse', 'add-invisible', 'allow'] as const;

/**
 * Rules that change a dump's definitions so that a target takes them, switched on by name: modes that do nothing any
 * more are left out, an unknown collation becomes its nearest, a missing engine InnoDB, a place of its own the server's, a
 * missing type text, and indexes of a kind that the target's InnoDB lacks are left out.
 */
export const loadFixes = [
  'sql-modes',
  'collations',
  'engines',
  'data-directory',
  'types',
  'indexes',
] as const;
export const loadFixSchema = z.enum(loadFixes);
export type LoadFix = z.infer<typeof loadFixSchema>;

/**
 * Events that may run on the target once everything is verified: those enabled at the source (`source`), none
 * (`disabled`), or `auto`: none in a renamed schema, or from another server.
 */
export const eventStatuses = ['auto', 'source', 'disabled'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/**
 * Safeguards of the target that a load may switch off while it runs: keep no redo log (MySQL), write pages once instead
 * of twice, make commits durable about once a second. Each risks data of the whole server if it, or its machine,
 * crashes meanwhile.
 */
export const speedUps = ['redo', 'doublewrite', 'flush'] as const;
export const speedUpSchema = z.enum(speedUps);
export type SpeedUp = z.infer<typeof speedUpSchema>;

export const loadOptionsSchema = z.object({
  threads: threadsSchema,
  memoryLimitBytes: memoryLimitSchema,
  /** Old schema name to new; a schema that is not named keeps its name. */
  schemaMap: z.record(nameSchema, nameSchema),
  tableRenames: z.array(tableRenameSchema),
  selection: loadSelectionSchema,
  /** Accounts and roles of the dump with their grants, by `user@host`, and those that are left out of them. */
  users: z.array(patternSchema),
  excludeUsers: z.array(patternSchema),
  onExisting: z.enum(onExistingPolicies),
  indexes: z.enum(indexPolicies),
  prefer: z.enum(loadPreferences),
  method: z.enum(loadMethods),
  /** A set-up of an earlier Sluice does not say. */
  sortRows: z.enum(rowSortings).default('auto'),
  binlog: z.enum(binlogChoices),
  gtid: z.enum(gtidChoices),
  verify: z.enum(loadVerifications),
  /** A set-up of an earlier Sluice does not say. */
  eventStatus: z.enum(eventStatuses).default('auto'),
  /** A set-up of an earlier Sluice does not say. */
  definers: definerWishSchema.default({ kind: 'keep' }),
  /** A set-up of an earlier Sluice does not say. */
  missingPrimaryKey: z.enum(missingPrimaryKeys).default('refuse'),
  /** A set-up of an earlier Sluice does not say. */
  fixes: z.array(loadFixSchema).default([]),
  /** Choices about a dump of files of rows that a user makes by hand; absent where all is found in them. */
  input: inputChoicesSchema.optional(),
  /** Run the statements of a script that nothing is known of, when all rows are in. A set-up of an earlier Sluice does not say. */
  runUnknownStatements: z.boolean().default(false),
  /** Asked for one by one, and for one run: none of them is part of what a load is. */
  fastUnsafe: z.array(speedUpSchema),
  /** Resume the load of this dump that the target's journal records, instead of starting one. */
  resume: z.boolean(),
  /** Load a dump that is still being written, each table as soon as it is complete. */
  follow: z.boolean(),
  /** Time, in ms, during which a lost server is retried before the load ends as incomplete. */
  reconnectMs: z.number().int().min(0).max(3_600_000),
  /** The name of the target's profile, typed by the user, where the profile is a production one. */
  confirmedTarget: z.string().optional(),
});
export type LoadOptions = z.infer<typeof loadOptionsSchema>;

/**
 * Options for comparing a server with a dump: all of the dump's content, under these names of its schemas and tables,
 * with the definers and keys that a load with the same options gives to its objects, and with these of its accounts.
 */
export const comparisonOptionsSchema = loadOptionsSchema.pick({
  schemaMap: true,
  tableRenames: true,
  users: true,
  excludeUsers: true,
  definers: true,
  missingPrimaryKey: true,
  verify: true,
  threads: true,
  memoryLimitBytes: true,
  input: true,
});
export type ComparisonOptions = z.infer<typeof comparisonOptionsSchema>;

export const LOAD_DEFAULTS = {
  threads: 4,
  memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES,
  schemaMap: {},
  tableRenames: [],
  selection: { include: [{ kind: 'schema', schema: '%' }], exclude: [], content: 'everything' },
  users: [],
  excludeUsers: [],
  onExisting: 'fail',
  indexes: 'auto',
  prefer: 'density',
  method: 'auto',
  sortRows: 'auto',
  binlog: 'on',
  gtid: 'off',
  verify: 'rows',
  eventStatus: 'auto',
  definers: { kind: 'keep' },
  missingPrimaryKey: 'refuse',
  fixes: [],
  runUnknownStatements: false,
  fastUnsafe: [],
  resume: false,
  follow: false,
  reconnectMs: 60_000,
} satisfies LoadOptions;
