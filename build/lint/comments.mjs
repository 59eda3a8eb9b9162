/**
 * Comments that begin with half a sentence ("What the server says", "Of the table"): a reader must guess their subject.
 * A comment begins with a noun or a verb that stands alone. `npm run lint` runs it as "comments".
 */

const HEADLESS = 'What|Whoever|Who|Of|Which|How|Whether';

/** First words of a doc comment, of a line comment and of a block comment's next line. */
const BEGINNING = new RegExp(`^\\s*(/\\*\\*|///?)?\\s*(\\*)? ?(${HEADLESS})\\b`);

/**
 * All comments with a headless beginning.
 * @param sources a map from path within the repository to text
 * @returns one line each, beginning with file and line
 */
export function objectionsToComments(sources) {
  return [...sources].flatMap(([file, text]) => {
    const lines = text.split('\n');
    return lines.flatMap((line, at) => {
      const word = headlessWord(line, lines[at - 1] ?? '');
      return word === null
        ? []
        : [
            `${file}:${at + 1}: the comment begins with “${word}”. Begin with a noun or a verb that stands alone.`,
          ];
    });
  });
}

/** Word that a comment wrongly begins with; null where `line` begins none, or begins it well. */
function headlessWord(line, before) {
  const [, opening, star, word] = BEGINNING.exec(line) ?? [];
  if (word === undefined) return null;
  if (star !== undefined && opening === undefined) return before.trim() === '/**' ? word : null;
  if (opening === undefined) return null;
  return opening.startsWith('//') && before.trim().startsWith('//') ? null : word;
}
