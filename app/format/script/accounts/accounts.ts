import {
  accountOf,
  isReserved,
  type AccountName,
  type AccountObject,
} from '../../../catalog/privileges/accounts';
import { quoteName } from '../../../catalog/text/quote';
import type { Vendor } from '../../../contract/connections/connection';
import { accountStatementOf, type AccountStatement, type NamedAccount } from './statement';

/** A statement about accounts, as a script has it. */
export interface WrittenAccount {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

export interface ScriptAccounts {
  readonly accounts: readonly AccountObject[];
  /** Statements that are left out, because they do more than create one account or grant it something. */
  readonly unread: readonly WrittenAccount[];
}

/** Account that is being read: what it is granted may come before it is created. */
interface Reading extends AccountName {
  /** Account as statements name it. */
  readonly grantee: string;
  create: string | null;
  readonly grants: Set<string>;
  defaultRole: string | null;
  readonly written: WrittenAccount[];
}

/** MariaDB runs MySQL's version comments up to this version (manual, "Comment Syntax"). */
const NEWEST_SHARED = 50700;
const VERSION_COMMENT = /^\/\*(M?)!(\d*)\s([^]*)\*\/\s*$/;
const OR_REPLACE = /^(\s*CREATE\s+)\/\*M?!\d*\s*OR\s+REPLACE\s*\*\/\s*/i;
const PASSWORD_HASH = /^IDENTIFIED\s+BY\s+PASSWORD\s+('\*[0-9A-F]{40}')\s*/i;
const SIGN_IN = /^IDENTIFIED\s+BY\s+'(?:[^'\\]|\\[^]|'')*'\s*/i;

/**
 * Reads the accounts that a script's statements create, in the form in which a server of the vendor prints them. Pure.
 */
export function accountsIn(statements: readonly WrittenAccount[], vendor: Vendor): ScriptAccounts {
  const reader = new Reader(vendor);
  for (const statement of statements) reader.add(statement);
  return reader.result();
}

class Reader {
  readonly #vendor: Vendor;
  readonly #found = new Map<string, Reading>();
  /** Roles of MariaDB, which have no host. */
  readonly #roles = new Set<string>();
  readonly #unread = new Set<WrittenAccount>();

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
  }

  add(written: WrittenAccount): void {
    const text = forVendor(written.text, this.#vendor);
    if (text === null) return;
    const statement = accountStatementOf(text);
    if (statement === null || !this.#takes(statement, written)) this.#unread.add(written);
  }

  result(): ScriptAccounts {
    const accounts: AccountObject[] = [];
    for (const { account, name, create, grants, defaultRole, written } of this.#found.values()) {
      if (isReserved({ account, name })) continue;
      if (create === null) for (const one of written) this.#unread.add(one);
      else accounts.push({ account, name, create, grants: [...grants], defaultRole });
    }
    return { accounts, unread: [...this.#unread] };
  }

  #takes(statement: AccountStatement, written: WrittenAccount): boolean {
    if (statement.kind === 'not-needed') return true;
    if (statement.kind === 'create' && statement.object === 'ROLE' && this.#vendor === 'mariadb')
      this.#roles.add(statement.account.user);
    const reading = this.#readingOf(statement.account);
    reading.written.push(written);
    switch (statement.kind) {
      case 'create':
        return this.#create(reading, statement);
      case 'alter':
        return this.#complete(reading, statement.clauses);
      case 'default-roles':
        this.#setDefault(reading, statement.roles);
        return true;
      case 'roles': {
        const roles = statement.roles.map((role) => this.#nameOf(role)).join(', ');
        const option = statement.isAdmin ? ' WITH ADMIN OPTION' : '';
        reading.grants.add(`GRANT ${roles} TO ${reading.grantee}${option}`);
        return true;
      }
      case 'proxy':
        reading.grants.add(
          `GRANT PROXY ON ${this.#nameOf(statement.of)} TO ${reading.grantee}${before(statement.clauses)}`,
        );
        return true;
      case 'privileges':
        return this.#grant(reading, statement.head, statement.clauses);
    }
  }

  #create(
    reading: Reading,
    { object, clauses, defaultRoles }: Extract<AccountStatement, { kind: 'create' }>,
  ): boolean {
    const create = `CREATE ${object} IF NOT EXISTS ${reading.grantee}${before(clauses)}`;
    // A role comes once for each account that may grant it.
    if (reading.create !== null && reading.create !== create) return false;
    reading.create = create;
    if (defaultRoles.length > 0) this.#setDefault(reading, defaultRoles);
    return true;
  }

  /** A CREATE USER that names nothing but the account is followed by its sign-in, as pt-show-grants has it. */
  #complete(reading: Reading, clauses: string): boolean {
    const bare = bareCreation(reading);
    if (reading.create !== bare) return false;
    reading.create = `${bare}${before(clauses)}`;
    return true;
  }

  #setDefault(reading: Reading, roles: readonly NamedAccount[]): void {
    if (roles.length === 0) return;
    const names = roles.map((role) => this.#nameOf(role)).join(',');
    reading.defaultRole =
      this.#vendor === 'mariadb'
        ? `SET DEFAULT ROLE ${names} FOR ${reading.grantee}`
        : `ALTER USER ${reading.account} DEFAULT ROLE ${names}`;
  }

  /** Servers before MySQL 5.7 print an account's sign-in with its first grant, and no statement that creates it. */
  #grant(reading: Reading, head: string, clauses: string): boolean {
    const hash = PASSWORD_HASH.exec(clauses);
    const signIn = hash ?? SIGN_IN.exec(clauses);
    const rest = signIn === null ? clauses : clauses.slice(signIn[0].length);
    if (!/^(?:WITH\s+GRANT\s+OPTION)?$/i.test(rest) && this.#vendor === 'mysql') return false;
    const isBare = reading.create === bareCreation(reading);
    const own = withoutGrantOption(rest);
    if (signIn !== null ? reading.create === null || isBare : isBare && own !== '')
      reading.create = `${this.#createBy(reading, signIn?.[0].trim() ?? '', hash?.[1])}${before(own)}`;
    const isKept = this.#vendor === 'mariadb' && hash !== null;
    reading.grants.add(`${head}${reading.grantee}${before(isKept ? clauses : rest)}`);
    return true;
  }

  #createBy({ grantee }: Reading, signIn: string, hash: string | undefined): string {
    const isNative = hash !== undefined && this.#vendor === 'mysql';
    const clause = isNative ? `IDENTIFIED WITH 'mysql_native_password' AS ${hash}` : signIn;
    return `${bareCreation({ grantee })}${before(clause)}`;
  }

  #readingOf(named: NamedAccount): Reading {
    const { user, host } = this.#placed(named);
    const names = accountOf(user, host);
    const known = this.#found.get(names.name);
    if (known !== undefined) return known;
    const reading: Reading = {
      ...names,
      grantee: this.#nameOf(named),
      ...{ create: null, grants: new Set(), defaultRole: null, written: [] },
    };
    this.#found.set(names.name, reading);
    return reading;
  }

  #nameOf(named: NamedAccount): string {
    const { user, host } = this.#placed(named);
    return host === null ? quoteName(user) : `${quoteName(user)}@${quoteName(host)}`;
  }

  /** Without a host, a name is a role's on MariaDB, or that of an account which may come from anywhere. */
  #placed({ user, host }: NamedAccount): NamedAccount {
    return { user, host: host ?? (this.#roles.has(user) ? null : '%') };
  }
}

/** The statement as a server of the vendor runs it; null where it ignores the statement. */
function forVendor(text: string, vendor: Vendor): string | null {
  const comment = VERSION_COMMENT.exec(text.trim());
  if (comment === null) return text.replace(OR_REPLACE, '$1');
  const [, ofMariaDb, version = '', inner = ''] = comment;
  const isMariaDb = vendor === 'mariadb';
  const isRun = ofMariaDb === 'M' ? isMariaDb : !isMariaDb || Number(version) < NEWEST_SHARED;
  return isRun ? inner : null;
}

function bareCreation({ grantee }: Pick<Reading, 'grantee'>): string {
  return `CREATE USER IF NOT EXISTS ${grantee}`;
}

/** Clauses of a GRANT that are about its account, and not about the grant: TLS and limits. */
function withoutGrantOption(clauses: string): string {
  return clauses
    .replace(/\bWITH GRANT OPTION (?=MAX_)/, 'WITH ')
    .replace(/ ?\b(?:WITH )?GRANT OPTION$/, '')
    .trim();
}

function before(clauses: string): string {
  return clauses === '' ? '' : ` ${clauses}`;
}
