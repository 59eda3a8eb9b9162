/** Quotes a text so that a POSIX shell reads it as exactly one word. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}

export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** The words that a POSIX shell would read from a text, or why only a shell can execute it. */
export type ReadWords =
  | { readonly kind: 'words'; readonly words: readonly [program: string, ...rest: string[]] }
  | { readonly kind: 'refused'; readonly why: 'empty' | 'open-quote' | 'needs-shell' };

/** The pieces of a word, one after the other: quoted singly, quoted doubly, after a backslash, or bare. */
const PARTS = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/g;
const WORDS = new RegExp(`(?:${PARTS.source})+`, 'g');
/** Characters that a shell does not read literally: outside quotes, and within double quotes. */
const EXPANDED = /[|&;<>()$`*?~#![\]{}]/;
const EXPANDED_QUOTED = /^(?:[^\\]|\\[^])*?[$`]/;

/** Splits a command into words as a POSIX shell does. Refuses what a shell would expand, redirect or join. */
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
