import { cpus } from 'os';
import { failureOf } from '../../engine/failures';
import type { Handlers } from '../answer';
import type { Services } from '../services';

type Area =
  | 'verify/start'
  | 'runs/list'
  | 'runs/view'
  | 'runs/pause'
  | 'runs/resume'
  | 'runs/cancel'
  | 'runs/set-threads'
  | 'runs/folder';

type Needs = Pick<Services, 'folders' | 'history' | 'runs'>;

export function runHandlers({ folders, history, runs }: Needs): Pick<Handlers, Area> {
  const folderOf = async (runId: string) => {
    try {
      return await history.folderOf(runId);
    } catch (error) {
      // A run of this program is known here even where no history can be written.
      if (failureOf(error).code === 'unknown-run' && runs.knows(runId)) return runs.folderOf(runId);
      throw error;
    }
  };
  return {
    'verify/start': ({ folder }) =>
      runs.startVerify({ folder: folders.pathOf(folder), threads: cpus().length }),
    'runs/list': () => runs.list(),
    'runs/view': ({ runId }) => runs.view(runId),
    'runs/pause': ({ runId }) => {
      runs.pause(runId);
      return null;
    },
    'runs/resume': ({ runId }) => {
      runs.resume(runId);
      return null;
    },
    'runs/cancel': ({ runId }) => {
      runs.cancel(runId);
      return null;
    },
    'runs/set-threads': ({ runId, threads }) => {
      runs.setThreads(runId, threads);
      return null;
    },
    /** Also of a run that only the history still knows. */
    'runs/folder': async ({ runId }) => await folders.choiceOf(await folderOf(runId)),
  };
}
