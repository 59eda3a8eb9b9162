import { z } from 'zod';
import type { CatalogTree } from './catalog';
import { profileSchema, type ConnectionTest, type Profile } from './connection';
import type { DumpSummary, FirstRows } from './dump-folder';
import type { Failure } from './failure';
import { inspectionSchema, inspectTiers, type Inspection } from './inspection';
import type { HistoryEntry, HistoryResult } from './history';
import { jobChangeSchema, jobIdSchema, jobNameSchema, keepSchema, type Job, type JobDump } from './job';
import {
  dumpOptionsSchema,
  loadOptionsSchema,
  pathHandleSchema,
  profileIdSchema,
  threadsSchema,
  type LoadOptions,
} from './options';
import type { PicturedInspection } from './page-picture';
import type { RunHeader, RunUpdate, RunView } from './run';

/** What the about box and the banner say of the program itself. */
export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  readonly engine: string;
  /** True on the Electron that only package registries carry: for evaluation only. */
  readonly oldRuntime: boolean;
  readonly cores: number;
}

/** A practice server, as the first screen shows it. */
export interface PracticeServer {
  readonly vendor: 'mysql' | 'mariadb';
  readonly state: 'not-installed' | 'stopped' | 'starting' | 'running' | 'failed';
  /** What it is doing while it starts ("Making the shop schema: 120,000 orders"), or why it failed. */
  readonly detail: string;
  readonly profileId: string;
}

/** A folder behind its opaque handle. */
export interface FolderChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
  readonly empty: boolean;
  readonly freeBytes: number | null;
}

/** A tablespace file behind its opaque handle. */
export interface FileChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
}

/** What the preflight of a dump tells before anything is locked. */
export interface DumpPreflight {
  /** How the dump will be consistent, as one sentence. */
  readonly sentence: string;
  readonly mode: 'backup-lock' | 'backup-stage' | 'read-lock' | 'table-locks' | 'none';
  /** Which grant would give a better mode; empty where nothing is better. */
  readonly better: string;
  readonly warnings: readonly Failure[];
}

/** A load as it was set up before, for the load screen to begin with. */
export interface LoadDraft {
  readonly profileId: string;
  readonly folder: FolderChoice;
  readonly options: Omit<LoadOptions, 'confirmedTarget'>;
}

/** A connection in another program's file, before anything of it is taken over. No secret of it comes here. */
export interface ImportRow {
  readonly profile: Profile;
  readonly hasPassword: boolean;
  /** The saved connection to the same server and account; null where there is none. */
  readonly duplicateOf: string | null;
  /** What could not be taken over as it was. */
  readonly notes: readonly string[];
}

export interface ImportPreview {
  /** For display only. */
  readonly file: string;
  readonly kind: string;
  readonly rows: readonly ImportRow[];
  /** What was left out, each with the reason. */
  readonly left: readonly string[];
}

/** A password the user typed now; null where the stored one, or none, is to be used. */
const passwordSchema = z.string().max(1024).nullable();

/** One table and where its figures are to come from; `auto` is the source that tells most. */
const inspectTableSchema = z.object({
  profileId: profileIdSchema,
  schema: z.string().min(1).max(64),
  table: z.string().min(1).max(64),
  tier: z.enum(['auto', ...inspectTiers]),
});

/** A name for a file that is saved; where it goes is asked by main. */
const fileNameSchema = z.string().min(1).max(160);

/** A picture as base64 of a PNG, at most some 24 MB of it. */
const pngSchema = z
  .string()
  .max(32_000_000)
  .regex(/^[A-Za-z0-9+/]+=*$/);

/** The schemas of every request's argument; {@link Requests} gives the matching answers. */
export const requestSchemas = {
  'app/info': z.null(),
  /** Puts a text into the clipboard. */
  'app/copy': z.object({ text: z.string().max(1_000_000) }),
  'profiles/list': z.null(),
  'profiles/save': z.object({ profile: profileSchema, password: passwordSchema }),
  'profiles/remove': z.object({ profileId: profileIdSchema }),
  'profiles/test': z.object({ profile: profileSchema, password: passwordSchema }),
  /** Keeps a password in memory until the app ends, after the user was asked for it. */
  'profiles/unlock': z.object({ profileId: profileIdSchema, password: z.string().max(1024) }),
  /** Asks for a file that a connection names; null when the user thinks better of it. */
  'profiles/choose-file': z.object({ purpose: z.enum(['certificate', 'ssh-key']) }),
  /** Asks for another program's file and reads its connections; null when the user thinks better of it. */
  'profiles/import-open': z.null(),
  /** Saves these of the file that was opened last. */
  'profiles/import-take': z.object({
    profileIds: z.array(profileIdSchema).max(10_000),
    /** Whether their passwords are kept too, as if they were typed. */
    withPasswords: z.boolean(),
  }),
  /** Asks where to; the answer says whether it was saved. No secret is among what is. */
  'profiles/export': z.null(),
  'practice/list': z.null(),
  'practice/start': z.object({ vendor: z.enum(['mysql', 'mariadb']) }),
  'practice/stop': z.object({ vendor: z.enum(['mysql', 'mariadb']) }),
  'catalog/tree': z.object({ profileId: profileIdSchema }),
  'folders/choose-output': z.null(),
  'folders/choose-dump': z.null(),
  /** A fresh folder under the default place for dumps, named after the schemas and the time. */
  'folders/suggest-output': z.object({ name: z.string().min(1).max(120) }),
  'folders/reveal': z.object({ handle: pathHandleSchema }),
  'dump/preflight': z.object({ profileId: profileIdSchema, options: dumpOptionsSchema }),
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
  'load/summary': z.object({ folder: pathHandleSchema }),
  'load/first-rows': z.object({
    folder: pathHandleSchema,
    schema: z.string().max(64),
    table: z.string().max(64),
  }),
  'load/start': z.object({
    profileId: profileIdSchema,
    folder: pathHandleSchema,
    options: loadOptionsSchema,
  }),
  'verify/start': z.object({ folder: pathHandleSchema }),
  'inspect/table': inspectTableSchema,
  /** The same with its pictures. `lockRows`: rows may be locked for a moment to find the order of the leaves. */
  'inspect/picture': inspectTableSchema.extend({ lockRows: z.boolean() }),
  /** Asks for an .ibd file; it is read by its handle. */
  'inspect/choose-file': z.null(),
  'inspect/file': z.object({ file: pathHandleSchema }),
  /** Ends the inspections that go on; they are refused as cancelled. */
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
  /** Does a dump or a verification again; a dump goes into a new folder beside the last one. */
  'history/repeat': z.object({ runId: z.string().max(64) }),
  /** A load is set up again instead, for it changes its target. */
  'history/load-draft': z.object({ runId: z.string().max(64) }),
  'jobs/list': z.null(),
  /** Saves a set-up under a name. The folder of a dump is the pattern of the job's folders. */
  'jobs/add': z.object({
    name: jobNameSchema,
    keep: keepSchema,
    profileId: profileIdSchema,
    folder: pathHandleSchema,
    work: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('dump'), options: dumpOptionsSchema }),
      z.object({ kind: z.literal('load'), options: loadOptionsSchema }),
    ]),
  }),
  'jobs/change': z.object({ jobId: jobIdSchema, change: jobChangeSchema }),
  'jobs/duplicate': z.object({ jobId: jobIdSchema }),
  'jobs/remove': z.object({ jobId: jobIdSchema }),
  'jobs/run': z.object({ jobId: jobIdSchema }),
  /** A load job whose target wants its name typed is looked at again on the load screen. */
  'jobs/load-draft': z.object({ jobId: jobIdSchema }),
  /** The dumps that a job made and that are still there, newest first. */
  'jobs/dumps': z.object({ jobId: jobIdSchema }),
  /** Asks where to; the answer says whether it was saved. */
  'jobs/export': z.object({ jobId: jobIdSchema }),
  /** Asks for a file; null when the user thinks better of it. */
  'jobs/import': z.null(),
} as const;

export type RequestName = keyof typeof requestSchemas;
export type RequestArgument<N extends RequestName> = z.infer<(typeof requestSchemas)[N]>;

/** What each request answers. Every request may instead be refused with a {@link Failure}. */
export interface Answers {
  'app/info': AppInfo;
  'app/copy': null;
  'profiles/list': readonly Profile[];
  'profiles/save': Profile;
  'profiles/remove': null;
  'profiles/test': ConnectionTest;
  'profiles/unlock': null;
  'profiles/choose-file': string | null;
  'profiles/import-open': ImportPreview | null;
  'profiles/import-take': null;
  'profiles/export': boolean;
  'practice/list': readonly PracticeServer[];
  'practice/start': null;
  'practice/stop': null;
  'catalog/tree': CatalogTree;
  'folders/choose-output': FolderChoice | null;
  'folders/choose-dump': FolderChoice | null;
  'folders/suggest-output': FolderChoice;
  'folders/reveal': null;
  'dump/preflight': DumpPreflight;
  'dump/command': string;
  'dump/start': RunHeader;
  'load/summary': DumpSummary;
  'load/first-rows': FirstRows;
  'load/start': RunHeader;
  'verify/start': RunHeader;
  'inspect/table': Inspection;
  'inspect/picture': PicturedInspection;
  'inspect/choose-file': FileChoice | null;
  'inspect/file': PicturedInspection;
  'inspect/cancel': null;
  'inspect/open': Inspection | null;
  'inspect/save': boolean;
  'inspect/save-picture': boolean;
  'runs/list': readonly RunHeader[];
  'runs/view': RunView;
  'runs/pause': null;
  'runs/resume': null;
  'runs/cancel': null;
  'runs/set-threads': null;
  /** The dump folder a run wrote or read, as a handle that 'load/summary' and 'folders/reveal' take. */
  'runs/folder': FolderChoice;
  /** Whether it was saved. */
  'runs/save-report': boolean;
  /** Newest first. */
  'history/list': readonly HistoryEntry[];
  'history/result': HistoryResult;
  'history/repeat': RunHeader;
  'history/load-draft': LoadDraft;
  'jobs/list': readonly Job[];
  'jobs/add': null;
  'jobs/change': null;
  'jobs/duplicate': null;
  'jobs/remove': null;
  'jobs/run': RunHeader;
  'jobs/load-draft': LoadDraft;
  'jobs/dumps': readonly JobDump[];
  'jobs/export': boolean;
  /** The name that the job has here. */
  'jobs/import': string | null;
}

/** The answer of a request as it crosses: a refusal is data, so that its fields survive the crossing. */
export type Reply<N extends RequestName> =
  | { readonly kind: 'ok'; readonly value: Answers[N] }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What main tells the window unasked. */
export interface Notices {
  'runs/update': RunUpdate;
  /** Runs that the last crash or kill cut off; each is told once. */
  'history/interrupted': readonly HistoryEntry[];
  'practice/changed': readonly PracticeServer[];
  /** A menu item or accelerator that the window carries out. */
  'menu/command': MenuCommand;
  /** A dump folder that was dropped on the window or named in argv. */
  'folders/opened': FolderChoice;
}
export type NoticeName = keyof Notices;

export type MenuCommand =
  | 'show-connections'
  | 'new-dump'
  | 'new-load'
  | 'show-inspect'
  | 'show-runs'
  | 'show-history'
  | 'show-jobs'
  | 'toggle-theme'
  | 'command-palette';

/** What the preload script puts on `window.sluice`: verbs, never `ipcRenderer`. */
export interface Bridge {
  request<N extends RequestName>(name: N, argument: RequestArgument<N>): Promise<Reply<N>>;
  /** Returns the function that ends the subscription. */
  subscribe<N extends NoticeName>(name: N, listener: (notice: Notices[N]) => void): () => void;
  /**
   * Turns the folder of the drop that is being handled into a handle through main; null where it holds none.
   * It takes no files: the preload saw the same drop, and passing a FileList through the bridge kills Chromium 83.
   */
  openDropped(): Promise<FolderChoice | null>;
}
