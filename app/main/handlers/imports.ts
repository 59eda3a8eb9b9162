import { dialog, type BrowserWindow } from 'electron';
import { homedir } from 'os';
import type { Connections } from '../../profiles/connections';
import { exportConnections } from '../../profiles/import/exported';
import type { FoundConnection } from '../../profiles/import/found';
import { previewOf } from '../../profiles/import/preview';
import { readConnections } from '../../profiles/import/read-file';
import type { Handlers } from '../answer';
import { displayOf } from '../folders';
import { askWhere, JSON_FILES, saveFile } from '../window/save-file';
import { mainText } from '../../text/main';

type Area = 'profiles/import-open' | 'profiles/import-take' | 'profiles/export';

/**
 * Handlers for importing connections. The imported file stays here: the window sees it without its secrets, and names
 * the connections to import.
 */
export function importHandlers(connections: Connections, window: () => BrowserWindow): Pick<Handlers, Area> {
  let opened: readonly FoundConnection[] = [];
  return {
    'profiles/import-open': async () => {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: mainText.choose.connections,
        defaultPath: homedir(),
        properties: ['openFile', 'showHiddenFiles'],
      });
      const [path] = filePaths;
      if (path === undefined) return null;
      const { kind, found, left } = await readConnections(path);
      opened = found;
      return { file: displayOf(path), kind, rows: previewOf(found, await connections.list()), left };
    },
    'profiles/import-take': async ({ profileIds, withPasswords }) => {
      const selected = new Set(profileIds);
      const taken = opened.filter(({ profile }) => selected.has(profile.id));
      await connections.take(
        taken.map(({ profile, password }) => ({ profile, password: withPasswords ? password : null })),
      );
      opened = [];
      return null;
    },
    'profiles/export': async () => {
      const path = await askWhere(window(), { name: 'sluice-connections', filters: [JSON_FILES] });
      if (path === null) return false;
      await saveFile(path, exportConnections(await connections.list()), ONLY_OWNER);
      return true;
    },
  };
}

/** Names of servers and accounts are nobody else's business. */
const ONLY_OWNER = 0o600;
