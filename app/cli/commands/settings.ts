import type { Command } from 'commander';
import { suitableThreads } from '../../engine/threads';
import type { Settings } from '../../contract/settings';
import { settingsFile } from '../../storage/places';
import { SettingsStore } from '../../storage/settings';
import type { ExitCode } from '../exit';

export function addSettingsCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('settings')
    .description('Print the window’s defaults for new dumps and loads.')
    .option('--json', 'print one JSON object', false)
    .addHelpText('after', NOTE)
    .action(async ({ json }: { readonly json: boolean }) => {
      const settings = await new SettingsStore(settingsFile(), suitableThreads()).read();
      process.stdout.write(json ? `${JSON.stringify(settings)}\n` : settingsText(settings));
      finish(0);
    });
}

const NOTE = `
They are changed in the window. A command line keeps its own defaults, so that a script does the same for everybody;
the window's "Copy as command" names what differs from them.`;

const MIB = 1_048_576;

/** One setting a line. */
export function settingsText(settings: Settings): string {
  const { threads, memoryLimitBytes, dumpsFolder, appearance, notifications } = settings;
  return [
    `Threads: ${threads}`,
    `Memory limit: ${memoryLimitBytes / MIB} MiB`,
    `Dumps go to: ${dumpsFolder ?? '“Sluice dumps” among the documents'}`,
    `Theme: ${appearance}`,
    `Notifications: ${notifications ? 'on' : 'off'}`,
    '',
  ].join('\n');
}
