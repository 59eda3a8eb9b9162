import type { AccountObject } from '../../../catalog/privileges/accounts';
import { parseGrantLine, withPlace } from '../../../catalog/privileges/grant-line';
import { grantPattern, nameOfPattern, wildcardsIn } from '../../../catalog/privileges/names';
import { withoutSecrets } from '../../../format/sql/accounts-script';
import { accountText } from '../../../text/migrate/convert';
import type { AccountRemark, ConvertedAccount } from './convert';

/**
 * Meaning of `_` and `%` in the name of a grant's schema: with partial_revokes MySQL takes them, and a backslash before
 * them, literally (MySQL manual, "Privilege Restriction Using Partial Revokes"; measured on 9.7).
 */
export type SchemaReading = 'wildcards' | 'literal';

/** Returns the reading of a server, or of a dump's source, by its partial_revokes; absent is off. */
export function schemaReading(partialRevokes: boolean | undefined): SchemaReading {
  return partialRevokes === true ? 'literal' : 'wildcards';
}

/**
 * Writes the schemas of an account's grants as a server with the other setting reads them, so that no grant is wider
 * there; one that can't be said there is left out, or narrower, with a remark on each. Pure.
 */
export function inReadingOf(
  account: AccountObject,
  from: SchemaReading,
  to: SchemaReading,
): ConvertedAccount {
  if (from === to) return { account, remarks: [] };
  const reread = account.grants.map((grant) => rereadGrant(grant, to));
  return {
    account: { ...account, grants: reread.flatMap(({ grant }) => grant ?? []) },
    remarks: reread.flatMap(({ remark }) => remark ?? []),
  };
}

interface RereadGrant {
  /** Null where it is left out. */
  readonly grant: string | null;
  readonly remark: AccountRemark | null;
}

function rereadGrant(grant: string, to: SchemaReading): RereadGrant {
  const line = parseGrantLine(grant);
  const { schema = null, name = null } = line.kind === 'privileges' ? line.place : {};
  // Beside a table's or a routine's name, that of the schema is a name in either reading.
  if (schema === null || name !== null) return { grant, remark: null };
  if (to === 'wildcards') return { grant: withSchema(grant, grantPattern(schema)), remark: null };
  const wildcards = wildcardsIn(schema);
  if (wildcards.has('%'))
    return { grant: null, remark: warning(accountText.wildcardLeftOut(withoutSecrets(grant))) };
  const own = nameOfPattern(schema);
  return {
    grant: withSchema(grant, own),
    remark: wildcards.size === 0 ? null : warning(accountText.wildcardLiteral(own)),
  };
}

function withSchema(grant: string, schema: string): string {
  return withPlace(grant, { schema, name: null });
}

function warning(why: string): AccountRemark {
  return { severity: 'warns', rule: 'account-privileges', why };
}
