import { shellWord } from '../../contract/commands/command-line';
import { assertNever } from '../../contract/exhaustive';
import { NAMES_COMMAND, type CompletedCommand, type Values } from './tree';

/** Returns the completion script for bash (bash manual, "Programmable Completion"). Pure. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return [
    '# source <(sluice completion bash)',
    '_sluice_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }',
    '_sluice_names() {',
    '  local name',
    `  while IFS= read -r name; do`,
    '    [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")',
    `  done < <(sluice ${NAMES_COMMAND} "$1" 2>/dev/null)`,
    '}',
    '_sluice() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path="" word',
    '  COMPREPLY=()',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$path $word" in',
    ...commands
      .filter(({ path }) => path !== '')
      .map(({ path }) => `      ${arrivesBy(path)}) path=${shellWord(path)} ;;`),
    '    esac',
    '  done',
    '  case "$path $before" in',
    ...commands.flatMap(({ path, options }) =>
      options.flatMap(({ flags, values }) =>
        values.kind === 'none'
          ? []
          : [`    ${flags.map((flag) => `"${path} ${flag}"`).join('|')}) ${completed(values)}; return ;;`],
      ),
    ),
    '  esac',
    '  case "$path" in',
    ...commands.flatMap(({ path, options, argument, commands: children }) => {
      const flags = options.flatMap((option) => option.flags).join(' ');
      const names = children.map(({ name }) => name).join(' ');
      const rest = names === '' ? completed(argument) : `_sluice_words "${names}"`;
      return [`    "${path}") if [[ $cur == -* ]]; then _sluice_words "${flags}"; else ${rest}; fi ;;`];
    }),
    '  esac',
    '}',
    'complete -o filenames -F _sluice sluice',
    '',
  ].join('\n');
}

/** The words before a command and its own, as the loop over the words has them. */
function arrivesBy(path: string): string {
  const words = path.split(' ');
  return `"${words.slice(0, -1).join(' ')} ${words[words.length - 1] ?? ''}"`;
}

function completed(values: Values): string {
  switch (values.kind) {
    case 'none':
    case 'free':
      return ':';
    case 'choices':
      return `_sluice_words "${values.choices.join(' ')}"`;
    case 'files':
      return 'COMPREPLY=($(compgen -f -- "$cur"))';
    case 'folders':
      return 'COMPREPLY=($(compgen -d -- "$cur"))';
    case 'connections':
    case 'jobs':
      return `_sluice_names ${values.kind}`;
    default:
      return assertNever(values);
  }
}
