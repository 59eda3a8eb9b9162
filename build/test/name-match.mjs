/** A placeholder in a test's name: printf's, Vitest's `$name` or JavaScript's. */
const FILLED_IN = /%[sdifjoOc#$]|\$\{[^}]*\}|\$[\w.]+/;
/** Shorter words stand in every name. */
const TELLING_WORD = /[^\s]{4,}/g;

/**
 * Returns whether a test whose name stands so in its source may have a name that holds `pattern`. Where a table fills names in,
 * it says yes once too often rather than not at all: the test itself is chosen by its name when it has one.
 */
export function mayHold(template, pattern) {
  const parts = template.split(FILLED_IN);
  if (parts.length === 1) return template.includes(pattern);
  const wanted = wordsOf(pattern);
  if (wanted.length === 0 || parts.every((part) => wordsOf(part).length === 0)) return true;
  const met = wanted.filter((word) => parts.some((part) => part.includes(word)));
  return met.length >= wanted.length / 2;
}

const wordsOf = (text) => text.match(TELLING_WORD) ?? [];
