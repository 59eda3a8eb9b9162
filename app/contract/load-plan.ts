import type { Failure } from './failure';

/** What a load would do with its target, found out without touching it. */
export interface LoadPlan {
  /** The target's own version text. */
  readonly target: string;
  /** What wrote the dump, and the version of its source. */
  readonly tool: string;
  readonly source: string;
  /** What is taken in and what is left out, in sentences. */
  readonly scope: string;
  /** Of a dump that is followed: how many tables' rows are still to come, whose figures are estimates; else null. */
  readonly stillToCome: number | null;
  readonly threads: number;
  /** Whether the target's binary log hears of it. */
  readonly binlog: 'on' | 'off';
  /** What the server does less carefully while the load lasts, a sentence each; all of it is put back at its end. */
  readonly speedUps: readonly string[];
  /** The statement by which the loaded target would follow the dump's source; null where its position is unknown. */
  readonly replicationStart: string | null;
  /** The statement by which the target takes over the dump's GTID set; null where it was not asked to, or can't. */
  readonly gtid: string | null;
  /** Why rows do not go in by LOAD DATA; null where they do. */
  readonly methodReason: string | null;
  readonly schemas: readonly PlannedSchema[];
  /** In the order in which the lanes take them: the biggest first. */
  readonly tables: readonly PlannedTable[];
  /** The order of work, one sentence for each step. */
  readonly steps: readonly string[];
  /** Statements of the dump that create with the rights of somebody else than the loading account. */
  readonly definers: readonly PlannedDefiner[];
  /** Statements of the dump that do anything else than make its objects: each is run as it is. */
  readonly otherStatements: readonly { readonly file: string; readonly statement: string }[];
  /** Accounts of the dump, and what becomes of them. */
  readonly accounts: readonly PlannedAccount[];
  /** What rules that were switched on change in its definitions. */
  readonly changes: readonly Failure[];
  /** Why its definitions were not tried on the target, as a sentence; null where they were. */
  readonly notTried: string | null;
  /** Objects of its source that the dump does not hold. */
  readonly lacks: readonly Failure[];
  /** Objects that are on the target under names that the dump's have, and what becomes of each; tables stand above. */
  readonly existing?: readonly PlannedExisting[];
  /** What would stop the load; empty where it could begin. */
  readonly conflicts: readonly Failure[];
  readonly totals: {
    /** Null where the dump does not say it of every table. */
    readonly rows: number | null;
    readonly bytes: number | null;
    readonly storedBytes: number;
    /** Of server work, for building the indexes that wait for the rows. */
    readonly indexSeconds: number;
  };
}

/** `replace`: its definition is recorded, and it is replaced; `keep`: it stays as it is; `drop`: it goes with its table;
 * `refuse`: it stops the load. */
export interface PlannedExisting {
  readonly schema: string;
  readonly kind: string;
  /** On the target. */
  readonly name: string;
  readonly answer: 'replace' | 'drop' | 'keep' | 'refuse';
}

export interface PlannedSchema {
  readonly source: string;
  readonly target: string;
  readonly exists: boolean;
  readonly views: number;
  readonly routines: number;
  readonly triggers: number;
  readonly events: number;
  readonly sequences: number;
}

/**
 * `create`: new; `replace`: dropped and made anew; `empty`: emptied and filled; `append`: its rows stay and the dump's
 * come to them; `fill`: there already, without rows; `refuse`: there already, which the load is not to change.
 */
export type PlannedAction = 'create' | 'replace' | 'empty' | 'append' | 'fill' | 'skip' | 'refuse';

export interface PlannedTable {
  /** On the target. */
  readonly schema: string;
  readonly table: string;
  /** Its name in the dump, where that is another one. */
  readonly renamedFrom: string | null;
  readonly action: PlannedAction;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly chunks: number;
  /** The most that may work on it at once, and why fewer than there are; null where there is nothing to say. */
  readonly lanes: number;
  readonly lanesReason: string | null;
  /** Names of the indexes that are built after the rows, and why these. */
  readonly deferredIndexes: readonly string[];
  readonly indexReason: string;
  readonly foreignKeys: number;
}

/**
 * `same` and `keep`: it is there already, just so or in another way, and stays as it is; `leave-out`: the load was not
 * asked for it.
 */
export interface PlannedAccount {
  /** `'user'@'host'` */
  readonly account: string;
  readonly action: 'create' | 'same' | 'keep' | 'leave-out';
  /** Grants that the target can't have, each with the reason. */
  readonly leftOut: readonly string[];
}

export interface PlannedDefiner {
  readonly file: string;
  /** Such as `VIEW open_orders`. */
  readonly object: string;
  /** `user@host` */
  readonly account: string;
}
