import type { Failure } from '../contract/failure';
import { LOAD_DEFAULTS } from '../contract/runs/options';
import { failureOf } from '../engine/failures';
import type { DumpFolder } from '../format/read/dump';
import { chosenDump, type ChosenDump } from './chosen-dump';
import { withRowsToCome } from './direct';
import { planOf, type PlanRequest } from './plan';
import { judgeDefinitions, type Destination, type JudgedDefinitions } from './written-for';

/** Output that a dump would be written as. */
export type OutputRequest = PlanRequest & { readonly destination: Destination | null };

/** A dry run's findings on an output. */
export interface OutputFindings {
  /** Empty where the output could be written. */
  readonly conflicts: readonly Failure[];
  /** Changes of definitions, and what the output does not hold, in sentences. */
  readonly notices: readonly string[];
}

/** Finds out whether a dump without its rows could be written in another format, for another server. Writes nothing. */
export async function judgeOutput(request: OutputRequest, folder: DumpFolder): Promise<OutputFindings> {
  const chosen = chosenDump(withRowsToCome(folder), LOAD_DEFAULTS.selection);
  const judged = await judge(chosen, request.destination);
  if (judged.kind === 'refused') return { conflicts: judged.failures, notices: [] };
  const { dump, notices } = judged.written;
  try {
    const plan = planOf(request, dump, null);
    await readAll(plan.parts());
    return { conflicts: [], notices: [...notices, ...plan.notices()] };
  } catch (error) {
    return { conflicts: [failureOf(error)], notices: [] };
  }
}

async function judge(dump: ChosenDump, destination: Destination | null): Promise<JudgedDefinitions> {
  if (destination !== null) return await judgeDefinitions(dump, destination);
  return { kind: 'written', written: { dump, notices: [] } };
}

async function readAll(parts: AsyncIterable<unknown>): Promise<void> {
  const reading = parts[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
}
