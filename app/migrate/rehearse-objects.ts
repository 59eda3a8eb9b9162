import type { DefinerWish } from '../contract/options';
import { dropEarlierStored, OBJECT_STEPS } from '../target/objects/create';
import { detachTriggers } from '../target/existing/triggers';
import { keepsExisting } from '../target/preflight';
import { assertObjectsEquivalent, type NormalizedObjects } from './normalized/objects';
import type { TargetContext } from '../target/context';
import type { PreparedSchema } from '../target/tables/prepared-table';

/**
 * Makes views, routines, triggers and events on the empty tables, looks at what became of them, and takes all but the
 * views away again: what the target does not understand is refused before the first row. No trigger fires, for there
 * are no rows, and no event runs, for they are made disabled. `meant`: what they must mean there, where another
 * vendor's words can't be compared to the byte; null within a vendor.
 */
export async function rehearseObjects(
  context: TargetContext,
  schemas: readonly PreparedSchema[],
  meant: NormalizedObjects | null,
  definers: DefinerWish,
): Promise<void> {
  const { session, options } = context;
  for (const create of OBJECT_STEPS) await create(context, schemas);
  for (const schema of schemas) {
    const wanted = meant?.get(schema.source.name);
    // What was there already and stays is not of this migration.
    const isKept = keepsExisting(options) && schema.target.exists;
    if (wanted !== undefined && !isKept) await assertObjectsEquivalent(session, schema, wanted, definers);
  }
  for (const schema of schemas) {
    await dropEarlierStored(context, schema.target.target);
    // Those of tables that were there before are on them again, and would fire for every row.
    for (const { dump: table } of schema.tables.filter((prepared) => prepared.isKept))
      await detachTriggers(context, schema.target, table);
  }
}
