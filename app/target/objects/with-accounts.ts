import type { AccountObject } from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import { completeAccounts, createAccounts, type CreatedAccounts } from '../accounts/create';
import type { TargetContext } from '../context';
import type { PreparedSchema } from '../tables/prepared-table';
import { OBJECT_STEPS } from './create';

/** Runs a step, perhaps again on a new session after a lost connection. */
type Retrying = <T>(step: (session: ControlSession) => Promise<T>) => Promise<T>;

/** Result of creating all objects. */
export interface CreatedObjects {
  readonly warnings: readonly Failure[];
  readonly accounts: CreatedAccounts['steps'];
}

/** Creates accounts, then everything in the schemas but tables and rows: each object after those that it needs. */
export async function createObjects(
  context: TargetContext,
  retrying: Retrying,
  schemas: readonly PreparedSchema[],
  accounts: readonly AccountObject[],
): Promise<CreatedObjects> {
  const made = await retrying((session) => createAccounts({ ...context, session }, accounts));
  const warnings: Failure[] = [];
  for (const create of OBJECT_STEPS)
    warnings.push(...(await retrying((session) => create({ ...context, session }, schemas, made.late))));
  await retrying((session) => completeAccounts(session, made));
  return { warnings, accounts: made.steps };
}
