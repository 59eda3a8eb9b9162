/** A word of a POSIX shell's command line that stands for just this text. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}

export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** What a POSIX shell would make of a text, or why nothing but a shell can carry it out. */
export type ReadWords =
  | { readonly kind: 'words'; readonly words: readonly [program: string, ...rest: string[]] }
  | { readonly kind: 'refused'; readonly why: 'empty' | 'open-quote' | 'needs-shell' };

/** One after the other they are a word: quoted singly, quoted doubly, after a backslash, or bare. */
const PARTS = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/g;
const WORDS = new RegExp(`(?:${PARTS.source})+`, 'g');
/** What a shell does not take as it stands: outside quotes, and within double ones. */
const EXPANDED = /[|&;<>()$`*?~#![\]{}]/;
const EXPANDED_QUOTED = /^(?:[^\\]|\\[^])*?[$`]/;

/** Takes a command apart as a POSIX shell does. What a shell would expand, redirect or join is refused, never changed. */
export function readWords(text: string): ReadWords {
  if (text.replace(WORDS, '').trim() !== '') return { kind: 'refused', why: 'open-quote' };
  const parts = (text.match(WORDS) ?? []).map((word) => [...word.matchAll(PARTS)]);
  if (parts.flat().some(needsShell)) return { kind: 'refused', why: 'needs-shell' };
  const [program, ...rest] = parts.map((word) => word.map(meaningOf).join(''));
  if (program === undefined || program === '') return { kind: 'refused', why: 'empty' };
  return { kind: 'words', words: [program, ...rest] };
}

function needsShell([, , quoted = '', , bare = '']: RegExpMatchArray): boolean {
  return EXPANDED.test(bare) || EXPANDED_QUOTED.test(quoted);
}

function meaningOf([, single, quoted, escaped, bare]: RegExpMatchArray): string {
  return single ?? quoted?.replace(/\\([$`"\\])/g, '$1') ?? escaped ?? bare ?? '';
}
