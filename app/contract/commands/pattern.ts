/**
 * Matches names of objects against patterns: `%` and `*` match any characters, also none; a backslash escapes the
 * character behind it. Names are compared case-sensitively, as the servers do on Linux.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  return patternMatcher(pattern)(name);
}

/** Matcher for many names: the pattern is parsed once. */
export function patternMatcher(pattern: string): (name: string) => boolean {
  const expression = new RegExp(`^${tokens(pattern).map(toRegex).join('')}$`, 'su');
  return (name) => expression.test(name);
}

/** The parts between the separators that no backslash precedes; what a backslash takes stays with its backslash. */
export function splitPatterns(text: string, separator: string): readonly string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/\\.|./gsu)) {
    if (token === separator) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${token}`);
  }
  return parts;
}

/** Items with commas between them, and perhaps spaces around them; a backslash keeps the character behind it with its item. */
export function splitItems(text: string): readonly string[] {
  return splitPatterns(text, ',').map((item) => item.replace(/^\s+/, '').replace(/([^\\])\s+$/, '$1'));
}

/** Escapes the separators of a pattern: {@link splitPatterns} returns it in one piece. */
export function guardPattern(pattern: string, separators: string): string {
  const guarded = [...pattern.matchAll(/\\.|./gsu)].map(([token]) =>
    separators.includes(token) ? `\\${token}` : token,
  );
  // Lists may have spaces around their items.
  return guarded.join('').replace(/^\s/, (space) => `\\${space}`);
}

/** Escapes the backslashes of a name. */
export function escaped(name: string): string {
  return name.replace(/\\/g, '\\\\');
}

/** Removes the backslash escapes from a name. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gsu, '$1');
}

/** The one name that a pattern without wildcards matches; null where it has wildcards. */
export function literalOf(pattern: string): string | null {
  const parts = tokens(pattern);
  return parts.some(({ kind }) => kind === 'wildcard') ? null : parts.map(({ text }) => text).join('');
}

/** The pattern that matches just this name. */
export function patternOf(name: string): string {
  return name.replace(/[%*\\]/g, (special) => `\\${special}`);
}

interface Token {
  readonly kind: 'text' | 'wildcard';
  readonly text: string;
}

function tokens(pattern: string): readonly Token[] {
  return [...pattern.matchAll(/\\(.)|([%*])|([^%*\\]+|\\)/gsu)].map(([, escaped, wildcard, text]): Token =>
    wildcard === undefined
      ? { kind: 'text', text: escaped ?? text ?? '' }
      : { kind: 'wildcard', text: wildcard },
  );
}

function toRegex({ kind, text }: Token): string {
  return kind === 'wildcard' ? '.*' : escapeRegex(text);
}

/** Escapes a text for use in a regular expression. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, (special) => `\\${special}`);
}
