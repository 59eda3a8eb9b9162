import { app, dialog, shell, type BrowserWindow } from 'electron';
import { homedir } from 'os';
import { basename, extname } from 'path';
import type { OutputExtension } from '../../contract/dump-output';
import type { FolderChoice } from '../../contract/runs/folder-choice';
import { listDumps } from '../../format/read/list';
import { proofOf } from '../../prove/certificate/dump-proof';
import type { Handlers } from '../answer';
import { suggestFolder } from '../../runs/new-folder';
import { dumpsFolderIn, type FolderHandles } from '../folders';
import type { Services } from '../services';
import { mainText } from '../../text/main';

type Area =
  | 'folders/choose-output'
  | 'folders/choose-dump'
  | 'folders/choose-script'
  | 'folders/suggest-output'
  | 'folders/list-dumps'
  | 'folders/reveal'
  | 'folders/proof';

/** As many dumps as a list of recent ones shows, and as many again that the history knows better. */
const MOST_LISTED = 12;

export function folderHandlers(
  { folders, settings }: Pick<Services, 'folders' | 'settings'>,
  window: () => BrowserWindow,
): Pick<Handlers, Area> {
  const dumpsFolder = async () => (await settings.read()).dumpsFolder ?? defaultDumpsFolder();
  return {
    'folders/choose-output': (wish) =>
      wish.kind === 'folder'
        ? chooseOutput(folders, window())
        : chooseOutputFile(folders, window(), wish.extension, () =>
            wish.suggested === null ? null : folders.pathOf(wish.suggested),
          ),
    'folders/choose-dump': () => chooseDump(folders, window()),
    'folders/choose-script': () => chooseScript(folders, window()),
    'folders/suggest-output': async ({ name, extension }) =>
      await folders.choiceOf(await suggestFolder(await dumpsFolder(), name, new Date(), extension)),
    'folders/list-dumps': async () => {
      const dumps = await listDumps(await dumpsFolder(), MOST_LISTED);
      return await Promise.all(
        dumps.map(async ({ path, ...facts }) => ({
          ...facts,
          name: basename(path),
          folder: await folders.choiceOf(path),
        })),
      );
    },
    'folders/reveal': ({ handle }) => {
      shell.showItemInFolder(folders.pathOf(handle));
      return null;
    },
    'folders/proof': ({ handle, madeAt }) => proofOf(folders.pathOf(handle), madeAt),
  };
}

/** Asks for the folder of a dump to load; null when the user thinks better of it. */
export function chooseDump(folders: FolderHandles, window: BrowserWindow): Promise<FolderChoice | null> {
  return choose(folders, window, {
    title: mainText.choose.dump,
    buttonLabel: mainText.choose.dumpButton,
    properties: ['openDirectory'],
  });
}

/** Asks for an SQL script to load. */
function chooseScript(folders: FolderHandles, window: BrowserWindow): Promise<FolderChoice | null> {
  const { script, scriptFiles, allFiles, dumpButton } = mainText.choose;
  return choose(folders, window, {
    title: script,
    buttonLabel: dumpButton,
    properties: ['openFile'],
    filters: [
      { name: scriptFiles, extensions: ['sql', 'csv', 'tsv', 'jsonl', 'ndjson', 'xml'] },
      { name: allFiles, extensions: ['*'] },
    ],
  });
}

function chooseOutput(folders: FolderHandles, window: BrowserWindow): Promise<FolderChoice | null> {
  return choose(folders, window, {
    title: mainText.choose.output,
    buttonLabel: mainText.choose.outputButton,
    properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
  });
}

/** Asks for the name of a new file. One without an extension gets that of the format. */
async function chooseOutputFile(
  folders: FolderHandles,
  window: BrowserWindow,
  extension: OutputExtension,
  suggested: () => string | null,
): Promise<FolderChoice | null> {
  const defaultPath = suggested();
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: mainText.choose.outputFile,
    buttonLabel: mainText.choose.outputButton,
    ...(defaultPath !== null && { defaultPath }),
  });
  if (canceled) return null;
  return await folders.choiceOf(extname(filePath) === '' ? `${filePath}${extension}` : filePath);
}

async function choose(
  folders: FolderHandles,
  window: BrowserWindow,
  options: Electron.OpenDialogOptions,
): Promise<FolderChoice | null> {
  const { filePaths } = await dialog.showOpenDialog(window, options);
  const [path] = filePaths;
  return path === undefined ? null : await folders.choiceOf(path);
}

/** Default folder for dumps: in the user's documents, or at home on a desktop without such a folder. */
export function defaultDumpsFolder(): string {
  try {
    return dumpsFolderIn(app.getPath('documents'));
  } catch {
    return dumpsFolderIn(homedir());
  }
}
