import * as electron from 'electron';
import type { FolderChoice } from '../contract/runs/folder-choice';
import { DROPPED_CHANNEL } from './channels';

let lastPath: string | null = null;

/** Notes the path of every drop before the page sees it: only here can a path be had of a file. */
export function rememberDrops(target: Window): void {
  target.addEventListener(
    'drop',
    (event) => {
      const [file] = Array.from(event.dataTransfer?.files ?? []);
      lastPath = file === undefined ? null : pathOf(file);
    },
    { capture: true },
  );
}

/** Has main turn the last drop into a handle; each drop is good for one call. */
export async function openDropped(): Promise<FolderChoice | null> {
  const path = lastPath;
  lastPath = null;
  if (path === null) return null;
  return (await electron.ipcRenderer.invoke(DROPPED_CHANNEL, path)) as FolderChoice | null;
}

/** Electron before 29 put the path on the file itself. */
function pathOf(file: File & { readonly path?: string }): string | null {
  const path = 'webUtils' in electron ? electron.webUtils.getPathForFile(file) : file.path;
  return path === undefined || path === '' ? null : path;
}
