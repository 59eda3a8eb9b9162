import { dialog, type BrowserWindow } from 'electron';
import type { FileChoice } from '../../contract/runs/folder-choice';
import type { RequestArgument } from '../../contract/requests';
import { pictureFile, type FileReader } from '../../inspect/file/file';
import { mayBlockWriters } from '../../inspect/may-block-writers';
import { readInspection, saveInspection } from '../../inspect/file/saved';
import { inspectTables, pictureTable } from '../../inspect/tables';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';
import { displayOf, type FolderHandles } from '../folders';
import { askWhere, JSON_FILES, saveFile } from '../window/save-file';
import type { Services } from '../services';
import { mainText } from '../../text/main';

type Area =
  | 'inspect/table'
  | 'inspect/picture'
  | 'inspect/choose-file'
  | 'inspect/file'
  | 'inspect/cancel'
  | 'inspect/open'
  | 'inspect/save'
  | 'inspect/save-picture';

export function inspectHandlers(
  { connections, folders, inspector }: Pick<Services, 'connections' | 'folders' | 'inspector'>,
  window: () => BrowserWindow,
): Pick<Handlers, Area> {
  return {
    'inspect/table': (request) =>
      inspector.run(async (reader) => {
        const { schema, table } = request;
        const quietly = { ...request, lockRows: false };
        const how = await howToInspect(connections, quietly, { ...reader, wishes: {} });
        return await inspectTables({ ...how, tables: [{ schema, table }] });
      }),
    'inspect/picture': (request) =>
      inspector.run(async (reader) => {
        const how = await howToInspect(connections, request, reader);
        return await pictureTable(how, { schema: request.schema, table: request.table });
      }),
    'inspect/choose-file': () => chooseTablespace(folders, window()),
    'inspect/file': ({ file }) => inspector.run((reader) => pictureFile(reader, folders.pathOf(file))),
    'inspect/cancel': async () => {
      await inspector.cancelAll();
      return null;
    },
    'inspect/open': async () => {
      const path = await choosePath(window(), { title: mainText.choose.inspection, filters: [JSON_FILES] });
      return path === null ? null : await readInspection(path);
    },
    'inspect/save': async ({ name, inspection }) => {
      const path = await askWhere(window(), { name, filters: [JSON_FILES] });
      if (path !== null) await saveInspection(path, inspection);
      return path !== null;
    },
    'inspect/save-picture': async ({ name, png }) => {
      const path = await askWhere(window(), { name, filters: [PNG_FILES] });
      if (path !== null) await saveFile(path, Buffer.from(png, 'base64'));
      return path !== null;
    },
  };
}

const PNG_FILES = { name: 'PNG', extensions: ['png'] };
const TABLESPACES = { name: mainText.fileTypes.tablespace, extensions: ['ibd'] };

async function howToInspect(
  connections: Connections,
  { profileId, tier, lockRows }: RequestArgument<'inspect/picture'>,
  reader: FileReader,
) {
  const profile = await connections.find(profileId);
  const endpoint = await connections.endpoint(profileId);
  const mayFlush = await mayBlockWriters(endpoint, await connections.guardOf(profile), profile);
  return { endpoint, tier, mayFlush, mayLockRows: mayFlush && lockRows, reader };
}

async function chooseTablespace(folders: FolderHandles, window: BrowserWindow): Promise<FileChoice | null> {
  const path = await choosePath(window, { title: mainText.choose.tablespace, filters: [TABLESPACES] });
  return path === null ? null : { handle: folders.handleOf(path), display: displayOf(path) };
}

async function choosePath(
  window: BrowserWindow,
  options: Pick<Electron.OpenDialogOptions, 'title' | 'filters'>,
): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(window, { ...options, properties: ['openFile'] });
  return filePaths[0] ?? null;
}
