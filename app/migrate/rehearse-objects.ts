import type { DefinerWish } from '../contract/runs/options';
import { dropEarlierAccounts } from '../target/accounts/create';
import { accountsOf } from '../target/accounts/select';
import { dropEarlierStored } from '../target/objects/create';
import { createObjects } from '../target/objects/with-accounts';
import { detachTriggers } from '../target/existing/triggers';
import { keepsExisting } from '../target/target-schema';
import { assertObjectsEquivalent, type NormalizedObjects } from './normalized/objects';
import type { TargetContext } from '../target/context';
import type { ReconnectingSession } from '../target/session/reconnecting-session';
import type { PreparedSchema } from '../target/tables/prepared-table';

/**
 * Creates accounts, views, routines, triggers and events on the empty tables, verifies them, and drops all but the views:
 * objects that the target does not understand are refused before the first row. No trigger fires, because there are no rows, and
 * no event runs, because events are created disabled.
 *
 * @param expected objects as they must be on a target of another vendor; null within a vendor
 */
export async function rehearseObjects(
  context: TargetContext,
  schemas: readonly PreparedSchema[],
  expected: NormalizedObjects | null,
  definers: DefinerWish,
): Promise<void> {
  const { session, dump, options, journal } = context;
  const once: Pick<ReconnectingSession, 'withRetry'> = { withRetry: (step) => step(session) };
  const accounts = await accountsOf(dump, options);
  await createObjects({ ...context, reconnecting: once }, schemas, { accounts });
  for (const schema of schemas) {
    const objects = expected?.get(schema.source.name);
    // Kept objects that existed before are not part of this migration.
    const isKept = keepsExisting(options) && schema.target.exists;
    if (objects !== undefined && !isKept) await assertObjectsEquivalent(session, schema, objects, definers);
  }
  for (const schema of schemas) {
    await dropEarlierStored(context, schema.target.target);
    // Tables that existed before have their triggers again, which would fire for every row.
    for (const { dump: table } of schema.tables.filter((prepared) => prepared.isKept))
      await detachTriggers(context, schema.target, table);
  }
  await dropEarlierAccounts(session, journal);
}
