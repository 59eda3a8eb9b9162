import type { ControlSession } from '../catalog/session/control-session';
import type { Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import { failureOf } from '../engine/failures';
import type { DumpFolder } from '../format/read/dump';
import { assertAppendable } from './existing/append';
import { assertSameMembers } from './existing/enum-members';
import { assertTablesThere } from './existing/missing-tables';
import { assertTablesFit } from './existing/table-definitions';
import { assertJournalPossible, assertNoneUnfinished } from './journal/find-unfinished';
import { assertNamesDistinct } from './names/namesakes';
import { assertRenamable } from './names/rename-check';
import { assertNoneIsOfServer } from './own-schemas';
import { assertNoBlockers, assertNoForeignTriggers, assertTriggersFree } from './preflight';
import { assertMayReplace } from './privileges';
import { SeveralFailures } from './several-failures';
import { assertKeysPresent } from './tables/primary-keys';
import type { TargetSchema } from './target-schema';

/** Refuses a run before it touches its target. Fails with what is in the way, and the remedy. */
export type Check<Context> = (context: Context) => void | Promise<void>;

/** A run and the server that it is to fill. */
export interface PlannedRun {
  readonly session: ControlSession;
  /** Dump after selection, under the target's names. */
  readonly dump: DumpFolder;
  readonly options: LoadOptions;
}

export interface PlannedTarget extends PlannedRun {
  readonly targets: readonly TargetSchema[];
}

/**
 * Checks of every run that fills a target, loads and migrations alike, in their order; the dry run collects the failures
 * of all of them. A new check is its own file and a line here.
 */
export const RUN_CHECKS: readonly Check<PlannedRun>[] = [
  ({ session, dump, options }) => assertNoneUnfinished(session, dump, options),
  ({ session, dump, options }) => assertJournalPossible(session, dump, options),
  ({ session, dump, options }) => assertNamesDistinct(session, dump, options),
];

/** Checks that need the objects of the target's schemas. */
export const TARGET_CHECKS: readonly Check<PlannedTarget>[] = [
  ({ targets }) => {
    assertNoneIsOfServer(targets);
  },
  ({ session, targets, options }) => assertMayReplace(session, targets, options),
  ({ targets, dump, options }) => assertNoBlockers(targets, dump, options),
  ({ targets }) => assertTriggersFree(targets),
  ({ targets, dump, options }) => assertNoForeignTriggers(targets, dump, options),
  ({ targets, dump, options }) => {
    assertTablesThere(targets, dump, options);
  },
  ({ session, targets, dump, options }) => assertAppendable(session, targets, dump, options),
  ({ session, targets, dump, options }) => assertSameMembers(session, targets, dump, options),
  ({ session, targets, dump, options }) => assertTablesFit(session, targets, dump, options),
  ({ session, targets, dump, options }) => assertKeysPresent(session, targets, dump, options),
  ({ dump, options }) => assertRenamable(dump, options),
];

/** Runs the checks in their order; fails with the first failure. */
export async function passChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<void> {
  for (const check of checks) await check(context);
}

/** Runs all checks and collects their failures; a failed check does not stop the later ones. */
export async function collectFailures<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const check of checks) {
    try {
      await check(context);
    } catch (error) {
      failures.push(...(error instanceof SeveralFailures ? error.each : [failureOf(error)]));
    }
  }
  return failures;
}
