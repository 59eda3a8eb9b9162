/** Difference between a control character and its picture (Unicode, block "Control Pictures"); DEL is apart. */
const PICTURES = 0x2400;
const [DEL, DEL_PICTURE] = ['\x7f', '\u2421'];

/**
 * A name as an input field can hold it: a field of one line drops line breaks, so control characters are shown as their
 * pictures. A name that has such a picture of its own is shown unchanged, because it could not be told apart.
 */
export function visibleName(name: string): string {
  if (/[\u2400-\u2421]/.test(name)) return name;
  return name
    .replace(/[\0-\x1f]/g, (character) => String.fromCharCode(character.charCodeAt(0) + PICTURES))
    .replace(DEL, DEL_PICTURE);
}

/** The name that a field's text stands for; `original` is the name that the field was filled with. */
export function nameOfVisible(shown: string, original: string): string {
  if (visibleName(original) === original) return shown;
  return shown
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - PICTURES))
    .replace(DEL_PICTURE, DEL);
}
