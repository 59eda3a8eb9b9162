import { rolesOf } from '../../catalog/privileges/grant-line';
import { unquoteText } from '../../catalog/text/quote';
import type { AttributeDifference } from '../../text/target/accounts';
import { traitsOf, type AccountTraits } from './convert/traits';
import { pluginsOf } from './grants';

/** A difference between two CREATE USER statements. */
export interface ComparedAttribute {
  readonly difference: AttributeDifference;
  /** True where it is one whatever version, vendor or person wrote the statements. */
  readonly isSure: boolean;
}

/**
 * Compares two CREATE USER statements by what they say: authentication, TLS, limits, expiry, lock and all other clauses.
 * No result contains a password or its hash. Pure.
 */
export function attributeDifferences(found: string, wanted: string): readonly ComparedAttribute[] {
  if (authenticationInHex(found) === authenticationInHex(wanted)) return [];
  const [has, wants] = [traitsOf(found), traitsOf(wanted)];
  const clauses = [
    { found: nameIn(found), wanted: nameIn(wanted) },
    ...CLAUSES.map((clauseOf) => ({ found: clauseOf(has), wanted: clauseOf(wants) })),
  ];
  return [
    ...signInDifferences([found, has], [wanted, wants]),
    ...clauses
      .filter((one) => one.found !== one.wanted)
      .map((one): ComparedAttribute => ({ difference: { kind: 'clause', ...one }, isSure: true })),
    ...ownDifferences(has, wants),
  ];
}

/** Returns the account that a statement creates, however it is quoted. */
function nameIn(create: string): string {
  return rolesOf(create.replace(/^CREATE (?:USER|ROLE) (?:IF NOT EXISTS )?/, ''))[0] ?? '';
}

/** Clauses that both vendors have, in one wording. */
const CLAUSES: readonly ((traits: AccountTraits) => string)[] = [
  ({ requires }) => `REQUIRE ${requires === null ? 'NONE' : pieces(requires, REQUIREMENT).join(' AND ')}`,
  ({ limits }) => {
    // Zero is none.
    const set = pieces(limits ?? '', LIMIT).filter((limit) => !limit.endsWith(' 0'));
    return set.length === 0 ? '' : `WITH ${set.join(' ')}`;
  },
  ({ expiry }) =>
    `PASSWORD EXPIRE${expiry === 'expired' ? '' : ` ${expiry === 'default' ? 'DEFAULT' : expiry}`}`,
  ({ isLocked }) => `ACCOUNT ${isLocked ? 'LOCK' : 'UNLOCK'}`,
];

const REQUIREMENT = /(?:ISSUER|SUBJECT|CIPHER) (?:'(?:[^'\\]|\\.|'')*'|0x[0-9A-Fa-f]+)|SSL|X509/gs;
const LIMIT = /MAX_\w+ \d+/g;

/** Puts the pieces of a clause in one order: people and versions write them in any. */
function pieces(clause: string, piece: RegExp): readonly string[] {
  return (clause.match(piece) ?? []).sort();
}

type Statement = readonly [create: string, traits: AccountTraits];

function signInDifferences(found: Statement, wanted: Statement): readonly ComparedAttribute[] {
  const [has, wants] = [pluginsIn(found), pluginsIn(wanted)];
  const [{ signIn: proved }, { signIn }] = [found[1], wanted[1]];
  const areNamed = has.length > 0 && wants.length > 0;
  if (signIn.kind === 'password' && signIn.text !== "''" && proved.kind === 'no-password')
    return [{ difference: { kind: 'password' }, isSure: true }];
  if (signIn.kind === 'password' && (!areNamed || has.join() === wants.join()))
    return [{ difference: { kind: 'plain-password' }, isSure: false }];
  // Each vendor has its own words for several ways to sign in, and versions have theirs.
  const isSure = signIn.kind !== 'several' && signIn.kind !== 'password';
  // Other plugins need no stored proof, as unix_socket, and still do not let anyone in.
  const areOpen = proved.kind === 'no-password' && signIn.kind === 'no-password';
  if (has.join() !== wants.join() && (areNamed || !areOpen)) {
    const difference = { kind: 'plugin', found: has, wanted: wants } as const;
    return [{ difference, isSure }];
  }
  return proofIn(found) === proofIn(wanted) ? [] : [{ difference: { kind: 'password' }, isSure }];
}

/** Returns the plugins of an account; none where the statement leaves it to the server. */
function pluginsIn([create, { signIn }]: Statement): readonly string[] {
  return signIn.kind === 'plugin' ? [signIn.plugin] : pluginsOf(create);
}

/** Returns all that proves who signs in, in one wording; for comparing only, never for showing. */
function proofIn([create, { signIn }]: Statement): string {
  switch (signIn.kind) {
    case 'no-password':
      return '';
    case 'plugin':
      return signIn.proof === null || signIn.proof === "''" ? '' : inHex(signIn.proof);
    case 'password':
      return signIn.text;
    case 'several': {
      const whole = traitsOf(authenticationInHex(create)).signIn;
      return whole.kind === 'several' ? whole.text : signIn.text;
    }
  }
}

const LITERAL = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|0x[0-9A-Fa-f]+/gs;
const OWN_CLAUSE =
  / (?=PASSWORD (?:HISTORY|REUSE|REQUIRE)|FAILED_LOGIN_ATTEMPTS|PASSWORD_LOCK_TIME|ATTRIBUTE |COMMENT )/;

/** A clause, and the same without its texts, which may be anything and are not shown. */
interface OwnClause {
  readonly whole: string;
  readonly shown: string;
}

/** Compares the clauses that only one vendor has. */
function ownDifferences(has: AccountTraits, wants: AccountTraits): readonly ComparedAttribute[] {
  const [found, wanted] = [ownClauses(has), ownClauses(wants)];
  const only = (own: readonly OwnClause[], others: readonly OwnClause[]) =>
    own.filter(({ whole }) => !others.some((other) => other.whole === whole));
  const [extra, missing] = [only(found, wanted), only(wanted, found)];
  if (extra.length === 0 && missing.length === 0) return [];
  const shown = (clauses: readonly OwnClause[]) => clauses.map((clause) => clause.shown).join(' ');
  return [{ difference: { kind: 'clause', found: shown(extra), wanted: shown(missing) }, isSure: false }];
}

function ownClauses({ own }: AccountTraits): readonly OwnClause[] {
  const literals: string[] = [];
  const masked = own.join(' ').replace(LITERAL, (literal) => {
    literals.push(literal);
    return '…';
  });
  let next = 0;
  return masked
    .split(OWN_CLAUSE)
    .filter((shown) => shown !== '')
    .map((shown) => ({ shown, whole: shown.replace(/…/g, () => literals[next++] ?? '') }));
}

/** Every piece in quotes is an alternative of its own, so that nothing inside one is taken for another. */
const PIECE = /`(?:[^`]|``)*`|(\bAS )?('(?:[^'\\]|\\[^]|'')*')/g;

/**
 * Writes the authentication strings of a CREATE USER in hex. The server prints one as a text or in hex by
 * `print_identified_with_as_hex`, and with that set still as a text where every byte of it can be printed (MySQL manual,
 * "Server System Variables"): 1 of about 400 salts of caching_sha2_password, which are 20 random bytes of 7 bits.
 */
function authenticationInHex(create: string): string {
  return create.replace(PIECE, (piece, as: string | undefined, text: string | undefined) =>
    as === undefined || text === undefined || text === "''" ? piece : `AS ${inHex(text)}`,
  );
}

/** Writes a literal, a text in quotes or hexadecimal digits, in hex. */
function inHex(literal: string): string {
  if (!literal.startsWith("'")) return `0x${literal.slice(2).toUpperCase()}`;
  return `0x${Buffer.from(unquoteText(literal.slice(1, -1)))
    .toString('hex')
    .toUpperCase()}`;
}
