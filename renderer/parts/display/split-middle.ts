/** As many characters as the date and time at the end of a dump folder's name take, and a little of what is before. */
const END = 18;
/** What is left of the beginning at least; a text without as much for the end is not worth two. */
const MIN = 6;

/** The two parts of a text that is cut between them: joined they are the text. A short one has no end of its own. */
export function splitMiddle(text: string): { readonly start: string; readonly end: string } {
  if (text.length < 2 * MIN) return { start: text, end: '' };
  const at = Math.max(MIN, text.length - END);
  return { start: text.slice(0, at), end: text.slice(at) };
}
