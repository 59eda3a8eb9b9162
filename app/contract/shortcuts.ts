import type { MenuCommand } from './channels';

/**
 * The keys of what the menu and the command palette do, as Electron's accelerators are written. The digits count the
 * screens that have no letter in the order of the sidebar.
 */
export const SHORTCUTS: Readonly<Record<MenuCommand, string>> = {
  'new-dump': 'CmdOrCtrl+D',
  'new-load': 'CmdOrCtrl+L',
  'new-migration': 'CmdOrCtrl+M',
  'show-settings': 'CmdOrCtrl+,',
  'show-connections': 'CmdOrCtrl+1',
  'show-inspect': 'CmdOrCtrl+2',
  'show-runs': 'CmdOrCtrl+3',
  'show-jobs': 'CmdOrCtrl+4',
  'show-history': 'CmdOrCtrl+5',
  'command-palette': 'CmdOrCtrl+K',
  'toggle-theme': 'CmdOrCtrl+Shift+T',
};

/** A shortcut as the keys of a machine are labelled. */
export function shortcutText(command: MenuCommand, isMac: boolean): string {
  return SHORTCUTS[command].replace('CmdOrCtrl', isMac ? 'Cmd' : 'Ctrl');
}
