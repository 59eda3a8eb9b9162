import { dialog, type BrowserWindow, type FileFilter } from 'electron';
import { messageOf } from '../../engine/failures';
import { writeNamedFile } from '../../storage/named-file';
import { mainFailures } from '../../text/main';

export const JSON_FILES: FileFilter = { name: 'JSON', extensions: ['json'] };

export interface SaveQuestion {
  /** Default name of the file; it may contain characters that no file name can. */
  readonly name: string;
  /** The first one is offered first, and gives the name its ending. */
  readonly filters: readonly [FileFilter, ...FileFilter[]];
}

/** Asks where to save; null when the user thinks better of it. */
export async function askWhere(
  window: BrowserWindow,
  { name, filters }: SaveQuestion,
): Promise<string | null> {
  const [ending = ''] = filters[0].extensions;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: `${fileNameOf(name)}.${ending}`,
    filters: [...filters],
  });
  return canceled ? null : filePath;
}

/** Writes what the user saves; fails with `file-failed`. */
export async function saveFile(path: string, content: string | Buffer, mode = 0o666): Promise<void> {
  try {
    await writeNamedFile(path, content, mode);
  } catch (error) {
    throw mainFailures.notSaved({ path, reason: messageOf(error) });
  }
}

/** A name of a table, a job or a run as a file's. */
function fileNameOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}._+-]+/gu, '-');
}
