import { quoteText, unquoteName, unquoteText } from '../../../catalog/text/quote';

/** An account or a role as a statement names it. */
export interface NamedAccount {
  readonly user: string;
  /** Null where the statement names none. */
  readonly host: string | null;
}

/** A statement about accounts, in parts. */
export type AccountStatement =
  | {
      readonly kind: 'create';
      readonly object: 'USER' | 'ROLE';
      readonly account: NamedAccount;
      /** Sign-in, limits and locks, as written. */
      readonly clauses: string;
      readonly defaultRoles: readonly NamedAccount[];
    }
  /** Completes an account that an earlier statement creates. */
  | { readonly kind: 'alter'; readonly account: NamedAccount; readonly clauses: string }
  | {
      readonly kind: 'default-roles';
      readonly account: NamedAccount;
      readonly roles: readonly NamedAccount[];
    }
  | {
      readonly kind: 'privileges';
      /** `GRANT … ON … TO ` or `REVOKE … ON … FROM `, as servers print it. */
      readonly head: string;
      readonly account: NamedAccount;
      /** Words behind the account: sign-in, limits, and the right to grant the privileges to others. */
      readonly clauses: string;
    }
  | {
      readonly kind: 'roles';
      readonly roles: readonly NamedAccount[];
      readonly account: NamedAccount;
      readonly isAdmin: boolean;
    }
  | {
      readonly kind: 'proxy';
      readonly of: NamedAccount;
      readonly account: NamedAccount;
      readonly clauses: string;
    }
  /** It serves the tool that wrote it. */
  | { readonly kind: 'not-needed' };

/** Longer ones stand in no dump, and patterns take long for them. */
const LONGEST = 64 << 10;

/** A quote that is followed by another ends nothing: a text that can be read in one way is read in one go. */
const QUOTED = '`(?:[^`]|``)*`(?!`)|\'(?:[^\'\\\\]|\\\\[^]|\'\')*\'(?!\')|"(?:[^"\\\\]|\\\\[^]|"")*"(?!")';
const WORD = '[\\w$\\u0080-\\uffff]+';
const ACCOUNT = `(?:${QUOTED}|${WORD})(?:\\s*@\\s*(?:${QUOTED}|[\\w$.%:-]+))?`;
const NAME = `(?:\`(?:[^\`]|\`\`)*\`(?!\`)|${WORD})`;
const LIST = `${ACCOUNT}(?:\\s*,\\s*${ACCOUNT})*`;
const PARTS = new RegExp(`^(${QUOTED}|${WORD})(?:\\s*@\\s*(${QUOTED}|[\\w$.%:-]+))?$`);
const PRIVILEGES = `(?:[\\w,\\s]|\\((?:${QUOTED}|[^)'"\`])*\\))+?`;

const pattern = (text: string) => new RegExp(`^${text}$`, 'i');
const CREATE = pattern(
  `CREATE\\s+(?:OR\\s+REPLACE\\s+)?(USER|ROLE)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${ACCOUNT})(?:\\s+([^]*?))?`,
);
const ALTER = pattern(`ALTER\\s+USER\\s+(?:IF\\s+EXISTS\\s+)?(${ACCOUNT})\\s+([^]*?)`);
const SET_DEFAULT = pattern(`SET\\s+DEFAULT\\s+ROLE\\s+(${LIST})\\s+(?:FOR|TO)\\s+(${ACCOUNT})`);
const DEFAULT = new RegExp(`(?:^|\\s)DEFAULT\\s+ROLE\\s+(${LIST})`, 'i');
const PROXY = pattern(
  `GRANT\\s+PROXY\\s+ON\\s+(${ACCOUNT})\\s+TO\\s+(${ACCOUNT})(\\s+WITH\\s+GRANT\\s+OPTION)?`,
);
const ON_OBJECT = pattern(
  `(GRANT|REVOKE)\\s+(${PRIVILEGES})\\s+ON\\s+(?:(TABLE|FUNCTION|PROCEDURE|PACKAGE\\s+BODY|PACKAGE|LIBRARY)\\s+)?(\\*|${NAME})\\s*\\.\\s*(\\*|${NAME})\\s+(TO|FROM)\\s+(${ACCOUNT})(\\s[^]*?)?`,
);
const ROLES = pattern(`GRANT\\s+(${LIST})\\s+TO\\s+(${ACCOUNT})(\\s+WITH\\s+ADMIN\\s+OPTION)?`);
/** The role by which a script of mariadb-dump owns the roles that it creates; it is dropped at its end. */
const IMPORT_ROLE = /^mariadb_dump_import_role$/i;
const OF_IMPORT_ROLE = /\s*\bWITH\s+ADMIN\s+mariadb_dump_import_role\s*$/i;
const TO_IMPORT_ROLE = /^GRANT\s+mariadb_dump_import_role\s+TO\s+CURRENT_USER\(\)$/i;
/** Accounts that only the session which runs the script has. */
const OF_SESSION = /^(?:CURRENT_USER|CURRENT_ROLE|SESSION_USER|USER|NONE|PUBLIC)$/i;

/** Takes a statement about accounts apart; null where it does more than create one account or grant it something. */
export function accountStatementOf(statement: string): AccountStatement | null {
  const text = statement.trim();
  if (text.length > LONGEST) return null;
  if (TO_IMPORT_ROLE.test(text)) return { kind: 'not-needed' };
  const found = creation(text) ?? alteration(text) ?? defaultRoles(text) ?? grant(text);
  if (found === null || found.kind === 'not-needed') return found;
  if (isImportRole(found)) return { kind: 'not-needed' };
  const named = [found.account, ...('roles' in found ? found.roles : [])];
  return named.some(isOfSession) ? null : found;
}

function isImportRole(found: Exclude<AccountStatement, { kind: 'not-needed' }>): boolean {
  const named = found.kind === 'roles' ? found.roles : [found.account];
  return named.some(({ user, host }) => host === null && IMPORT_ROLE.test(user));
}

function isOfSession({ user, host }: NamedAccount): boolean {
  return host === null && OF_SESSION.test(user);
}

function creation(text: string): AccountStatement | null {
  const match = CREATE.exec(text);
  if (match === null) return null;
  const [, object = '', account = '', written = ''] = match;
  const clauses = written.replace(OF_IMPORT_ROLE, '').trim();
  const roles = DEFAULT.exec(clauses);
  const rest = roles === null ? clauses : withoutMatch(clauses, roles);
  if (!isOfOneAccount(rest)) return null;
  return {
    kind: 'create',
    object: /^USER$/i.test(object) ? 'USER' : 'ROLE',
    account: accountIn(account),
    clauses: inWords(rest),
    defaultRoles: roles === null ? [] : accountsIn(roles[1] ?? ''),
  };
}

function alteration(text: string): AccountStatement | null {
  const match = ALTER.exec(text);
  if (match === null) return null;
  const account = accountIn(match[1] ?? '');
  const clauses = match[2] ?? '';
  const roles = DEFAULT.exec(clauses);
  if (roles?.[0].length === clauses.length)
    return { kind: 'default-roles', account, roles: accountsIn(roles[1] ?? '').filter(isRole) };
  if (roles !== null || !isOfOneAccount(clauses)) return null;
  return { kind: 'alter', account, clauses: inWords(clauses) };
}

function defaultRoles(text: string): AccountStatement | null {
  const match = SET_DEFAULT.exec(text);
  if (match === null) return null;
  const [, roles = '', account = ''] = match;
  return { kind: 'default-roles', account: accountIn(account), roles: accountsIn(roles).filter(isRole) };
}

/** NONE takes all roles away, and a new account has none. */
function isRole({ user, host }: NamedAccount): boolean {
  return host !== null || !/^NONE$/i.test(user);
}

function grant(text: string): AccountStatement | null {
  const proxy = PROXY.exec(text);
  if (proxy !== null) {
    const [, of = '', account = '', clauses = ''] = proxy;
    return {
      kind: 'proxy',
      of: accountIn(of),
      account: accountIn(account),
      clauses: clauses.trim().toUpperCase(),
    };
  }
  const roles = ROLES.exec(text);
  if (roles !== null) {
    const [, list = '', account = '', admin] = roles;
    return {
      kind: 'roles',
      roles: accountsIn(list),
      account: accountIn(account),
      isAdmin: admin !== undefined,
    };
  }
  const on = ON_OBJECT.exec(text);
  return on === null ? null : onObject(on);
}

function onObject(match: readonly (string | undefined)[]): AccountStatement | null {
  const [, verb = '', names = '', type, schema = '', name = '', way = '', account = '', clauses = ''] = match;
  if (!isOfOneAccount(clauses)) return null;
  const object = type === undefined ? '' : `${type.toUpperCase().replace(/\s+/g, ' ')} `;
  const head = `${verb} ${inCapitals(names)} ON ${object}${quoted(schema)}.${quoted(name)} ${way} `;
  return {
    kind: 'privileges',
    head: head.replace(/^\w+/, (word) => word.toUpperCase()).replace(/\w+ $/, (word) => word.toUpperCase()),
    account: accountIn(account),
    clauses: inWords(clauses.trim()),
  };
}

/** Privileges as servers print them; names of columns stay as they are. */
function inCapitals(privileges: string): string {
  return privileges
    .trim()
    .replace(new RegExp(`\\((?:${QUOTED}|[^)'"\`])*\\)|[^(]+`, 'g'), (part) =>
      part.startsWith('(') ? part : part.toUpperCase().replace(/\s+/g, ' ').replace(/ ?, ?/g, ', '),
    );
}

function quoted(name: string): string {
  return name === '*' || name.startsWith('`') ? name : `\`${name}\``;
}

/** Commas stand between accounts; those of a list in brackets do not. */
function isOfOneAccount(clauses: string): boolean {
  const bare = clauses.replace(new RegExp(QUOTED, 'g'), "''").replace(/\([^()]*\)/g, '');
  return !/[,;'"`](?!')/.test(bare.replace(/''/g, ''));
}

/** In the words of servers: in capitals, with the name of MySQL's plugin in quotes, and texts in single quotes. */
function inWords(clauses: string): string {
  let before = '';
  return clauses.replace(new RegExp(`${QUOTED}|[\\w$]+|\\s+`, 'g'), (part: string) => {
    if (/^\s/.test(part)) return ' ';
    const isPlugin = /^(?:WITH|VIA|OR)$/.test(before) && !/^(?:MAX_\w+|GRANT|ADMIN)$/i.test(part);
    const printed = part.startsWith('"') ? quoteText(plain(part)) : part;
    const word = /^[\w$]/.test(part) && !isPlugin ? part.toUpperCase() : printed;
    const isQuoted = isPlugin && before === 'WITH' && /^\w/.test(part);
    before = word;
    return isQuoted ? `'${part}'` : word;
  });
}

function withoutMatch(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`.trim();
}

function accountsIn(list: string): readonly NamedAccount[] {
  return (list.match(new RegExp(ACCOUNT, 'g')) ?? []).map(accountIn);
}

function accountIn(text: string): NamedAccount {
  const [, user = '', host] = PARTS.exec(text.trim()) ?? [];
  return { user: plain(user), host: host === undefined ? null : plain(host) };
}

function plain(part: string): string {
  const inner = part.slice(1, -1);
  if (part.startsWith('`')) return unquoteName(inner);
  if (part.startsWith("'")) return unquoteText(inner);
  return part.startsWith('"') ? unquoteText(inner.replace(/""/g, '"')) : part;
}
