import type { Argument, Command, Option } from 'commander';

/** Values that an option or an argument takes. */
export type Values =
  | { readonly kind: 'none' }
  /** A value that nobody can list. */
  | { readonly kind: 'free' }
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'files' | 'folders' }
  /** Names that a shell asks {@link NAMES_COMMAND} for. */
  | { readonly kind: 'connections' | 'jobs' };

export interface CompletedOption {
  /** `--source`, or `-V`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly values: Values;
}

/** A command with all that can follow it. */
export interface CompletedCommand {
  /** Words that lead to it, such as `jobs list`; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Values of its first argument. */
  readonly argument: Values;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
}

/** Words that print the names of connections or jobs, one a line, behind the program's name. */
export const NAMES_COMMAND = 'completion names';

const PLACEHOLDERS: Readonly<Record<string, Exclude<Values['kind'], 'choices'>>> = {
  dir: 'folders',
  dump: 'files',
  file: 'files',
  'files...': 'files',
  dsn: 'connections',
  server: 'connections',
  job: 'jobs',
};

/** Lists the program and all its commands, each after the one that it belongs to. Pure. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return [describe(program, ''), ...program.commands.flatMap((child) => under(child, ''))];
}

function under(command: Command, before: string): readonly CompletedCommand[] {
  const path = before === '' ? command.name() : `${before} ${command.name()}`;
  return [describe(command, path), ...command.commands.flatMap((child) => under(child, path))];
}

function describe(command: Command, path: string): CompletedCommand {
  const help = command.createHelp();
  return {
    path,
    description: command.description(),
    options: help.visibleOptions(command).map(completedOption),
    argument: argumentValues(command.registeredArguments[0]),
    commands: help
      .visibleCommands(command)
      .map((child) => ({ name: child.name(), description: child.description() })),
  };
}

function completedOption(option: Option): CompletedOption {
  const flags = [option.short, option.long].flatMap((flag) => flag ?? []);
  const takesValue = option.required || option.optional;
  return {
    flags,
    description: option.description,
    values: takesValue ? valuesOf(option.argChoices, /<(.*)>/.exec(option.flags)?.[1]) : { kind: 'none' },
  };
}

function argumentValues(argument: Argument | undefined): Values {
  return argument === undefined ? { kind: 'none' } : valuesOf(argument.argChoices, argument.name());
}

function valuesOf(choices: readonly string[] | undefined, placeholder: string | undefined): Values {
  if (choices !== undefined) return { kind: 'choices', choices };
  return { kind: PLACEHOLDERS[placeholder ?? ''] ?? 'free' };
}
