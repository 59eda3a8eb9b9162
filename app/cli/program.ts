import { Command } from 'commander';
import { commandGroups } from '../text/cli/groups';
import { addCompletionCommand } from './commands/completion';
import { addConnectionsCommand } from './commands/connections';
import { addDemoCommand } from './commands/demo';
import { addDumpCommand } from './commands/dump';
import { addGrantsCommand } from './commands/grants';
import { addHistoryCommand } from './commands/history';
import { addInspectCommand } from './commands/inspect';
import { addJobsCommand } from './commands/jobs';
import { addLoadCommand } from './commands/load';
import { addMigrateCommand } from './commands/migrate';
import { addRunCommand } from './commands/run-job';
import { addSandboxCommand } from './commands/sandbox';
import { addSchemaCommand } from './commands/schema';
import { addScheduleCommand } from './commands/schedule';
import { addSettingsCommand } from './commands/settings';
import { addVerifyCommand } from './commands/verify';
import { addRestoreSettingsCommand } from './commands/restore-server-settings';
import { SLUICE_VERSION } from './context';
import { EXIT_CODES, type ExitCode } from './exit';
import { describeOption } from './help';
import { refuseSecondValues } from './options/once';

const NOTES = `
Exit codes, of every command:
${Object.entries(EXIT_CODES)
  .map(([code, meaning]) => `  ${code.padEnd(4)} ${meaning}`)
  .join('\n')}

Options that take names, pairs, rules or accounts take several, with commas between them, and may be given several times.

Passwords come from SLUICE_PASSWORD (or SLUICE_SOURCE_PASSWORD and SLUICE_TARGET_PASSWORD), an option file, the program
that a saved connection names for it, or a prompt; never from an argument.
Ctrl+C, kill and a closed terminal cancel a run: its locks are released and changed settings restored. To let it outlive
its terminal, start it in tmux or screen, or with setsid.`;

const COMMANDS = [
  {
    group: commandGroups.move,
    commands: [addDumpCommand, addLoadCommand, addMigrateCommand, addVerifyCommand],
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
  const program = new Command('sluice');
  program
    .description('Dump, load, migrate and verify MySQL and MariaDB databases on many threads.')
    .version(SLUICE_VERSION)
    .addHelpText('after', NOTES)
    .configureHelp({ optionDescription: describeOption })
    .exitOverride();
  for (const { group, commands } of COMMANDS) {
    program.commandsGroup(group);
    for (const add of commands) add(program, finish);
  }
  overrideExits(program);
  refuseSecondValues(program);
  return program;
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
