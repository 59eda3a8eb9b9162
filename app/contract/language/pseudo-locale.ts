const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ';
/** As much longer as German or Finnish often is. */
const GROWTH = 1.4;
const OPENING = '[!! ';
const CLOSING = ' !!]';
const PADDING = ' ~';

/** A catalogue in the pseudo-locale. Names and other strings that a sentence is given stay as they are. */
export function inPseudoLocale<Catalogue>(catalogue: Catalogue): Catalogue {
  return converted(catalogue, []) as Catalogue;
}

function converted(entry: unknown, spared: readonly string[]): unknown {
  if (typeof entry === 'string') return pseudoSentence(entry, spared);
  if (typeof entry === 'function') {
    const inEnglish = entry as (...values: readonly unknown[]) => unknown;
    return (...values: readonly unknown[]) => converted(inEnglish(...values), stringsIn(values));
  }
  if (Array.isArray(entry)) return entry.map((each) => converted(each, spared));
  if (typeof entry !== 'object' || entry === null) return entry;
  return Object.fromEntries(Object.entries(entry).map(([key, each]) => [key, converted(each, spared)]));
}

/** Kinds of objects, of which a catalogue makes words: they travel as values and are no names. */
const KINDS = new Set([
  ...['schema', 'table', 'view', 'sequence', 'routine', 'function', 'procedure', 'package', 'library'],
  ...['trigger', 'event', 'account', 'index', 'column', 'source', 'target', 'dump', 'load', 'row'],
]);

/** Properties that hold a code, of which a catalogue makes words. */
const CODES = new Set(['kind', 'purpose', 'act']);

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' || KINDS.has(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (CODES.has(key) ? [] : stringsIn(each)));
}

/**
 * `Drop shop` as `[!! Ḓřǿƥ shop !!]`, where `shop` is spared. A word is the same in each sentence: the label of a button
 * stays part of its longer name for screen readers.
 */
function pseudoSentence(sentence: string, spared: readonly string[]): string {
  if (!/[A-Za-z]/.test(sentence)) return sentence;
  const strange = partsOf(sentence, spared)
    .map(({ text, isSpared }) => (isSpared ? text : text.replace(/[A-Za-z]/g, accent)))
    .join('');
  const missing = Math.ceil(sentence.length * GROWTH) - OPENING.length - strange.length - CLOSING.length;
  return `${OPENING}${strange}${PADDING.repeat(Math.max(0, Math.ceil(missing / PADDING.length)))}${CLOSING}`;
}

function accent(letter: string): string {
  return ACCENTED.charAt(PLAIN.indexOf(letter));
}

function partsOf(
  sentence: string,
  spared: readonly string[],
): readonly { readonly text: string; readonly isSpared: boolean }[] {
  const first = spared
    .map((text) => ({ text, at: sentence.indexOf(text) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || other.text.length - one.text.length)[0];
  if (first === undefined) return [{ text: sentence, isSpared: false }];
  const after = sentence.slice(first.at + first.text.length);
  return [
    { text: sentence.slice(0, first.at), isSpared: false },
    { text: first.text, isSpared: true },
    ...partsOf(after, spared),
  ];
}
