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
  mebibytes: (count: number, bytes: string) => `${String(count)} MiB (${bytes})`,
  memoryHint: 'How much memory the rows of one run may take on their way. The program itself comes on top.',
  folder: 'Dumps go to',
  usualFolder: 'The usual place.',
  choose: 'Choose…',
  resetFolder: 'Use the usual place',
  window: 'Window',
  appearance: 'Theme',
  appearances,
  notifications: 'Tell me when a run ends while I look elsewhere',
} as const;
