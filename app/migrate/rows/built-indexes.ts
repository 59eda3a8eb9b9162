import type { ControlSession } from '../../catalog/session/control-session';
import { parseDefinition } from '../../catalog/definition/definition';
import { readCreateTable } from '../../catalog/objects/objects';
import { dropStatements } from '../../target/indexes/batches';
import { quotedTarget, type Route } from './routes';

/** Those that wait for the table's rows, and that an earlier run has built. */
export async function dropBuiltIndexes(session: ControlSession, route: Route): Promise<void> {
  const { schema, dump, indexes: decision } = route.prepared;
  const { indexes } = parseDefinition(await readCreateTable(session, schema, dump.name));
  const waiting = new Set(decision.deferred.map(({ name }) => name));
  const built = indexes.filter(({ name }) => waiting.has(name));
  for (const statement of dropStatements(quotedTarget(route), built)) await session.run(statement);
}
