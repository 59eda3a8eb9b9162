import { assertNever } from '../../contract/exhaustive';
import { NAMES_COMMAND, type CompletedCommand, type CompletedOption, type Values } from './tree';

/** Returns the completion script for fish (fish manual, "complete"). Pure. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  return [
    '# sluice completion fish | source',
    'complete -c sluice -f',
    ...commands.flatMap(linesOf),
    '',
  ].join('\n');
}

function linesOf({ path, options, argument, commands }: CompletedCommand): readonly string[] {
  const words = path === '' ? [] : path.split(' ');
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const open =
    commands.length === 0
      ? seen
      : [...seen, `not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`];
  const when = condition(open);
  return [
    ...commands.map(
      ({ name, description }) => `complete -c sluice${when} -a ${quoted(name)} -d ${quoted(description)}`,
    ),
    ...options.map((option) => optionLine(condition(seen), option)),
    ...(argument.kind === 'none' || argument.kind === 'free'
      ? []
      : [`complete -c sluice${when} ${values(argument).replace(/^-x /, '')}`]),
  ];
}

function condition(all: readonly string[]): string {
  return all.length === 0 ? '' : ` -n ${quoted(all.join('; and '))}`;
}

function optionLine(when: string, { flags, description, values: takes }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const rest = takes.kind === 'none' ? '' : ` ${values(takes)}`;
  return `complete -c sluice${when} ${names.join(' ')}${rest} -d ${quoted(description)}`;
}

function values(takes: Values): string {
  switch (takes.kind) {
    case 'none':
    case 'free':
      return '-x';
    case 'choices':
      return `-x -a ${quoted(takes.choices.join(' '))}`;
    case 'files':
      return '-r -F';
    case 'folders':
      return "-x -a '(__fish_complete_directories)'";
    case 'connections':
    case 'jobs':
      return `-x -a '(sluice ${NAMES_COMMAND} ${takes.kind} 2>/dev/null)'`;
    default:
      return assertNever(takes);
  }
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
