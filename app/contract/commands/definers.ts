import type { Account, DefinerWish } from '../runs/options';
import { escaped, guardPattern, splitPatterns, withoutEscapes } from './pattern';

/** Accounts that are replaced as definers. */
export type AccountMap = Extract<DefinerWish, { kind: 'map' }>['accounts'];

/** Writes an account as `user@host`. */
export function accountText({ user, host }: Account): string {
  return `${user}@${host}`;
}

/** Reads `user@host`; null where the text is no account. The user's name may hold an @, the host may not. */
export function readAccount(text: string): Account | null {
  const at = text.lastIndexOf('@');
  if (at <= 0 || at === text.length - 1) return null;
  return { user: text.slice(0, at), host: text.slice(at + 1) };
}

/** Writes one replacement as `user@host=user@host`; commas, equals signs and backslashes of names are escaped. */
export function mappedText({ from, to }: AccountMap[number]): string {
  return [from, to].map((account) => guardPattern(escaped(accountText(account)), ',=')).join('=');
}

/** Reads one replacement; null where the text is none. */
export function readMapped(text: string): AccountMap[number] | null {
  const [from = null, to = null, ...rest] = splitPatterns(text, '=').map((part) =>
    readAccount(withoutEscapes(part)),
  );
  return from === null || to === null || rest.length > 0 ? null : { from, to };
}
