/**
 * Characters that a terminal obeys instead of showing them: of C0 all but tab and line feed, DEL, C1, and those that turn
 * the direction of writing. Names, remarks and a server's own messages may hold any of them.
 */
const OBEYED =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text whose every character is one to be read: `\u001b` stands for an escape, in JSON too. */
export function printable(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Lines on standard output, for people or of JSON. */
export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${printable(lines.join('\n'))}\n`);
}

/** Lines that are no result, on standard error. */
export function tellLines(lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(`${printable(lines.join('\n'))}\n`);
}
