/**
 * Characters that a terminal obeys instead of showing them: of C0 all but tab and line feed, DEL, C1, and those that turn
 * the direction of writing. Names, remarks and a server's own messages may hold any of them.
 */
const OBEYED =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Makes every character of a text printable: `\u001b` replaces an escape, in JSON too. */
export function printable(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A line as people and logs are shown it. It may hold line breaks, as statements do and names may: what follows one is
 * set in, so that no name makes a line of its own that could pass for Sluice's.
 */
function shownLine(line: string): string {
  return printable(line).replace(/\n(?=[^])/g, '\n    ');
}

/** A line that takes up just one on the screen. */
export function singleLine(line: string): string {
  return printable(line).replace(/\n/g, '\\u000a');
}

/** Lines on standard output, for people or of JSON, or on another stream. */
export function printLines(lines: readonly string[], output: NodeJS.WritableStream = process.stdout): void {
  if (lines.length > 0) output.write(`${lines.map(shownLine).join('\n')}\n`);
}

/** Lines that are no result, on standard error. */
export function printToStderr(lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(`${lines.map(shownLine).join('\n')}\n`);
}
