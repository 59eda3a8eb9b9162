import { resolve } from 'path';
import type { Command } from 'commander';
import { suitableThreads } from '../../engine/threads';
import { settingsSchema, type Settings } from '../../contract/settings';
import { settingsFile } from '../../storage/places';
import { SettingsStore } from '../../storage/settings';
import { settingsFailures, settingsText } from '../../text/cli/saved/settings';
import type { ExitCode } from '../exit';
import { parseSize } from '../options/arguments';
import { printLines } from '../output/printable';
import { settingsHelp } from '../../text/cli/help/own/settings';

/** One setting: its key on the command line, as it is printed, and as it is read. */
interface Setting {
  readonly key: keyof typeof settingsText.takes;
  readonly shown: (settings: Settings) => string;
  readonly read: (text: string) => Partial<Settings>;
}

const MIB = 1_048_576;

const SETTINGS: readonly Setting[] = [
  {
    key: 'threads',
    shown: ({ threads }) => String(threads),
    read: (text) => ({ threads: Number(text) }),
  },
  {
    key: 'memory-limit',
    shown: ({ memoryLimitBytes }) => `${memoryLimitBytes / MIB}MiB`,
    read: (text) => ({ memoryLimitBytes: parseSize(text) }),
  },
  {
    key: 'dumps-folder',
    shown: ({ dumpsFolder }) => dumpsFolder ?? DEFAULT_FOLDER,
    read: (text) => ({ dumpsFolder: text === DEFAULT_FOLDER ? null : resolve(text) }),
  },
  {
    key: 'theme',
    shown: ({ appearance }) => appearance,
    read: (text) => ({ appearance: text as Settings['appearance'] }),
  },
  {
    key: 'notifications',
    shown: ({ notifications }) => (notifications ? 'on' : 'off'),
    read: (text) => (text === 'on' || text === 'off' ? { notifications: text === 'on' } : {}),
  },
];

/** The folder of Sluice among the user's documents. */
const DEFAULT_FOLDER = 'default';

const openStore = () => new SettingsStore(settingsFile(), suitableThreads());

export function addSettingsCommand(program: Command, finish: (code: ExitCode) => void): void {
  const settings = program
    .command('settings')
    .description(settingsText.description)
    .option('--json', settingsHelp.options.json, false)
    .addHelpText('after', settingsText.notes)
    .action(async ({ json }: { readonly json: boolean }) => {
      const stored = await openStore().read();
      printLines(json ? [JSON.stringify(stored)] : settingsLines(stored));
      finish(0);
    });
  settings
    .command('set')
    .description(settingsText.set)
    .argument('<key>', settingsText.key)
    .argument('<value>', settingsText.value)
    .action(async (key: string, value: string, _options: unknown, command: Command) => {
      const setting = settingOf(key);
      const stored = await openStore().change(changeOf(setting, value));
      const { json } = command.optsWithGlobals<{ readonly json: boolean }>();
      printLines([json ? JSON.stringify(stored) : settingsText.changed(key, setting.shown(stored))]);
      finish(0);
    });
}

/** One setting a line, as `key  value`. */
export function settingsLines(settings: Settings): readonly string[] {
  return SETTINGS.map(({ key, shown }) => `${key.padEnd(14)}  ${shown(settings)}`);
}

function settingOf(key: string): Setting {
  const found = SETTINGS.find((setting) => setting.key === key);
  if (found === undefined)
    throw settingsFailures.unknownKey({ key, known: SETTINGS.map((setting) => setting.key) });
  return found;
}

function changeOf({ key, read }: Setting, value: string): Partial<Settings> {
  const change = settingsSchema.partial().safeParse(readable(() => read(value)));
  if (change.success && Object.keys(change.data).length > 0) return change.data as Partial<Settings>;
  throw settingsFailures.badValue({ key, value, takes: settingsText.takes[key] });
}

/** An empty change where the text can't be read. */
function readable(read: () => Partial<Settings>): Partial<Settings> {
  try {
    return read();
  } catch {
    return {};
  }
}
