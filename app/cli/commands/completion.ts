import { Argument, type Command } from 'commander';
import { SavedJobs } from '../../jobs/saved-jobs';
import { jobsFile } from '../../storage/places';
import { completionText } from '../../text/cli/completion';
import { bashCompletion } from '../completion/bash';
import { fishCompletion } from '../completion/fish';
import { completedCommands, type CompletedCommand } from '../completion/tree';
import { zshCompletion } from '../completion/zsh';
import type { ExitCode } from '../exit';
import { knownConnections } from '../options/server';

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const NAMES: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  connections: async () => (await knownConnections()).map(({ name }) => name),
  jobs: async () => (await new SavedJobs(jobsFile()).list()).map(({ name }) => name),
};

export function addCompletionCommand(program: Command, finish: (code: ExitCode) => void): void {
  const completion = program
    .command('completion')
    .description(completionText.description)
    .addArgument(new Argument('<shell>', completionText.shell).choices(Object.keys(SCRIPTS)))
    .addHelpText('after', completionText.examples)
    .action((shell: string) => {
      process.stdout.write(SCRIPTS[shell]?.(completedCommands(program)) ?? '');
      finish(0);
    });
  completion
    .command('names', { hidden: true })
    .description(completionText.names)
    .addArgument(new Argument('<kind>', completionText.namesKind).choices(Object.keys(NAMES)))
    .action(async (kind: string) => {
      const names = (await NAMES[kind]?.()) ?? [];
      // A name with a line break would be two.
      process.stdout.write(
        names
          .filter((name) => !name.includes('\n'))
          .map((name) => `${name}\n`)
          .join(''),
      );
      finish(0);
    });
}
