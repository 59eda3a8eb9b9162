import { readTree } from '../../catalog/schemas';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';

export function catalogHandlers(connections: Connections): Pick<Handlers, 'catalog/tree'> {
  return {
    'catalog/tree': ({ profileId }) => connections.withSession(profileId, readTree),
  };
}
