/**
 * Patterns over the names of objects: `%` and `*` stand for any characters, also for none; a backslash takes the
 * character behind it as it is. Names are compared letter for letter, as the servers do on Linux.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  return new RegExp(`^${tokens(pattern).map(toRegex).join('')}$`, 'su').test(name);
}

/** The one name that a pattern without wildcards stands for; null where it has wildcards. */
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

/** The text as a part of a regular expression that stands for just itself. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, (special) => `\\${special}`);
}
