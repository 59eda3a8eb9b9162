import type { AccountObject } from '../../catalog/privileges/accounts';
import { parseGrantLine, singleGrants, withPlace } from '../../catalog/privileges/grant-line';
import type { NameFolding } from '../../catalog/server/name-folding';
import { unquoteText } from '../../catalog/text/quote';

/** Returns whether two accounts are identical, in whatever order and lines their grants are listed. */
export function areSame(one: AccountObject, other: AccountObject): boolean {
  return differenceOf(one, other) === null;
}

/**
 * Returns the first statement, split by privilege, that only one of the two accounts has; null where they are
 * identical.
 */
export function differenceOf(existing: AccountObject, wanted: AccountObject): string | null {
  const [has, wants] = [existing, wanted].map(
    ({ create, grants, defaultRole }) =>
      new Set([
        authenticationInHex(create),
        ...grants.flatMap(singleGrants),
        ...(defaultRole === null ? [] : [defaultRole]),
      ]),
  );
  const missing = [...(wants ?? [])].find((line) => has?.has(line) !== true);
  return missing ?? [...(has ?? [])].find((line) => wants?.has(line) !== true) ?? null;
}

/** Returns the account with schemas and tables in its grants as a server names them that may fold their letters. */
export function asNamedBy(folding: NameFolding, account: AccountObject): AccountObject {
  return { ...account, grants: account.grants.map((grant) => folded(folding, grant)) };
}

function folded(folding: NameFolding, grant: string): string {
  const line = parseGrantLine(grant);
  if ((line.kind !== 'privileges' && line.kind !== 'revoked') || line.place.schema === null) return grant;
  const { kind, schema, name } = line.place;
  return withPlace(grant, {
    schema: folding.of('schema', schema),
    name: name === null || kind === 'routine' ? name : folding.of('table', name),
  });
}

/** Every piece in quotes is an alternative of its own, so that nothing inside one is taken for another. */
const PIECE = /`(?:[^`]|``)*`|(\bAS )?'((?:[^'\\]|\\[^]|'')*)'/g;

/**
 * Writes the authentication strings of a CREATE USER in hex. The server prints one as a text or in hex by
 * `print_identified_with_as_hex`, and with that set still as a text where every byte of it can be printed (MySQL manual,
 * "Server System Variables"): 1 of about 400 salts of caching_sha2_password, which are 20 random bytes of 7 bits.
 */
function authenticationInHex(create: string): string {
  return create.replace(PIECE, (piece, as: string | undefined, text: string | undefined) =>
    as === undefined || text === undefined || text === ''
      ? piece
      : `AS 0x${Buffer.from(unquoteText(text)).toString('hex').toUpperCase()}`,
  );
}
