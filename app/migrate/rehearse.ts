import { createObjects, dropEarlier } from '../load/objects';
import type { PrepareContext, PreparedSchema } from '../load/tables';

/**
 * Makes views, routines and triggers on the empty tables and takes all but the views away again: what the target does
 * not understand is refused before the first row, and no trigger fires. Events are left out, for they might run.
 */
export async function rehearseObjects(
  context: PrepareContext,
  schemas: readonly PreparedSchema[],
): Promise<void> {
  for (const schema of schemas) {
    const { source, target } = schema;
    const document = { ...source.document, events: [] };
    await createObjects(context, { ...schema, source: { ...source, document } });
    await dropEarlier(context, target.target);
  }
}
