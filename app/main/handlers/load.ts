import type { RunRegistry } from '../../jobs/registry';
import { firstRowsOf, summarize } from '../../load/summary';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';
import type { FolderHandles } from '../folders';

export function loadHandlers(
  connections: Connections,
  folders: FolderHandles,
  runs: RunRegistry,
): Pick<Handlers, 'load/summary' | 'load/first-rows' | 'load/start'> {
  return {
    'load/summary': ({ folder }) => summarize(folders.pathOf(folder)),
    'load/first-rows': ({ folder, schema, table }) => firstRowsOf(folders.pathOf(folder), schema, table),
    'load/start': async ({ profileId, folder, options }) => {
      const profile = await connections.find(profileId);
      const endpoint = await connections.endpoint(profileId);
      const request = { endpoint, profile, folder: folders.pathOf(folder), options };
      return runs.startLoad(profile.name, request, { profileId });
    },
  };
}
