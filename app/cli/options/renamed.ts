import { programText } from '../../text/cli/program';

/** Old spellings of the command line, which keep working. */

/** The words that replace an old option, given the value that follows it; null where this value is still written so. */
interface Replacement {
  readonly takesValue: boolean;
  readonly words: (value: string) => readonly string[] | null;
}

const flag = (now: string): Replacement => ({ takesValue: false, words: () => [now] });
const valued = (now: string): Replacement => ({ takesValue: true, words: (value) => [now, value] });

const ROW_VERSIONS = { '--history': valued('--row-versions') };
const ROLL_BACK = { '--abandon': flag('--roll-back') };
const COMPARE_SOURCE = { '--source': valued('--compare-source') };

const RENAMED: Readonly<Record<string, Readonly<Record<string, Replacement>>>> = {
  dump: { '--structure-only': flag('--ddl-only'), ...ROW_VERSIONS },
  migrate: { ...ROW_VERSIONS, ...ROLL_BACK },
  grants: { '--structure-only': flag('--ddl-only') },
  load: {
    ...COMPARE_SOURCE,
    ...ROLL_BACK,
    '--verify': {
      takesValue: true,
      words: (value) => (value === 'checksum' ? ['--checksum'] : value === 'rows' ? [] : null),
    },
  },
  verify: COMPARE_SOURCE,
};

const RENAMED_COMMANDS: Readonly<Record<string, string>> = {
  sandbox: 'practice',
  'restore-settings': 'restore-server-settings',
};

/** Arguments in today's spelling, with a line for each old one. */
export interface Respelled {
  readonly words: readonly string[];
  readonly hints: readonly string[];
}

/** Replaces old spellings of a command and its options; the words behind `--` are no options. */
export function respell(argv: readonly string[]): Respelled {
  const [typed = '', ...rest] = argv;
  const command = RENAMED_COMMANDS[typed] ?? typed;
  const hints = command === typed ? [] : [programText.renamedCommand(typed, command)];
  const renamed = RENAMED[command] ?? {};
  const words: string[] = typed === '' ? [] : [command];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (word === '--') return { words: [...words, ...rest.slice(at)], hints };
    const [option = '', ...joined] = word.split('=');
    const replacement = Object.entries(renamed).find(([name]) => name === option)?.[1];
    const isJoined = joined.length > 0;
    const value = isJoined ? joined.join('=') : (rest[at + 1] ?? '');
    const now = replacement?.words(value) ?? null;
    // Without its value an old option is no usage that can be read; nor is a switch with one.
    const isReadable = replacement?.takesValue === true ? isJoined || at + 1 < rest.length : !isJoined;
    if (replacement === undefined || now === null || !isReadable) {
      words.push(word);
      continue;
    }
    words.push(...now);
    hints.push(hintOf(option, value, now));
    if (replacement.takesValue && !isJoined) at += 1;
  }
  return { words, hints };
}

function hintOf(option: string, value: string, [now]: readonly string[]): string {
  if (now === undefined) return programText.isDefault(option, value);
  return programText.renamed(now === '--checksum' ? `${option} ${value}` : option, now);
}
