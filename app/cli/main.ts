import { Command, CommanderError } from 'commander';
import { SluiceError } from '../contract/failure';
import { failureOf } from '../engine/failures';
import { addConnectionsCommand } from './commands/connections';
import { addDemoCommand } from './commands/demo';
import { addDumpCommand } from './commands/dump';
import { addHistoryCommand } from './commands/history';
import { addInspectCommand } from './commands/inspect';
import { addJobsCommand } from './commands/jobs';
import { addLoadCommand } from './commands/load';
import { addMigrateCommand } from './commands/migrate';
import { addRestoreSettingsCommand, reminder, RESTORE_COMMAND } from './commands/restore-settings';
import { addRunCommand } from './commands/run-job';
import { addSandboxCommand } from './commands/sandbox';
import { addScheduleCommand } from './commands/schedule';
import { addSettingsCommand } from './commands/settings';
import { addVerifyCommand } from './commands/verify';
import { reportFailure, SLUICE_VERSION } from './context';
import { exitCodeOfFailure, type ExitCode } from './exit';
import { watchOutput } from './interrupt';

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 usage, 3 incomplete but resumable, 130 cancelled.
Passwords come from SLUICE_PASSWORD (or SLUICE_SOURCE_PASSWORD and SLUICE_TARGET_PASSWORD), an option file, the program
that a saved connection names for it, or a prompt; never from an argument.
Ctrl+C, kill and a closed terminal cancel a run: its locks are released and changed settings put back. To let it outlive
its terminal, start it in tmux or screen, or with setsid.`;

const COMMANDS = [
  addDumpCommand,
  addLoadCommand,
  addMigrateCommand,
  addVerifyCommand,
  addInspectCommand,
  addJobsCommand,
  addRunCommand,
  addScheduleCommand,
  addConnectionsCommand,
  addHistoryCommand,
  addSettingsCommand,
  addRestoreSettingsCommand,
  addSandboxCommand,
  addDemoCommand,
];

/** Reads the arguments, runs one command and gives its exit code. */
async function run(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('sluice');
  const finish = (ended: ExitCode) => {
    code = ended;
  };
  program
    .description('Dumps, loads, migrates and verifies MySQL and MariaDB databases on many threads.')
    .version(SLUICE_VERSION)
    .addHelpText('after', EXIT_CODES)
    .exitOverride();
  for (const add of COMMANDS) add(program, finish);
  overrideExits(program);
  try {
    if (argv[0] !== RESTORE_COMMAND) await remind();
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, argv.includes('--json'));
  }
}

/** On the stream that no script reads; what can't be read now is told by whoever needs it. */
async function remind(): Promise<void> {
  const words = await reminder().catch(() => null);
  if (words !== null) process.stderr.write(`Warning: ${words}\n`);
}

/** Commander copies its settings to commands made later, not to those that are there. */
function overrideExits(command: Command): void {
  for (const child of command.commands) {
    child.exitOverride();
    overrideExits(child);
  }
}

function failed(error: unknown, json: boolean): ExitCode {
  if (error instanceof CommanderError) {
    // Commander has said it already; --help and --version are no errors.
    if (error.exitCode === 0) return 0;
    if (json) reportFailure(true, new SluiceError('usage', error.message).failure);
    return 2;
  }
  const failure = failureOf(error);
  reportFailure(json, failure);
  return exitCodeOfFailure(failure);
}

watchOutput();
run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
