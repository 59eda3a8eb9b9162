import { createHash } from 'crypto';
import { readAccountNames, readAccounts } from '../../catalog/privileges/accounts';
import { singleGrants } from '../../catalog/privileges/grant-line';
import type { ControlSession } from '../../catalog/session/control-session';
import { unquoteText } from '../../catalog/text/quote';
import type { CreatedEntry } from '../journal/created-object';

/** Every piece in quotes is an alternative of its own, so that nothing inside one is taken for another. */
const PIECE = /`(?:[^`]|``)*`|(?:\b(AS|USING|PASSWORD|BY) )?(?:'((?:[^'\\]|\\[^]|'')*)'|0x([0-9A-F]+))/gi;
/** A hash of mysql_native_password, whose letters a server may write as capitals. */
const NATIVE_HASH = /^\*[0-9A-F]{40}$/i;

/**
 * Returns a digest of the authentication strings of a CREATE USER, by which an account is recognised however a server
 * prints it; null where one is a password in clear, which the server replaces. The journal can be read by others than
 * those who may read accounts, so it does not hold the strings.
 */
export function authenticationDigest(create: string): string | null {
  const digest = createHash('sha256');
  for (const [, word, text, hex] of create.matchAll(PIECE)) {
    if (word === undefined || text === '') continue;
    if (word.toUpperCase() === 'BY') return null;
    const bytes = text === undefined ? Buffer.from(hex ?? '', 'hex') : Buffer.from(unquoteText(text));
    const written = bytes.toString('latin1');
    digest.update(NATIVE_HASH.test(written) ? written.toUpperCase() : bytes.toString('hex')).update(';');
  }
  return digest.digest('hex');
}

/**
 * Returns whether an account whose creation was not confirmed is the load's: it did not exist when the entry was
 * written, signs in as the entry says, and has no privilege and no role. A load grants nothing before all its accounts
 * are confirmed.
 */
export async function isUntouchedAccount(
  session: ControlSession,
  { name, authentication = null }: Pick<CreatedEntry, 'name' | 'authentication'>,
): Promise<boolean> {
  const listed = (await readAccountNames(session)).find(({ account }) => account === name);
  if (listed === undefined) return false;
  const [found] = await readAccounts(session, (other) => other === listed.name);
  if (found === undefined || found.defaultRole !== null) return false;
  const isSame = authentication === null || authentication === authenticationDigest(found.create);
  return isSame && found.grants.every((grant) => singleGrants(grant).length === 0);
}
