import type { Failure } from '../failure';

/** The changes that a load would make on its target, found out without touching it. */
export interface LoadPlan {
  /** The target's own version text. */
  readonly target: string;
  /** The program that wrote the dump, and the version of its source; null where that is not recorded. */
  readonly tool: string;
  readonly source: string | null;
  /** The included and excluded objects, in sentences. */
  readonly scope: string;
  /**
   * Number of tables whose rows are not written yet, for a dump that is being followed (their figures are estimates);
   * null for others.
   */
  readonly stillToCome: number | null;
  readonly threads: number;
  /** Writing of the loaded rows to the target's binary log. */
  readonly binlog: 'on' | 'off';
  /** Safeguards that the server switches off while the load runs, a sentence each; all are restored at its end. */
  readonly speedUps: readonly string[];
  /** The statement by which the loaded target would follow the dump's source; null where its position is unknown. */
  readonly replicationStart: string | null;
  /** The statement by which the target takes over the dump's GTID set; null where it was not asked to, or can't. */
  readonly gtid: string | null;
  /** Reason why rows are not loaded by LOAD DATA; null where they are. */
  readonly methodReason: string | null;
  readonly schemas: readonly PlannedSchema[];
  /** In the order in which the lanes take them: the biggest first. */
  readonly tables: readonly PlannedTable[];
  /** The order of work, one sentence for each step. */
  readonly steps: readonly string[];
  /** Statements of the dump that create with the privileges of somebody else than the loading account. */
  readonly definers: readonly PlannedDefiner[];
  /** Statements of the dump that don't create its objects: each is executed unchanged. */
  readonly otherStatements: readonly { readonly file: string; readonly statement: string }[];
  /** Accounts of the dump, with the planned action for each. */
  readonly accounts: readonly PlannedAccount[];
  /** Changes to its definitions by the rules that are switched on. */
  readonly changes: readonly Failure[];
  /** Reason why its definitions were not tried on the target, as a sentence; null where they were. */
  readonly notTried: string | null;
  /** Objects of its source that the dump does not hold. */
  readonly lacks: readonly Failure[];
  /**
   * Objects of the target that have the names of the dump's, with the planned action for each; tables are listed above.
   */
  readonly existing?: readonly PlannedExisting[];
  /** The conflicts that would stop the load; empty where it could begin. */
  readonly conflicts: readonly Failure[];
  readonly totals: {
    /** Null where the dump does not record it for every table. */
    readonly rows: number | null;
    readonly bytes: number | null;
    readonly storedBytes: number;
    /** Server time for building the deferred indexes, in seconds. */
    readonly indexSeconds: number;
  };
}

/**
 * `replace`: its definition is recorded, and it is replaced; `keep`: it is kept unchanged; `drop`: it is dropped with
 * its table; `refuse`: it stops the load.
 */
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
 * `create`: new; `replace`: dropped and created again; `empty`: emptied and filled; `append`: its rows are kept and the
 * dump's are added; `fill`: exists without rows; `refuse`: exists and the load is not to change it.
 */
export type PlannedAction = 'create' | 'replace' | 'empty' | 'append' | 'fill' | 'skip' | 'refuse';

export type PlannedTable = {
  /** On the target. */
  readonly schema: string;
  readonly table: string;
  /** Its name in the dump, where that is another one. */
  readonly renamedFrom: string | null;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly chunks: number;
} & (FilledTable | SkippedTable | RefusedTable);

/** A table that receives rows. */
interface FilledTable {
  readonly action: Exclude<PlannedAction, 'skip' | 'refuse'>;
  /** The most that may work on it at once, and why fewer than there are; null where there is nothing to say. */
  readonly lanes: number;
  readonly lanesReason: string | null;
  /** Order in which its rows are loaded, where they come in another one than that of the primary key; else null. */
  readonly orderReason: string | null;
  /** Names of the indexes that are built after the rows, and why these. */
  readonly deferredIndexes: readonly string[];
  readonly indexReason: string;
  readonly foreignKeys: number;
}

/** Returns whether a table receives rows. */
export function isFilled(table: PlannedTable): table is Extract<PlannedTable, FilledTable> {
  return table.action !== 'skip' && table.action !== 'refuse';
}

interface SkippedTable {
  readonly action: 'skip';
}

interface RefusedTable {
  readonly action: 'refuse';
  readonly reason: string;
}

/**
 * `same` and `keep`: it exists, identical or different, and is kept unchanged; `leave-out`: the load was not asked for
 * it.
 */
export type PlannedAccount = {
  /** `'user'@'host'` */
  readonly account: string;
} & (
  | {
      readonly action: 'create' | 'same' | 'keep';
      /** Grants that the target can't have, each with the reason. */
      readonly leftOut: readonly string[];
    }
  | { readonly action: 'leave-out' }
);

export interface PlannedDefiner {
  readonly file: string;
  /** Such as `VIEW open_orders`. */
  readonly object: string;
  /** `user@host` */
  readonly account: string;
}
