import { endpointOf } from '../../catalog/endpoint';
import type { Connections } from '../../profiles/connections';
import { testConnection } from '../../profiles/test-connection';
import type { Handlers } from '../answer';

type Area = 'profiles/list' | 'profiles/save' | 'profiles/remove' | 'profiles/test' | 'profiles/unlock';

export function profileHandlers(connections: Connections): Pick<Handlers, Area> {
  return {
    'profiles/list': () => connections.list(),
    'profiles/save': async ({ profile, password }) => {
      await connections.save(profile, password);
      return profile;
    },
    'profiles/remove': async ({ profileId }) => {
      await connections.remove(profileId);
      return null;
    },
    'profiles/test': async ({ profile, password }) =>
      await testConnection(endpointOf(profile, password ?? (await connections.passwordOf(profile)))),
    'profiles/unlock': async ({ profileId, password }) => {
      await connections.unlock(profileId, password);
      return null;
    },
  };
}
