import type { Failure } from '../../contract/failure';
import { completeAccounts, createAccounts, type AccountsToCreate } from '../accounts/create';
import type { AccountStep } from '../accounts/plan';
import type { TargetContext } from '../context';
import type { ReconnectingSession } from '../session/reconnecting-session';
import type { PreparedSchema } from '../tables/prepared-table';
import { newViews, OBJECT_STEPS } from './create';

/** Result of creating all objects. */
export interface CreatedObjects {
  readonly warnings: readonly Failure[];
  readonly accounts: readonly AccountStep[];
}

/** Creates accounts, then everything in the schemas but tables and rows: each object after those that it needs. */
export async function createObjects(
  context: TargetContext & { readonly reconnecting: Pick<ReconnectingSession, 'withRetry'> },
  schemas: readonly PreparedSchema[],
  accounts: AccountsToCreate,
): Promise<CreatedObjects> {
  const { reconnecting } = context;
  const toCome = schemas.flatMap((schema) =>
    newViews(context, schema).map(({ name }) => ({ schema: schema.target.target, name })),
  );
  const made = await reconnecting.withRetry((session) =>
    createAccounts({ ...context, session }, accounts, toCome),
  );
  const warnings: Failure[] = [];
  for (const create of OBJECT_STEPS) {
    const said = await reconnecting.withRetry((session) =>
      create({ ...context, session }, schemas, made.late),
    );
    warnings.push(...said);
  }
  const steps = await reconnecting.withRetry((session) => completeAccounts(session, made));
  return { warnings, accounts: steps };
}
