const QUOTED = /(['"`])((?:(?!\1)[^\\\n])+)\1/g;
const FILLED_IN = /\$\{[^}]*\}/;
const BESIDE = /^\s*,\s*$/;
/** Call of a function that puts the root before what it is given. */
const FROM_ROOT = /(?:\binRoot\(|\broot,)\s*$/;
const RELATIVE = /^\.\.?(?:\/|$)/;
/** More pieces than any path here has. */
const MOST_PIECES = 8;

/**
 * Paths that a source names in quotes: whole ones, those that stand there in pieces (`join(root, 'app', 'a.ts')`), and
 * what is known of one in which something is filled in.
 * @param tops names of the folders in which paths from the root begin
 * @returns each with its `path`; `isBegin` where only its beginning is known; `mayBeFolder` where all below it may be meant
 */
export function quotedPaths(text, tops) {
  const quoted = [...text.matchAll(QUOTED)].map((match) => ({
    piece: match[2],
    begin: match.index,
    end: match.index + match[0].length,
  }));
  return quoted.flatMap((_, index) => {
    const texts = joinsFrom(quoted, index, text);
    return texts.flatMap((path, at) => partsOf(path, tops, at === texts.length - 1));
  });
}

/** Paths that a piece makes alone and with those beside it; with the root before it only with all of them. */
function joinsFrom(quoted, index, text) {
  const { piece, begin } = quoted[index];
  const joins = [piece];
  for (let at = index + 1; at < quoted.length && at < index + MOST_PIECES; at += 1) {
    if (!BESIDE.test(text.slice(quoted[at - 1].end, quoted[at].begin))) break;
    joins.push(`${joins.at(-1)}/${quoted[at].piece}`);
  }
  const isFromRoot = FROM_ROOT.test(text.slice(Math.max(0, begin - 40), begin));
  return joins.length === 1 && isFromRoot ? [piece, `${piece}/`] : joins;
}

function partsOf(path, tops, isWhole) {
  const parts = path.split(FILLED_IN);
  return parts.flatMap((part, index) => {
    if (part === '' || (index > 0 && !part.startsWith('/'))) return [];
    const known = index > 0 ? part.slice(1) : part;
    const isBegin = index < parts.length - 1;
    const isPlace = known.includes('/') && (RELATIVE.test(known) || tops.has(known.split('/')[0]));
    return isBegin && !isPlace ? [] : [{ path: known, isBegin, mayBeFolder: isPlace && isWhole }];
  });
}
