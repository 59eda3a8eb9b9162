import { z } from 'zod';
import type { HistoryState } from '../runs/history';
import { threadsSchema } from '../runs/options';
import type { DumpProof } from '../proof/certificate';
import { countSchema, keepSchema, type Keep } from './keep';

export const jobIdSchema = z.string().regex(/^[0-9a-f]{16}$/);
export const jobNameSchema = z.string().trim().min(1).max(80);

/** A saved set-up, as the window shows it. */
export interface Job {
  readonly id: string;
  readonly name: string;
  readonly kind: 'dump' | 'load' | 'migrate' | 'verify';
  /** The target, for a migration; null for a verification of files alone. */
  readonly server: string | null;
  /** Null where the job came from another machine and its connection is not saved here. */
  readonly profileId: string | null;
  /** The server that a migration reads; null for a dump or a load. */
  readonly source: { readonly server: string; readonly profileId: string | null } | null;
  /**
   * The pattern that a dump's folders are named by, or the one folder that a load reads. Null for a migration. For
   * display only.
   */
  readonly folder: string | null;
  /** The selected objects in a few words: "shop, crm.orders". */
  readonly what: string;
  readonly threads: number;
  /** True if it refuses to start where the account can’t read all of it; null for a load, which has no such choice. */
  readonly requireComplete: boolean | null;
  readonly keep: Keep;
  /** Number of dumps of which one is proved by restoring it; null for none. */
  readonly proveEvery: number | null;
  readonly last: {
    readonly runId: string;
    readonly state: HistoryState;
    readonly startedAt: number;
    /** Its first error, in one sentence. */
    readonly problem: string | null;
    /** True if its dump stands for no older one: nothing was taken, or the account could not read all that was selected. */
    readonly isPartial: boolean;
  } | null;
}

/** A folder that a job wrote, and whether the next successful dump of the job would remove it. */
export interface JobDump {
  readonly folder: string;
  readonly madeAt: number;
  /** True if nothing was taken, or the account could not read all that was selected: it stands for no older dump. */
  readonly isPartial: boolean;
  readonly goesNext: boolean;
  /** Its proof by a restore; null where it has none. */
  readonly proof: DumpProof | null;
}

/** Number of a job’s dumps of which one is proved. */
export const proveEverySchema = countSchema;

/** The changeable parts of a job; its selection is set up on the screen that it was saved on. */
export const jobChangeSchema = z.object({
  name: jobNameSchema,
  threads: threadsSchema,
  keep: keepSchema,
  /** Null keeps the present choice. */
  requireComplete: z.boolean().nullable().default(null),
});
export type JobChange = z.infer<typeof jobChangeSchema>;
