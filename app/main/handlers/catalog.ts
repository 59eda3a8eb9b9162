import { readAccountNames } from '../../catalog/privileges/accounts';
import { readTree } from '../../catalog/objects/schemas';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';

export function catalogHandlers(
  connections: Connections,
): Pick<Handlers, 'catalog/tree' | 'catalog/accounts'> {
  return {
    'catalog/tree': ({ profileId }) => connections.withSession(profileId, readTree),
    'catalog/accounts': ({ profileId }) =>
      connections.withSession(profileId, async (session) =>
        (await readAccountNames(session)).map(({ name }) => name),
      ),
  };
}
