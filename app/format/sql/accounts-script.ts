import { accountOf, type AccountName, type AccountObject } from '../../catalog/privileges/accounts';
import { granteeIn, rolesIn, unquoted } from '../../catalog/privileges/grant-line';
import type { SluiceError } from '../../contract/failure';
import { unsupportedFailures } from '../../text/format/unsupported';
import { asPrinted } from './account-lines';
import { USERS_SCRIPT_FILE } from '../names';
import { splitScript } from './script';

/** A quote that is followed by another ends nothing: a text that can be read in one way is read in one go. */
const PART = "(?:`(?:[^`]|``)*`(?!`)|'(?:[^'\\\\]|\\\\.|'')*'(?!'))";
const ACCOUNT = `${PART}(?:@${PART})?`;
const PARTS = new RegExp(`^(${PART})(?:@(${PART}))?$`, 's');
const MADE = new RegExp(`^CREATE (?:USER|ROLE) (?:IF NOT EXISTS )?(${ACCOUNT})`, 's');
const DEFAULT_ROLE = new RegExp(
  `^(?:ALTER USER (${ACCOUNT}) DEFAULT ROLE |SET DEFAULT ROLE .+ (?:FOR|TO) (${ACCOUNT})$)`,
  's',
);

interface Reading extends AccountName {
  create: string | null;
  readonly grants: Set<string>;
  defaultRole: string | null;
}

/**
 * Reads the accounts of a dump's `@.users.sql`, in its order, as {@link usersScript} and MySQL Shell write it. Fails
 * with `dump-unsupported` for a statement that does anything other than create an account and grant it something: such
 * a script is executed with the privileges of the user who loads it.
 */
export function readAccountsScript(script: string): readonly AccountObject[] {
  const found = new Map<string, Reading>();
  const of = (text: string): Reading => {
    const names = namesOf(text);
    const known = found.get(names.name) ?? { ...names, create: null, grants: new Set(), defaultRole: null };
    found.set(names.name, known);
    return known;
  };
  for (const line of splitScript(script)) {
    const statement = asPrinted(line);
    const creation = MADE.exec(statement);
    const given = DEFAULT_ROLE.exec(statement);
    const grantee = granteeIn(statement);
    if (creation !== null) of(creation[1] ?? '').create = asDumped(statement);
    else if (given !== null) of(given[1] ?? given[2] ?? '').defaultRole = statement;
    else if (grantee !== null) of(grantee).grants.add(statement);
    else throw notOfAnAccount(statement);
  }
  const readings = [...found.values()];
  const granted = new Set(readings.flatMap(({ grants }) => [...grants].flatMap(rolesIn)));
  return readings.flatMap(({ create, ...reading }) => {
    const grants = [...reading.grants];
    if (create !== null) return [{ ...reading, grants, create }];
    if (isShownBeside(reading, granted)) return [];
    throw notOfAnAccount(grants[0] ?? reading.defaultRole ?? reading.account);
  });
}

/**
 * Returns whether the account is a role whose grants MariaDB lists only because another role has it, as it does in
 * SHOW GRANTS FOR that one (measured on 10.11): earlier dumps hold these lines too.
 */
function isShownBeside(
  { account, name, defaultRole }: Omit<Reading, 'create'>,
  granted: ReadonlySet<string>,
): boolean {
  return !account.startsWith("'") && defaultRole === null && granted.has(name);
}

/** Normalizes a CREATE USER to the form in our dumps, whatever tool wrote it, so that accounts can be compared. */
function asDumped(create: string): string {
  return create.replace(/^CREATE (USER|ROLE) (?!IF NOT EXISTS )/, 'CREATE $1 IF NOT EXISTS ');
}

/** Reads an account as statements name it, quoted. */
export function namesOf(text: string): AccountName {
  const [, user = '', host] = PARTS.exec(text) ?? [];
  return accountOf(unquoted(user), host === undefined ? null : unquoted(host));
}

function notOfAnAccount(statement: string): SluiceError {
  return unsupportedFailures.statementNotOfAccount(
    { file: USERS_SCRIPT_FILE },
    { chunk: USERS_SCRIPT_FILE, statement: withoutSecrets(statement).slice(0, 500) },
  );
}

const SECRET =
  /\b(AS|USING|PASSWORD|BY)( |\s*\(\s*)(?:[xX]?'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|0x[0-9A-F]+)/gis;

/** A statement about an account without what proves who it is, whoever has written it. */
export function withoutSecrets(statement: string): string {
  return statement.replace(SECRET, '$1$2…');
}
