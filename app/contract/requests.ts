import { z } from 'zod';
import { profileSchema } from './connections/connection';
import { inspectionSchema, inspectTiers } from './pages/inspection';
import { jobChangeSchema, jobIdSchema, jobNameSchema } from './jobs/job';
import { migrateOptionsSchema } from './runs/migrate';
import { readingChoicesSchema } from './commands/input';
import { keepSchema } from './jobs/keep';
import {
  comparisonOptionsSchema,
  dumpOptionsSchema,
  loadOptionsSchema,
  pathHandleSchema,
  profileIdSchema,
  threadsSchema,
} from './runs/options';
import { accountPurposes } from './connections/privileges';
import { outputExtensions } from './dump-output';
import { scheduleWishSchema } from './jobs/schedule';
import { settingsChangeSchema } from './settings';

/** A password the user typed now; null where the stored one, or none, is to be used. */
const passwordSchema = z.string().max(1024).nullable();

/** One table and where its figures are to come from; `auto` is the source that tells most. */
const inspectTableSchema = z.object({
  profileId: profileIdSchema,
  schema: z.string().min(1).max(64),
  table: z.string().min(1).max(64),
  tier: z.enum(['auto', ...inspectTiers]),
});

/** A table by its names in a dump. */
const tablePlaceSchema = z.object({ schema: z.string().max(64), table: z.string().max(64) });
/** A dump, and the way in which its files of values are read. */
const readingSchema = z.object({ folder: pathHandleSchema, input: readingChoicesSchema.optional() });

const loadRequestSchema = z.object({
  profileId: profileIdSchema,
  folder: pathHandleSchema,
  options: loadOptionsSchema.extend({ input: readingChoicesSchema.optional() }),
});

/** A migration between two saved connections. */
const migrationSchema = z.object({
  sourceProfileId: profileIdSchema,
  targetProfileId: profileIdSchema,
  options: migrateOptionsSchema,
});

/** A certificate: that of a dump, or of the run that wrote it. */
const certificateOfSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dump'), folder: pathHandleSchema }),
  z.object({ kind: z.literal('run'), runId: z.string().max(64) }),
]);

/** A name for a file that is saved; where it goes is asked by main. */
const fileNameSchema = z.string().min(1).max(160);

/** A picture as base64 of a PNG, at most some 24 MB of it. */
const pngSchema = z
  .string()
  .max(32_000_000)
  .regex(/^[A-Za-z0-9+/]+=*$/);

/** A screen's set-up, to be saved as a job. */
const jobWorkSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dump'),
    profileId: profileIdSchema,
    folder: pathHandleSchema,
    options: dumpOptionsSchema,
  }),
  loadRequestSchema.extend({ kind: z.literal('load') }),
  migrationSchema.extend({ kind: z.literal('migrate') }),
]);

const comparisonSchema = z.object({
  profileId: profileIdSchema,
  folder: pathHandleSchema,
  options: comparisonOptionsSchema.extend({ input: readingChoicesSchema.optional() }),
});

/** The schemas of every request's argument; `Answers` in channels.ts gives the matching answers. */
export const requestSchemas = {
  'app/info': z.null(),
  /** Puts a text into the clipboard. */
  'app/licences': z.null(),
  'app/copy': z.object({ text: z.string().max(1_000_000) }),
  'settings/read': z.null(),
  'settings/change': settingsChangeSchema,
  /** Asks for the folder in which dumps are created; null when the user cancels. */
  'settings/choose-folder': z.null(),
  /** Puts dumps where they go by default again. */
  'settings/reset-folder': z.null(),
  'profiles/list': z.null(),
  'profiles/save': z.object({ profile: profileSchema, password: passwordSchema }),
  'profiles/remove': z.object({ profileId: profileIdSchema }),
  'profiles/test': z.object({ profile: profileSchema, password: passwordSchema }),
  /** The statements that make an account for one kind of job and no more; nothing is changed. Empty: all schemas. */
  'profiles/grants': z.object({
    profile: profileSchema,
    password: passwordSchema,
    purpose: z.enum(accountPurposes),
    schemas: z.array(z.string().min(1).max(64)).max(1000),
  }),
  /** Reason why no password can be kept in the keychain here; null where it can. */
  'profiles/keychain': z.null(),
  /** Signs in with what is known, and out again; where the server refuses, the user is asked for the password. */
  'profiles/sign-in': z.object({ profileId: profileIdSchema }),
  /** Keeps a password where the connection has it, after the user was asked for it. */
  'profiles/unlock': z.object({ profileId: profileIdSchema, password: z.string().max(1024) }),
  /** Asks for a file that a connection names; null when the user thinks better of it. */
  'profiles/choose-file': z.object({ purpose: z.enum(['certificate', 'ssh-key']) }),
  /** Asks for another program's file and reads its connections; null when the user thinks better of it. */
  'profiles/import-open': z.null(),
  /** Saves these of the file that was opened last. */
  'profiles/import-take': z.object({
    profileIds: z.array(profileIdSchema).max(10_000),
    /** True to keep their passwords too, as if they were typed. */
    withPasswords: z.boolean(),
  }),
  /** Asks where to; the answer says whether it was saved. No secret is among what is. */
  'profiles/export': z.null(),
  'practice/list': z.null(),
  'practice/start': z.object({ vendor: z.enum(['mysql', 'mariadb']) }),
  'practice/stop': z.object({ vendor: z.enum(['mysql', 'mariadb']) }),
  'catalog/tree': z.object({ profileId: profileIdSchema }),
  'catalog/accounts': z.object({ profileId: profileIdSchema }),
  /** Place of a new dump: a folder, or a file whose name begins with that of the suggested place. */
  'folders/choose-output': z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('folder') }),
    z.object({
      kind: z.literal('file'),
      extension: z.enum(outputExtensions),
      suggested: pathHandleSchema.nullable(),
    }),
  ]),
  'folders/choose-dump': z.null(),
  /** A dump that is one file. */
  'folders/choose-script': z.null(),
  /** A fresh folder or file under the default place for dumps, named after the schemas and the time. */
  'folders/suggest-output': z.object({
    name: z.string().min(1).max(120),
    extension: z.enum(outputExtensions),
  }),
  /** The newest finished dumps in the folder for dumps. */
  'folders/list-dumps': z.null(),
  'folders/reveal': z.object({ handle: pathHandleSchema }),
  /** `madeAt`: time of the dump, in ms: an older proof is another dump’s. */
  'folders/proof': z.object({ handle: pathHandleSchema, madeAt: z.number() }),
  /** Restores a dump into a server that is started for this, and writes a certificate beside it. */
  'proof/start': readingSchema.extend({ threads: threadsSchema }),
  /** The certificate beside a dump, or the one that a proof has written. */
  'proof/certificate': certificateOfSchema,
  'proof/reveal': certificateOfSchema,
  'dump/preflight': z.object({ profileId: profileIdSchema, options: dumpOptionsSchema }),
  /** Ends the preflights that are under way; they are refused as cancelled. */
  'dump/cancel-preflight': z.null(),
  /** Estimates the size of its files; `dataBytes` is the size of the selected data by the server's statistics. */
  'dump/expected-size': z.object({
    profileId: profileIdSchema,
    options: dumpOptionsSchema,
    dataBytes: z.number().nonnegative(),
  }),
  /** The command line that does exactly what 'dump/start' would; it holds no secret. */
  'dump/command': z.object({
    profileId: profileIdSchema,
    folder: pathHandleSchema,
    options: dumpOptionsSchema,
  }),
  'dump/start': z.object({
    profileId: profileIdSchema,
    folder: pathHandleSchema,
    options: dumpOptionsSchema,
  }),
  /** Says what a dump is by its first bytes, while 'load/summary' reads all of it. */
  'load/glimpse': z.object({ folder: pathHandleSchema }),
  'load/summary': readingSchema,
  'load/first-rows': readingSchema.extend(tablePlaceSchema.shape),
  /** Reads CSV and TSV files; `shown`: the table whose first rows are wanted, null for the first one. */
  'load/read-values': readingSchema.extend({ shown: tablePlaceSchema.nullable() }),
  /** Plans a 'load/start', with all blockers; nothing is touched. Ends the plan that is in progress. */
  'load/plan': loadRequestSchema,
  /** Ends the plan that is being worked out, if any; it is refused as cancelled. */
  'load/cancel-plan': z.null(),
  /** The command line that does exactly what 'load/start' would; it holds no secret. */
  'load/command': loadRequestSchema,
  'load/start': loadRequestSchema,
  /** Plans a migration, with all blockers; ends the plan that is in progress. */
  'migrate/plan': migrationSchema,
  'migrate/cancel-plan': z.null(),
  /** The command line that does exactly what 'migrate/start' would; it holds no secret. */
  'migrate/command': migrationSchema,
  'migrate/start': migrationSchema,
  'verify/start': readingSchema,
  /** Compares a server with a dump; nothing is changed on either. */
  'verify/compare': comparisonSchema,
  /** The command line that does exactly what 'verify/compare' would; it holds no secret. */
  'verify/compare-command': comparisonSchema,
  /** Server settings that killed loads have left changed. */
  'left-settings/list': z.null(),
  /** Puts one server's back, over the saved connection that it was named by. */
  'left-settings/restore': z.object({ id: z.string().max(64) }),
  'inspect/table': inspectTableSchema,
  /** The same inspection with its pictures. `lockRows`: rows may be locked briefly to find the order of the leaves. */
  'inspect/picture': inspectTableSchema.extend({ lockRows: z.boolean() }),
  /** Asks for an .ibd file; it is read by its handle. */
  'inspect/choose-file': z.null(),
  'inspect/file': z.object({ file: pathHandleSchema }),
  /** Ends the running inspections; they fail as cancelled. */
  'inspect/cancel': z.null(),
  /** Asks for an inspection that was kept as a file, and reads it. */
  'inspect/open': z.null(),
  /** Ask where to, and save there; the answer says whether that was done. */
  'inspect/save': z.object({ name: fileNameSchema, inspection: inspectionSchema }),
  'inspect/save-picture': z.object({ name: fileNameSchema, png: pngSchema }),
  'runs/list': z.null(),
  'runs/view': z.object({ runId: z.string().max(64) }),
  'runs/pause': z.object({ runId: z.string().max(64) }),
  'runs/resume': z.object({ runId: z.string().max(64) }),
  'runs/cancel': z.object({ runId: z.string().max(64) }),
  'runs/set-threads': z.object({ runId: z.string().max(64), threads: threadsSchema }),
  'runs/folder': z.object({ runId: z.string().max(64) }),
  /** Ask where to, and save there what the run came to: as a page, or as JSON where the name ends so. */
  'runs/save-report': z.object({ runId: z.string().max(64) }),
  'history/list': z.null(),
  'history/result': z.object({ runId: z.string().max(64) }),
  'history/timeline': z.object({ runId: z.string().max(64) }),
  /** Does a dump or a verification again; a dump goes into a new folder beside the last one. */
  'history/repeat': z.object({ runId: z.string().max(64) }),
  /** A load is set up again instead, for it changes its target. */
  'history/load-draft': z.object({ runId: z.string().max(64) }),
  /** A migration is set up again too. */
  'history/migrate-draft': z.object({ runId: z.string().max(64) }),
  /** Removes what an unfinished load or migration has created on its target. */
  'history/roll-back': z.object({
    runId: z.string().max(64),
    confirmedTarget: z.string().max(256).optional(),
  }),
  'jobs/list': z.null(),
  /** Saves a set-up under a name. The folder of a dump is the pattern of the job's folders. */
  'jobs/add': z.object({
    name: jobNameSchema,
    keep: keepSchema,
    work: jobWorkSchema,
  }),
  'jobs/change': z.object({ jobId: jobIdSchema, change: jobChangeSchema }),
  'jobs/duplicate': z.object({ jobId: jobIdSchema }),
  'jobs/remove': z.object({ jobId: jobIdSchema }),
  'jobs/run': z.object({ jobId: jobIdSchema }),
  /** Draft of a load job whose target must be confirmed by name, for the load screen. */
  'jobs/load-draft': z.object({ jobId: jobIdSchema }),
  /** A migration is set up again too. */
  'jobs/migrate-draft': z.object({ jobId: jobIdSchema }),
  /** The existing dumps of a job, newest first. */
  'jobs/dumps': z.object({ jobId: jobIdSchema }),
  /** The jobs that this machine runs by itself. */
  'jobs/schedules': z.null(),
  /** The text that would be written to schedule a job, with the place of each part. */
  'jobs/schedule-preview': z.object({ jobId: jobIdSchema, wish: scheduleWishSchema }),
  /** Writes just that. */
  'jobs/schedule': z.object({ jobId: jobIdSchema, wish: scheduleWishSchema }),
  'jobs/unschedule': z.object({ jobId: jobIdSchema }),
  /** Asks for the option file that holds a password; null when the user thinks better of it. */
  'jobs/choose-option-file': z.null(),
  /** Asks where to; the answer says whether it was saved. */
  'jobs/export': z.object({ jobId: jobIdSchema }),
  /** Asks for a file; null when the user thinks better of it. */
  'jobs/import': z.null(),
} as const;

export type RequestName = keyof typeof requestSchemas;
export type RequestArgument<N extends RequestName> = z.infer<(typeof requestSchemas)[N]>;
