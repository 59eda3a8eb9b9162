import { commandLine } from '../../contract/command-line';
import { dumpCommand } from '../../dump/command';
import { preflight } from '../../dump/preflight';
import type { RunRegistry } from '../../jobs/registry';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';
import type { FolderHandles } from '../folders';

export function dumpHandlers(
  connections: Connections,
  folders: FolderHandles,
  runs: RunRegistry,
): Pick<Handlers, 'dump/preflight' | 'dump/command' | 'dump/start'> {
  return {
    'dump/preflight': ({ profileId, options }) =>
      connections.withSession(profileId, (session) => preflight(session, options)),
    'dump/command': async ({ profileId, folder, options }) => {
      const { name } = await connections.find(profileId);
      return commandLine(dumpCommand(name, folders.pathOf(folder), options));
    },
    'dump/start': async ({ profileId, folder, options }) => {
      const { name } = await connections.find(profileId);
      const endpoint = await connections.endpoint(profileId);
      return runs.startDump(name, { endpoint, folder: folders.pathOf(folder), options }, { profileId });
    },
  };
}
