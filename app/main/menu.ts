import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../contract/channels';
import type { ExternalPage } from './external-pages';

export interface MenuActions {
  /** Carried out by the window. */
  readonly command: (command: MenuCommand) => void;
  /** Asks for a dump folder and opens it. */
  readonly openDump: () => void;
  /** Opens a manual in the browser. */
  readonly openPage: (page: ExternalPage) => void;
}

const IS_MAC = process.platform === 'darwin';

/** Sets the application menu: whatever a screen can do by a key has its key shown here. */
export function installMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions)));
}

function menuTemplate({ command, openDump, openPage }: MenuActions): MenuItemConstructorOptions[] {
  const item = (label: string, accelerator: string, name: MenuCommand): MenuItemConstructorOptions => ({
    id: name,
    label,
    accelerator,
    click: () => command(name),
  });
  const manual = (label: string, page: ExternalPage): MenuItemConstructorOptions => ({
    id: page,
    label,
    click: () => openPage(page),
  });
  return [
    ...(IS_MAC ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        item('New dump', 'CmdOrCtrl+D', 'new-dump'),
        item('New load', 'CmdOrCtrl+L', 'new-load'),
        item('New migration', 'CmdOrCtrl+M', 'new-migration'),
        { id: 'open-dump', label: 'Open dump folder…', accelerator: 'CmdOrCtrl+O', click: openDump },
        { type: 'separator' },
        item('Settings', 'CmdOrCtrl+,', 'show-settings'),
        { type: 'separator' },
        { role: IS_MAC ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Connections', 'CmdOrCtrl+1', 'show-connections'),
        item('Runs', 'CmdOrCtrl+2', 'show-runs'),
        item('Inspect', 'CmdOrCtrl+3', 'show-inspect'),
        item('Jobs', 'CmdOrCtrl+4', 'show-jobs'),
        item('History', 'CmdOrCtrl+5', 'show-history'),
        { type: 'separator' },
        item('Command palette', 'CmdOrCtrl+K', 'command-palette'),
        item('Dark or light', 'CmdOrCtrl+Shift+T', 'toggle-theme'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        manual('MySQL’s manual', 'help-mysql'),
        manual('MariaDB’s documentation', 'help-mariadb'),
        manual('The dump format, in MySQL Shell’s manual', 'help-dump-format'),
      ],
    },
  ];
}
