import { spoken } from '../../contract/language/spoken';

/** Words of the program as a whole. */
export const programText = spoken({
  /** Headings of commander's own. */
  titles: {
    'Usage:': 'Usage:',
    'Arguments:': 'Arguments:',
    'Options:': 'Options:',
    'Commands:': 'Commands:',
  } satisfies Readonly<Record<string, string>>,
  version: 'output the version number',
  help: 'display help for command',
  choices: (choices: readonly string[]) => `choices: ${choices.join(', ')}`,
  default: (value: string) => `default: ${value}`,
  description: 'Dump, load, migrate and verify MySQL and MariaDB databases on many threads.',
  exitCodes: {
    0: 'done',
    1: 'failed after it had begun, or compared and found a difference',
    2: 'usage: the command line can’t be understood, or names what does not exist',
    3: 'done with warnings',
    4: 'incomplete, can be resumed',
    5: 'refused before anything was touched',
    130: 'cancelled (Ctrl+C, kill, a closed terminal)',
  },
  after: (exitCodes: readonly string[]) => `
Exit codes, of every command:
${exitCodes.join('\n')}

Options that take names, pairs, rules or accounts take several, with commas between them, and may be given several times.

Passwords come from SLUICE_PASSWORD (or SLUICE_SOURCE_PASSWORD and SLUICE_TARGET_PASSWORD), an option file, the program
that a saved connection names for it, or a prompt; never from an argument.
Ctrl+C, kill and a closed terminal cancel a run: its locks are released and changed settings restored. To let it outlive
its terminal, start it in tmux or screen, or with setsid.`,
  threadsDefault: (least: number, most: number) => `one per core, ${least} to ${most}`,
  password: (server: string) => `Password for ${server}: `,
  hint: (text: string) => `Hint: ${text}`,
  warning: (text: string) => `Warning: ${text}`,
  renamedCommand: (typed: string, now: string) => `“sluice ${typed}” is now “sluice ${now}”.`,
  renamed: (typed: string, now: string) => `${typed} is now ${now}.`,
  isDefault: (option: string, value: string) => `${option} ${value} is the default now: leave it out.`,
  hookFailed: (problem: string) => `The command of --on-failure failed: ${problem}`,
  hookEnded: (code: number | null) => `it ended with ${String(code)}`,
});
