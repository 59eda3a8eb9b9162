import { SluiceError } from '../../contract/failure';
import { nextFolder } from '../../jobs/new-folder';
import { repeatRun, unsaved } from '../../jobs/repeat';
import type { Handlers } from '../answer';
import { displayOf } from '../folders';
import type { Services } from '../services';

type Area = 'history/list' | 'history/result' | 'history/repeat' | 'history/load-draft';
type Needs = Pick<Services, 'connections' | 'folders' | 'history' | 'runs'>;

export function historyHandlers({ connections, folders, history, runs }: Needs): Pick<Handlers, Area> {
  return {
    'history/list': async () =>
      (await history.list()).map((entry) => ({ ...entry, folder: displayOf(entry.folder) })),
    'history/result': ({ runId }) => history.result(runId),
    'history/repeat': async ({ runId }) =>
      await repeatRun(await history.setup(runId), {
        runs,
        endpoint: (profileId) => connections.endpoint(profileId),
        nextFolder: (folder) => nextFolder(folder, new Date()),
      }),
    'history/load-draft': async ({ runId }) => {
      const setup = await history.setup(runId);
      if (setup.kind !== 'load') throw new SluiceError('usage', 'This run was no load.');
      if (setup.server.profileId === null) throw unsaved(setup.server.name);
      const { id } = await connections.find(setup.server.profileId);
      return { profileId: id, folder: await folders.choiceOf(setup.folder), options: setup.options };
    },
  };
}
