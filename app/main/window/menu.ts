import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../contract/channels';
import { SHORTCUTS } from '../../contract/shortcuts';
import type { ExternalPage } from '../page/external-pages';

export interface MenuActions {
  /** Carried out by the window. */
  readonly command: (command: MenuCommand) => void;
  /** Asks for a dump folder and opens it. */
  readonly openDump: () => void;
  /** Opens a manual in the browser. */
  readonly openPage: (page: ExternalPage) => void;
}

const IS_MAC = process.platform === 'darwin';

/** Sets the application menu, which shows the key of every action that a screen has a key for. */
export function installMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions)));
}

function menuTemplate({ command, openDump, openPage }: MenuActions): MenuItemConstructorOptions[] {
  const item = (label: string, name: MenuCommand): MenuItemConstructorOptions => ({
    id: name,
    label,
    accelerator: SHORTCUTS[name],
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
        item('New dump', 'new-dump'),
        item('New load', 'new-load'),
        item('New migration', 'new-migration'),
        { id: 'open-dump', label: 'Open dump folder…', accelerator: 'CmdOrCtrl+O', click: openDump },
        { type: 'separator' },
        item('Settings', 'show-settings'),
        { type: 'separator' },
        { role: IS_MAC ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Connections', 'show-connections'),
        item('Runs', 'show-runs'),
        item('Inspect', 'show-inspect'),
        item('Jobs', 'show-jobs'),
        item('History', 'show-history'),
        { type: 'separator' },
        item('Command palette', 'command-palette'),
        item('Dark or light', 'toggle-theme'),
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
