import { quoteText } from '../text/quote';

/** Formats the account of a session, `user@host`, for statements. */
export function granteeOf(account: string): string {
  const at = account.lastIndexOf('@');
  return `${quoteText(account.slice(0, at))}@${quoteText(account.slice(at + 1))}`;
}

const WILDCARD = /\\([_%\\])|([_%])/g;

/** Returns the wildcards of a GRANT's schema: those before which no backslash is. */
export function wildcardsIn(pattern: string): ReadonlySet<string> {
  return new Set([...pattern.matchAll(WILDCARD)].flatMap(([, , wildcard]) => wildcard ?? []));
}

/** Removes the backslashes of {@link grantPattern}. */
export function nameOfPattern(pattern: string): string {
  return pattern.replace(WILDCARD, (_, escaped?: string, wildcard?: string) => escaped ?? wildcard ?? '');
}

/** Formats a schema's name for a GRANT on just this schema. */
export function grantPattern(schema: string): string {
  return schema.replace(/[_%\\]/g, (character) => `\\${character}`);
}
