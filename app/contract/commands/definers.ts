import type { Account, DefinerWish } from '../runs/options';
import { escaped, guardPattern, splitPatterns, withoutEscapes } from './pattern';

/** Accounts that are replaced as definers. */
export type AccountMap = Extract<DefinerWish, { kind: 'map' }>['accounts'];

/** Writes an account as `user@host`. */
export function accountText({ user, host }: Account): string {
  return `${user}@${host}`;
}

/** Writes an account so that {@link readAccount} reads it again, whatever its names are. */
export function accountWord({ user, host }: Account): string {
  return accountText({ user: wordOf(user), host: wordOf(host) });
}

/**
 * Splits `user@host` as servers print it without quotes; null where the text is no account. The user's name may hold
 * an @, the host may not.
 */
export function splitAccount(text: string): Account | null {
  const at = text.lastIndexOf('@');
  if (at <= 0 || at === text.length - 1) return null;
  return { user: text.slice(0, at), host: text.slice(at + 1) };
}

/** Reads `user@host`, each plain or quoted as in SQL; null where the text is no account. */
export function readAccount(text: string): Account | null {
  const split = splitAccount(text);
  if (split === null) return null;
  const [user, host] = [nameOf(split.user), nameOf(split.host)];
  return user === '' || host === '' ? null : { user, host };
}

const QUOTED = /^(['"`])(.*)\1$/s;

function wordOf(name: string): string {
  return QUOTED.test(name) || name.trim() !== name || name.startsWith('map:')
    ? `\`${name.replace(/`/g, '``')}\``
    : name;
}

function nameOf(word: string): string {
  const trimmed = word.trim();
  const [, quote = '', inside] = QUOTED.exec(trimmed) ?? [];
  return inside === undefined ? trimmed : inside.split(quote + quote).join(quote);
}

/** Writes one replacement as `user@host=user@host`; commas, equals signs and backslashes of names are escaped. */
export function mappedText({ from, to }: AccountMap[number]): string {
  return [from, to].map((account) => guardPattern(escaped(accountWord(account)), ',=')).join('=');
}

/** Reads one replacement, as {@link mappedText} writes it or with quoted names; null where the text is none. */
export function readMapped(text: string): AccountMap[number] | null {
  const [from = null, to = null, ...rest] = splitPatterns(text, '=').map((part) =>
    readAccount(withoutEscapes(part)),
  );
  return from === null || to === null || rest.length > 0 ? null : { from, to };
}
