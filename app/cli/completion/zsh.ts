import { assertNever } from '../../contract/exhaustive';
import { NAMES_COMMAND, type CompletedCommand, type CompletedOption, type Values } from './tree';

/** Returns the completion script for zsh (zsh manual, "Completion System": _arguments and _describe). Pure. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return [
    '#compdef sluice',
    '# source <(sluice completion zsh)',
    '_sluice_names() {',
    '  local -a names',
    `  names=("\${(@f)$(sluice ${NAMES_COMMAND} "$1" 2>/dev/null)}")`,
    '  compadd -a names',
    '}',
    ...commands.flatMap(commandFunction),
    'compdef _sluice sluice',
    '',
  ].join('\n');
}

function commandFunction(command: CompletedCommand): readonly string[] {
  const { path, options, argument, commands } = command;
  const specs = options.flatMap(optionSpecs);
  if (commands.length === 0)
    return [
      `${functionOf(path)}() {`,
      `  _arguments ${[...specs, ...argumentSpec(argument)].map(quoted).join(' \\\n    ')}`,
      '}',
    ];
  return [
    `${functionOf(path)}() {`,
    '  local -a commands',
    `  commands=(${commands.map(({ name, description }) => quoted(`${name}:${escaped(description)}`)).join(' ')})`,
    '  local state',
    `  _arguments -C ${[...specs, '1: :->command', '*:: :->rest'].map(quoted).join(' \\\n    ')}`,
    '  case $state in',
    '    command) _describe command commands ;;',
    '    rest)',
    '      case $words[1] in',
    ...commands.map(
      ({ name }) => `        ${name}) ${functionOf(path === '' ? name : `${path} ${name}`)} ;;`,
    ),
    '      esac ;;',
    '  esac',
    '}',
  ];
}

const functionOf = (path: string) => `_sluice${path === '' ? '' : `_${path.replace(/[ -]/g, '_')}`}`;

function optionSpecs({ flags, description, values }: CompletedOption): readonly string[] {
  return flags.map(
    (flag) => `${flag}[${escaped(description)}]${values.kind === 'none' ? '' : `:value:${action(values)}`}`,
  );
}

function argumentSpec(argument: Values): readonly string[] {
  return argument.kind === 'none' ? [] : [`1:argument:${action(argument)}`];
}

function action(values: Values): string {
  switch (values.kind) {
    case 'none':
    case 'free':
      return ' ';
    case 'choices':
      return `(${values.choices.join(' ')})`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'connections':
    case 'jobs':
      return `_sluice_names ${values.kind}`;
    default:
      return assertNever(values);
  }
}

const escaped = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
const quoted = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;
