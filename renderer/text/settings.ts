import type { Appearance } from '../../app/contract/settings';

const appearances: Readonly<Record<Appearance, string>> = {
  system: 'System',
  dark: 'Dark',
  light: 'Light',
};

export const settingsText = {
  title: 'Settings',
  subtitle: 'Defaults for new dumps and loads, and the window’s appearance.',
  newRuns: 'New dumps and loads',
  memory: 'Memory limit',
  mebibytes: (count: number, bytes: string) => `${String(count)} MiB (${bytes})`,
  memoryHint: 'Memory for the rows of one run, in addition to the program itself.',
  folder: 'Dump folder',
  usualFolder: 'Default folder',
  choose: 'Choose…',
  resetFolder: 'Use default folder',
  window: 'Window',
  appearance: 'Theme',
  appearances,
  notifications: 'Notify me when a run ends while the window is in the background',
} as const;
