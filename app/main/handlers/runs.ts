import { dialog, type BrowserWindow } from 'electron';
import { promises as fs } from 'fs';
import { cpus } from 'os';
import { SluiceError } from '../../contract/failure';
import type { HistoryResult } from '../../contract/history';
import { failureOf, messageOf } from '../../engine/failures';
import { reportHtml, reportJson } from '../../jobs/run-report';
import type { Handlers } from '../answer';
import { fileNameOf } from '../file-name';
import type { Services } from '../services';

type Area =
  | 'verify/start'
  | 'runs/list'
  | 'runs/view'
  | 'runs/pause'
  | 'runs/resume'
  | 'runs/cancel'
  | 'runs/set-threads'
  | 'runs/folder'
  | 'runs/save-report';

type Needs = Pick<Services, 'folders' | 'history' | 'runs'>;

export function runHandlers(
  { folders, history, runs }: Needs,
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
  const ended = async (runId: string): Promise<HistoryResult> => {
    if (!runs.knows(runId)) return await history.result(runId);
    const { header, result } = runs.view(runId);
    if (result === null) throw new SluiceError('usage', 'The run has not ended.');
    return { header, result };
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
    'runs/save-report': async ({ runId }) => {
      const run = await ended(runId);
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        defaultPath: `${fileNameOf(run.header.title)}.html`,
        filters: REPORT_FILES,
      });
      if (canceled) return false;
      await saveReport(filePath, run);
      return true;
    },
  };
}

const REPORT_FILES = [
  { name: 'Web page', extensions: ['html'] },
  { name: 'JSON', extensions: ['json'] },
];

async function saveReport(path: string, run: HistoryResult): Promise<void> {
  const isJson = path.toLowerCase().endsWith('.json');
  try {
    await fs.writeFile(path, isJson ? reportJson(run) : reportHtml(run));
  } catch (error) {
    throw new SluiceError('file-failed', `The report can’t be saved: ${messageOf(error)}.`);
  }
}
