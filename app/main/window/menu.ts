import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../contract/channels';
import { SHORTCUTS } from '../../contract/shortcuts';
import type { ExternalPage } from '../page/external-pages';
import { mainText } from '../../text/main';

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
  const { menu } = mainText;
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
      label: menu.file,
      submenu: [
        item(menu.newDump, 'new-dump'),
        item(menu.newLoad, 'new-load'),
        item(menu.newMigration, 'new-migration'),
        { id: 'open-dump', label: menu.openDump, accelerator: 'CmdOrCtrl+O', click: openDump },
        { type: 'separator' },
        item(menu.settings, 'show-settings'),
        { type: 'separator' },
        { role: IS_MAC ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: menu.view,
      submenu: [
        item(menu.connections, 'show-connections'),
        item(menu.inspect, 'show-inspect'),
        item(menu.runs, 'show-runs'),
        item(menu.jobs, 'show-jobs'),
        item(menu.history, 'show-history'),
        { type: 'separator' },
        item(menu.palette, 'command-palette'),
        item(menu.theme, 'toggle-theme'),
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
        manual(menu.mysqlManual, 'help-mysql'),
        manual(menu.mariadbManual, 'help-mariadb'),
        manual(menu.dumpFormat, 'help-dump-format'),
      ],
    },
  ];
}
