import type { ColumnFacts } from './tables';

/**
 * Returns whether the texts of an ENUM's or a SET's values identify all of them, so that each is stored again by its
 * text. Not where a member is empty (its text is also that of an ENUM's error value or of an empty SET), where it has
 * characters that the server does not print in the definition (`?` replaces them) or that are lost on the way through
 * utf8mb4, or where the collation may take two members for one. In doubt it is false. Pure.
 */
export function areValuesDistinct({
  columnType,
  charset,
  collation,
  lossyText,
}: Pick<ColumnFacts, 'columnType' | 'charset' | 'collation' | 'lossyText'>): boolean {
  const members = membersOf(columnType);
  if (members.some((member) => member === '' || !isPrinted(member))) return false;
  if (!members.every(isPlain) && (lossyText === true || charset === null || charset === 'binary'))
    return false;
  if (collation?.endsWith('_bin') === true) return true;
  const folded = members.map(fold);
  return folded.every((member) => /^[\0-\x7f\u0370-\u04ff]*$/.test(member)) && isSet(folded);
}

/**
 * Returns the members' texts. A quote in one is doubled; a backslash may be itself or an escape, which are not told
 * apart.
 */
export function membersOf(columnType: string): readonly string[] {
  const quoted = columnType.match(/'(?:[^']|'')*'/g) ?? [];
  return quoted.map((text) => text.slice(1, -1).replace(/''/g, "'"));
}

function isPrinted(member: string): boolean {
  return !/[?\u{fffd}\u{10000}-\u{10ffff}]/u.test(member);
}

/** Returns whether a member has only characters that every character set has at the same codes. */
function isPlain(member: string): boolean {
  return /^[A-Za-z0-9 !"%&'()*+,\-./:;<=>_]*$/.test(member);
}

/** Folds case and accents, as the least exact collations do. */
function fold(member: string): string {
  return member.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trimEnd();
}

function isSet(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
