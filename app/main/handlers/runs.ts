import type { BrowserWindow } from 'electron';
import { cpus } from 'os';
import { commandLine } from '../../contract/commands/command-line';
import type { HistoryResult } from '../../contract/runs/history';
import { failureOf } from '../../engine/failures';
import { reportHtml, reportJson } from '../../runs/history/report';
import { compareCommand } from '../../verify/command';
import type { Handlers } from '../answer';
import { askWhere, JSON_FILES, saveFile } from '../window/save-file';
import type { Services } from '../services';
import { mainFailures, mainText } from '../../text/main';

type Area =
  | 'verify/start'
  | 'verify/compare'
  | 'verify/compare-command'
  | 'runs/list'
  | 'runs/view'
  | 'runs/pause'
  | 'runs/resume'
  | 'runs/cancel'
  | 'runs/set-threads'
  | 'runs/folder'
  | 'runs/save-report';

type Needs = Pick<Services, 'connections' | 'folders' | 'history' | 'runs'>;

export function runHandlers(
  { connections, folders, history, runs }: Needs,
  window: () => BrowserWindow,
): Pick<Handlers, Area> {
  const folderOf = async (runId: string) => {
    try {
      return await history.folderOf(runId);
    } catch (error) {
      // A run of this program is known here even where no history can be written.
      if (failureOf(error).code === 'unknown-run' && runs.knows(runId)) return runs.folderOf(runId);
      throw error;
    }
  };
  const inputOf = async (runId: string) =>
    runs.knows(runId) ? runs.inputOf(runId) : await history.inputOf(runId);
  const ended = async (runId: string): Promise<HistoryResult> => {
    if (!runs.knows(runId)) return await history.result(runId);
    const { header, result } = runs.view(runId);
    if (result === null) throw mainFailures.runNotEnded();
    return { header, result };
  };
  return {
    'verify/start': ({ folder, input }) =>
      runs.startVerify({ folder: folders.pathOf(folder), input, threads: cpus().length }),
    'verify/compare': async ({ profileId, folder, options }) => {
      const { name } = await connections.find(profileId);
      const endpoint = await connections.endpoint(profileId);
      return runs.startCompare(name, { endpoint, folder: folders.pathOf(folder), ...options }, { profileId });
    },
    'verify/compare-command': async ({ profileId, folder, options }) => {
      const { name } = await connections.find(profileId);
      return commandLine(compareCommand(name, folders.pathOf(folder), options));
    },
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
    /** Also for a run that only the history still knows. */
    'runs/folder': async ({ runId }) => await folders.choiceOf(await folderOf(runId), await inputOf(runId)),
    'runs/save-report': async ({ runId }) => {
      const run = await ended(runId);
      const path = await askWhere(window(), { name: run.header.title, filters: [WEB_PAGES, JSON_FILES] });
      if (path === null) return false;
      // Its pages may still be read, or may have been read while the dialog was open.
      const result = runs.knows(runId) ? await runs.completed(runId) : run.result;
      await saveFile(path, reportFor(path, { ...run, result }));
      return true;
    },
  };
}

const WEB_PAGES = { name: mainText.fileTypes.webPage, extensions: ['html'] };

function reportFor(path: string, run: HistoryResult): string {
  return path.toLowerCase().endsWith('.json') ? reportJson(run) : reportHtml(run);
}
