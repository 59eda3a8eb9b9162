/** Characters of the end: the date and time of a dump folder's name, and a little before them. */
const END = 18;
/** Minimum characters of the beginning; a text without as many for the end is not split. */
const MIN = 6;

/** The two parts of a text that is cut between them: joined they are the text. A short one has no end of its own. */
export function splitMiddle(text: string): { readonly start: string; readonly end: string } {
  if (text.length < 2 * MIN) return { start: text, end: '' };
  const at = Math.max(MIN, text.length - END);
  return { start: text.slice(0, at), end: text.slice(at) };
}
