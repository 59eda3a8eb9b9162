import type { Appearance } from '../../app/contract/settings';

const appearances: Readonly<Record<Appearance, string>> = {
  system: 'As the desktop',
  dark: 'Dark',
  light: 'Light',
};

export const settingsText = {
  title: 'Settings',
  subtitle: 'What new dumps and loads begin with, and how the window looks.',
  newRuns: 'New dumps and loads',
  memory: 'Memory limit',
  mebibytes: (count: number) => `${String(count)} MiB`,
  memoryHint: 'What the engine of one run may hold besides the idle program.',
  folder: 'Dumps go to',
  usualFolder: 'The usual place.',
  choose: 'Choose…',
  resetFolder: 'Use the usual place',
  window: 'Window',
  appearance: 'Theme',
  appearances,
  notifications: 'Tell me when a run ends while I look elsewhere',
} as const;
