import { isSystem } from '../catalog/objects/schemas';
import { preflightFailures } from '../text/target/preflight';
import type { TargetSchema } from './target-schema';

/** Refuses to fill a schema that belongs to the server itself: a file may be called `mysql.user.csv`. */
export function assertNoneIsOfServer(targets: readonly TargetSchema[]): void {
  const own = targets.find(({ target }) => isSystem(target));
  if (own !== undefined) throw preflightFailures.schemaOfServer({ schema: own.target });
}
