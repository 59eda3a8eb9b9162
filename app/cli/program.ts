import type { Command } from 'commander';
import { commandGroups } from '../text/cli/groups';
import { addCompletionCommand } from './commands/completion';
import { addConnectionsCommand } from './commands/connections';
import { addConvertCommand } from './commands/convert';
import { addDemoCommand } from './commands/demo';
import { addDumpCommand } from './commands/dump';
import { addGrantsCommand } from './commands/grants';
import { addHistoryCommand } from './commands/history';
import { addInspectCommand } from './commands/inspect';
import { addInspectDumpCommand } from './commands/inspect-dump';
import { addJobsCommand } from './commands/jobs';
import { addLoadCommand } from './commands/load';
import { addMigrateCommand } from './commands/migrate';
import { addProveCommand } from './commands/prove';
import { addRunCommand } from './commands/run-job';
import { addSandboxCommand } from './commands/sandbox';
import { addSchemaCommand } from './commands/schema';
import { addScheduleCommand } from './commands/schedule';
import { addSettingsCommand } from './commands/settings';
import { addVerifyCommand } from './commands/verify';
import { addRestoreSettingsCommand } from './commands/restore-server-settings';
import { SluiceCommand } from './command';
import { SLUICE_VERSION } from './context';
import { EXIT_CODES, type ExitCode } from './exit';
import { describeOption } from './help';
import { refuseSecondValues } from './options/once';
import { programText } from '../text/cli/program';

const NOTES = programText.after(
  Object.entries(EXIT_CODES).map(([code, meaning]) => `  ${code.padEnd(4)} ${meaning}`),
);

const COMMANDS = [
  {
    group: commandGroups.move,
    commands: [
      addDumpCommand,
      addLoadCommand,
      addMigrateCommand,
      addVerifyCommand,
      addInspectDumpCommand,
      addProveCommand,
      addConvertCommand,
    ],
  },
  { group: commandGroups.pages, commands: [addInspectCommand, addGrantsCommand] },
  {
    group: commandGroups.jobs,
    commands: [addJobsCommand, addRunCommand, addScheduleCommand, addHistoryCommand],
  },
  {
    group: commandGroups.own,
    commands: [
      addConnectionsCommand,
      addSettingsCommand,
      addRestoreSettingsCommand,
      addSchemaCommand,
      addCompletionCommand,
    ],
  },
  { group: commandGroups.practice, commands: [addSandboxCommand, addDemoCommand] },
] as const;

/** The command line with all its commands; each tells `finish` its exit code. It throws instead of ending the process. */
export function newProgram(finish: (code: ExitCode) => void): Command {
  const program = new SluiceCommand('sluice');
  program
    .description(programText.description)
    .version(SLUICE_VERSION, '-V, --version', programText.version)
    .helpOption('-h, --help', programText.help)
    .helpCommand('help [command]', programText.help)
    .addHelpText('after', NOTES)
    .configureHelp({ optionDescription: describeOption, styleTitle: titleOf })
    .exitOverride();
  for (const { group, commands } of COMMANDS) {
    program.commandsGroup(group);
    for (const add of commands) add(program, finish);
  }
  overrideExits(program);
  refuseSecondValues(program);
  return program;
}

/** A heading of commander's own, in the language that is spoken. */
function titleOf(title: string): string {
  const titles: Readonly<Record<string, string>> = programText.titles;
  return titles[title] ?? title;
}

/**
 * Overrides the exits of a command and its subcommands: Commander copies its settings to commands added later, not to
 * existing ones.
 */
function overrideExits(command: Command): void {
  for (const child of command.commands) {
    child.exitOverride();
    overrideExits(child);
  }
}
