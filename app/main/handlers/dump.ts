import { commandLine } from '../../contract/commands/command-line';
import { dumpCommand } from '../../dump/command';
import { preflight } from '../../source/preflight';
import { expectedSize } from '../../runs/history/expected-size';
import { namedAs } from '../../jobs/run-job';
import type { Handlers } from '../answer';
import { Inquiries } from '../inquiries';
import type { Services } from '../services';

type Area = 'dump/preflight' | 'dump/cancel-preflight' | 'dump/expected-size' | 'dump/command' | 'dump/start';
type Needs = Pick<Services, 'connections' | 'folders' | 'history' | 'runs'>;

export function dumpHandlers({ connections, folders, history, runs }: Needs): Pick<Handlers, Area> {
  const inquiries = new Inquiries();
  return {
    'dump/preflight': ({ profileId, options }) =>
      inquiries.run((cancellation) =>
        connections.withSession(profileId, (session) => preflight(session, options), cancellation),
      ),
    'dump/cancel-preflight': () => {
      inquiries.cancel();
      return null;
    },
    'dump/expected-size': async ({ profileId, options, dataBytes }) => {
      if (options.output.kind !== 'shell') return null;
      const server = namedAs(await connections.find(profileId));
      return expectedSize(await history.list(), { server, options }, dataBytes);
    },
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
