import type { Failure } from '../contract/failure';
import { LOAD_DEFAULTS } from '../contract/runs/options';
import { failureOf } from '../engine/failures';
import type { DumpFolder } from '../format/read/dump';
import { chosenDump } from './chosen-dump';
import { withRowsToCome } from './direct';
import { planOf, type PlanRequest } from './plan';
import { refusedDefinitions, writtenFor, type Destination } from './written-for';

/** Output that a dump would be written as. */
export type PlannedOutput = PlanRequest & { readonly destination: Destination | null };

/** A dry run's findings on an output. */
export interface OutputFindings {
  /** Empty where the output could be written. */
  readonly conflicts: readonly Failure[];
  /** Changes of definitions, and what the output does not hold, in sentences. */
  readonly notices: readonly string[];
}

/** Finds out whether a dump without its rows could be written in another format, for another server. Writes nothing. */
export async function judgeOutput(request: PlannedOutput, folder: DumpFolder): Promise<OutputFindings> {
  const chosen = chosenDump(withRowsToCome(folder), LOAD_DEFAULTS.selection);
  const { destination } = request;
  const conflicts = destination === null ? [] : await refusedDefinitions(chosen, destination);
  if (conflicts.length > 0) return { conflicts, notices: [] };
  try {
    const written = destination === null ? null : await writtenFor(chosen, destination);
    const plan = planOf(request, written?.dump ?? chosen, null);
    await readAll(plan.parts());
    return { conflicts, notices: [...(written?.notices ?? []), ...plan.notices()] };
  } catch (error) {
    return { conflicts: [failureOf(error)], notices: [] };
  }
}

async function readAll(parts: AsyncIterable<unknown>): Promise<void> {
  const reading = parts[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
}
