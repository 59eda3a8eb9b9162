import type { ControlSession } from '../../catalog/session/control-session';
import { parseDefinition } from '../../catalog/definition/definition';
import { readCreateTable } from '../../catalog/objects/objects';
import { dropStatements } from '../../target/indexes/batches';
import { quotedTarget, type Route } from './routes';

/** Drops deferred indexes that an earlier run has built: they are built again when the rows are in. */
export async function dropBuiltIndexes(session: ControlSession, route: Route): Promise<void> {
  const { schema, dump, indexes: decision } = route.prepared;
  const { indexes } = parseDefinition(await readCreateTable(session, schema, dump.name));
  const deferred = new Set(decision.deferred.map(({ name }) => name));
  const built = indexes.filter(({ name }) => deferred.has(name));
  for (const statement of dropStatements(quotedTarget(route), built)) await session.run(statement);
}
