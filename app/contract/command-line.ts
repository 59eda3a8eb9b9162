/** A word of a POSIX shell's command line that stands for just this text. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}

export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
