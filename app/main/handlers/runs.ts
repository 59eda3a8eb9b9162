import { cpus } from 'os';
import type { RunRegistry } from '../../jobs/registry';
import type { Handlers } from '../answer';
import type { FolderHandles } from '../folders';

type Area =
  'verify/start' | 'runs/list' | 'runs/view' | 'runs/pause' | 'runs/resume' | 'runs/cancel' | 'runs/folder';

export function runHandlers(folders: FolderHandles, runs: RunRegistry): Pick<Handlers, Area> {
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
    'runs/folder': ({ runId }) => folders.choiceOf(runs.folderOf(runId)),
  };
}
