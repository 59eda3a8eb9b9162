import { quoteText } from '../text/quote';

/** Formats the account of a session, `user@host`, for statements. */
export function granteeOf(account: string): string {
  const at = account.lastIndexOf('@');
  return `${quoteText(account.slice(0, at))}@${quoteText(account.slice(at + 1))}`;
}

/** Formats a schema's name for a GRANT on just this schema. */
export function grantPattern(schema: string): string {
  return schema.replace(/[_%\\]/g, (character) => `\\${character}`);
}
