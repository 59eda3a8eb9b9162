import type { CatalogTree } from './catalog';
import type { LeftServer, RestoredServer } from './connections/changed-server';
import type { ConnectionTest, KeychainLack, Profile } from './connections/connection';
import type { DumpSummary, FirstRows, ValuesReading } from './runs/dump-folder';
import type { Failure } from './failure';
import type { CertificateView, DumpProof } from './proof/certificate';
import type { FileChoice, FolderChoice, FoundDump } from './runs/folder-choice';
import type { HistoryEntry, HistoryResult, RunTimeline } from './runs/history';
import type { ImportPreview } from './connections/import';
import type { Inspection } from './pages/inspection';
import type { Job, JobDump } from './jobs/job';
import type { LoadPlan } from './runs/load-plan';
import type { MigrateDraft, MigrationPlan } from './runs/migrate';
import type { LoadOptions } from './runs/options';
import type { PicturedInspection } from './pages/page-picture';
import type { PracticeServer } from './connections/practice';
import type { RequestArgument, RequestName } from './requests';
import type { RunHeader, RunUpdate, RunView } from './runs/run';
import type { ScheduleList } from './jobs/schedule';
import type { ShownSettings } from './settings';

/** Facts about the program itself, for the about box and the banner. */
export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  readonly engine: string;
  /** True on the Electron that only package registries carry: for evaluation only. */
  readonly oldRuntime: boolean;
  readonly cores: number;
}

/** Result of a dump's preflight, before anything is locked. */
export interface DumpPreflight {
  /** The included and excluded objects, in sentences. */
  readonly scope: string;
  /** The way the dump becomes consistent, as one sentence. */
  readonly sentence: string;
  readonly mode: 'backup-lock' | 'backup-stage' | 'read-lock' | 'table-locks' | 'none';
  /** The grant that would allow a better mode; empty where there is none. */
  readonly better: string;
  readonly warnings: readonly Failure[];
}

/** Expected size of a dump on disk, estimated from an earlier one with the same compression. */
export interface ExpectedSize {
  readonly bytes: number;
  /**
   * `same`: size of that dump of the same objects. `server`: the data now, scaled by the compression of other objects
   * of the server.
   */
  readonly basis: 'same' | 'server';
  /** Start of the earlier dump, in ms since the epoch. */
  readonly startedAt: number;
}

/** A load's earlier set-up, which the load screen starts with. */
export interface LoadDraft {
  readonly profileId: string;
  readonly folder: FolderChoice;
  readonly options: Omit<LoadOptions, 'confirmedTarget'>;
}

/** The answer to each request. Every request may instead be refused with a {@link Failure}. */
export interface Answers {
  'app/info': AppInfo;
  /** The licences of all parts of Sluice, as one text. */
  'app/licences': string;
  'app/copy': null;
  'settings/read': ShownSettings;
  'settings/change': ShownSettings;
  'settings/choose-folder': ShownSettings | null;
  'settings/reset-folder': ShownSettings;
  'profiles/list': readonly Profile[];
  'profiles/save': Profile;
  'profiles/remove': null;
  'profiles/test': ConnectionTest;
  'profiles/grants': readonly string[];
  'profiles/keychain': KeychainLack | null;
  'profiles/sign-in': null;
  'profiles/unlock': null;
  'profiles/choose-file': string | null;
  'profiles/import-open': ImportPreview | null;
  'profiles/import-take': null;
  'profiles/export': boolean;
  'practice/list': readonly PracticeServer[];
  'practice/start': null;
  'practice/stop': null;
  'catalog/tree': CatalogTree;
  /** Accounts and roles as `user@host`, without the server's own. */
  'catalog/accounts': readonly string[];
  'folders/choose-output': FolderChoice | null;
  'folders/choose-dump': FolderChoice | null;
  'folders/choose-script': FolderChoice | null;
  'folders/suggest-output': FolderChoice;
  'folders/list-dumps': readonly FoundDump[];
  'folders/reveal': null;
  /** The proof of a dump by the certificate beside it. */
  'folders/proof': DumpProof | null;
  'proof/start': RunHeader;
  'proof/certificate': CertificateView;
  'proof/reveal': null;
  'dump/preflight': DumpPreflight;
  'dump/cancel-preflight': null;
  /** Null where there is no earlier dump to estimate from. */
  'dump/expected-size': ExpectedSize | null;
  'dump/command': string;
  'dump/start': RunHeader;
  /** A sentence; null where the summary comes as soon. */
  'load/glimpse': string | null;
  'load/summary': DumpSummary;
  'load/first-rows': FirstRows;
  'load/read-values': ValuesReading;
  'load/plan': LoadPlan;
  'load/cancel-plan': null;
  'load/command': string;
  'load/start': RunHeader;
  'migrate/plan': MigrationPlan;
  'migrate/cancel-plan': null;
  'migrate/command': string;
  'migrate/start': RunHeader;
  'verify/start': RunHeader;
  'verify/compare': RunHeader;
  'verify/compare-command': string;
  'left-settings/list': readonly LeftServer[];
  'left-settings/restore': RestoredServer;
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
  /** True if it was saved. */
  'runs/save-report': boolean;
  /** Newest first. */
  'history/list': readonly HistoryEntry[];
  'history/result': HistoryResult;
  /** Null for a run of which none was kept. */
  'history/timeline': RunTimeline | null;
  'history/repeat': RunHeader;
  'history/load-draft': LoadDraft;
  'history/migrate-draft': MigrateDraft;
  'history/roll-back': RunHeader;
  'jobs/list': readonly Job[];
  'jobs/add': null;
  'jobs/change': null;
  'jobs/duplicate': null;
  'jobs/remove': null;
  'jobs/run': RunHeader;
  'jobs/load-draft': LoadDraft;
  'jobs/migrate-draft': MigrateDraft;
  'jobs/dumps': readonly JobDump[];
  'jobs/schedules': ScheduleList;
  'jobs/schedule-preview': string;
  'jobs/schedule': null;
  'jobs/unschedule': null;
  'jobs/choose-option-file': FileChoice | null;
  'jobs/export': boolean;
  /** The name that the job has here. */
  'jobs/import': string | null;
}

/** The answer of a request as it crosses: a refusal is data, so that its fields survive the crossing. */
export type Reply<N extends RequestName> =
  | { readonly kind: 'ok'; readonly value: Answers[N] }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Notices that main sends to the window unasked. */
export interface Notices {
  'runs/update': RunUpdate;
  /** A run that the user asked to see from outside the window. */
  'runs/show': { readonly runId: string };
  /** Runs that the last crash or kill cut off; each is reported once. */
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
  | 'new-migration'
  | 'show-inspect'
  | 'show-runs'
  | 'show-history'
  | 'show-jobs'
  | 'show-settings'
  | 'toggle-theme'
  | 'command-palette';

/** The interface that the preload script exposes as `window.sluice`: verbs, never `ipcRenderer`. */
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
