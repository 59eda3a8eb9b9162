/** Glyphs of the end to keep: the date and time of a dump folder's name, and a little before them. */
const END = 18;
/** Glyphs of the beginning to keep, where there is room for as many at the end. */
const MIN_START = 4;

/** A character with the marks that combine with it: never cut in two. */
const GLYPH = /\P{M}\p{M}*|\p{M}+/gu;

export function glyphsOf(text: string): readonly string[] {
  return text.match(GLYPH) ?? [];
}

/**
 * Numbers of glyphs to keep at both ends of a text that is too wide, with an ellipsis between them: as many as fit.
 * Null where the whole text fits. All widths are in pixels.
 * @param count glyphs of the text
 * @param widthOf width of the glyphs from one index up to another
 */
export function fitMiddle(
  count: number,
  room: number,
  ellipsis: number,
  widthOf: (from: number, to: number) => number,
): { readonly start: number; readonly end: number } | null {
  if (widthOf(0, count) <= room) return null;
  const fits = (kept: number): boolean => {
    const { start, end } = halvesOf(kept);
    return widthOf(0, start) + ellipsis + widthOf(count - end, count) <= room;
  };
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return halvesOf(low);
}

function halvesOf(kept: number): { readonly start: number; readonly end: number } {
  const start = Math.max(Math.min(MIN_START, Math.ceil(kept / 2)), kept - END);
  return { start, end: kept - start };
}
