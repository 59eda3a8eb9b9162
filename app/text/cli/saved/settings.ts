import { failures } from '../../failures';
import { spoken } from '../../../contract/language/spoken';
import { MOST_THREADS } from '../../../contract/runs/threads';

/** Failures of changing settings from a command line. */
export const settingsFailures = failures({
  unknownKey: {
    code: 'usage',
    message: ({ key }: { readonly key: string; readonly known: readonly string[] }) =>
      `There is no setting “${key}”.`,
    hint: ({ known }: { readonly key: string; readonly known: readonly string[] }) =>
      `There are ${known.join(', ')}.`,
  },
  badValue: {
    code: 'usage',
    message: ({ key, value }: { readonly key: string; readonly value: string; readonly takes: string }) =>
      `“${value}” is no value of ${key}.`,
    hint: ({ takes }: { readonly key: string; readonly value: string; readonly takes: string }) =>
      `It takes ${takes}.`,
  },
});

/** Words of `sluice settings`. */
export const settingsText = spoken({
  description: 'Print or change the window’s defaults for new dumps and loads.',
  set: 'Change one setting; a running window has it when it is started again.',
  key: 'name of the setting',
  value: 'its new value',
  takes: {
    threads: `a whole number from 1 to ${MOST_THREADS}`,
    'memory-limit': 'a size from 16MiB to 1024GiB',
    'dumps-folder': 'a folder, or “default”',
    theme: 'system, dark or light',
    notifications: 'on or off',
  },
  changed: (key: string, value: string) => `${key} is now ${value}.`,
  notes: `
A command line keeps its own defaults, so that a script does the same for everybody; the window's "Copy as command" names
what differs from them.

Examples:
  sluice settings
  sluice settings set threads 8`,
});
