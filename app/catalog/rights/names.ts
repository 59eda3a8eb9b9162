import { quoteText } from '../text/quote';

/** The account of a session, `user@host`, as statements name it. */
export function granteeOf(account: string): string {
  const at = account.lastIndexOf('@');
  return `${quoteText(account.slice(0, at))}@${quoteText(account.slice(at + 1))}`;
}

/** A schema's name as GRANT takes it for just this schema. */
export function grantPattern(schema: string): string {
  return schema.replace(/[_%\\]/g, (character) => `\\${character}`);
}
