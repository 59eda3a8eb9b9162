import { z } from 'zod';
import { quoteName, quoteText } from '../../../catalog/text/quote';
import type { GrantRow, GrantRows } from './grant-rows';
import {
  accountsByName,
  grantOf,
  limitsClause,
  objectGrants,
  requireClause,
  text,
  type AccountStatements,
  type GranteeOf,
} from './granted';
import { rolesOfMariaDb } from './mysql-rows';

const NATIVE = 'mysql_native_password';

const signInSchema = z.object({
  plugin: z.string().optional(),
  authentication_string: z.string().optional(),
});

/**
 * `mysql.global_priv.Priv` (MariaDB manual, "mysql.global_priv Table"; sql/sql_acl.cc, User_table_json). The server takes a key of another
 * type for one that is not there; where that would let in more than before, the account is left out.
 */
const privSchema = signInSchema.extend({
  is_role: z.boolean().default(false),
  /** An empty one stands for the sign-in that the account's own keys name. */
  auth_or: z.array(signInSchema).optional(),
  ssl_type: z.number().default(0),
  ssl_cipher: z.string().default(''),
  x509_issuer: z.string().default(''),
  x509_subject: z.string().default(''),
  max_questions: z.number().optional(),
  max_updates: z.number().optional(),
  max_connections: z.number().optional(),
  max_user_connections: z.number().optional(),
  max_statement_time: z.number().optional(),
  account_locked: z.boolean().default(false),
  password_last_changed: z.number().optional().catch(undefined),
  password_lifetime: z.number().default(-1).catch(-1),
  default_role: z.string().default('').catch(''),
  /** Version of the server that has written the bits; 0 before 10.5.2. */
  version_id: z.number().default(0).catch(0),
});
type Priv = z.infer<typeof privSchema>;

/** Bits of `access`, in their order (sql/privilege.h of MariaDB 11.8); the tenth is the right to grant. */
const BITS = [
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'RELOAD', 'SHUTDOWN', 'PROCESS', 'FILE'],
  ...['GRANT OPTION', 'REFERENCES', 'INDEX', 'ALTER', 'SHOW DATABASES', 'SUPER', 'CREATE TEMPORARY TABLES'],
  ...['LOCK TABLES', 'EXECUTE', 'REPLICATION SLAVE', 'BINLOG MONITOR', 'CREATE VIEW', 'SHOW VIEW'],
  ...['CREATE ROUTINE', 'ALTER ROUTINE', 'CREATE USER', 'EVENT', 'TRIGGER', 'CREATE TABLESPACE'],
  ...['DELETE HISTORY', 'SET USER', 'FEDERATED ADMIN', 'CONNECTION ADMIN', 'READ_ONLY ADMIN'],
  ...['REPLICATION SLAVE ADMIN', 'REPLICATION MASTER ADMIN', 'BINLOG ADMIN', 'BINLOG REPLAY'],
  ...['SLAVE MONITOR', 'SHOW CREATE ROUTINE'],
] as const;
const GRANT_BIT = 10;
const EVERYTHING = 2n ** 64n - 1n;
const SSL_TYPES = ['', 'ANY', 'X509', 'SPECIFIED'] as const;
/** Before this version bit 20 had another name. */
const SINCE_BINLOG_MONITOR = 100_502;
/** Number of bits that servers of a version and later ones know (sql/sql_acl.cc, `get_access`). */
const KNOWN_BITS = [
  [110_300, 40],
  [100_508, 39],
  [SINCE_BINLOG_MONITOR, 38],
  [0, 30],
] as const;

/** Statements that create the accounts in rows of `mysql.global_priv`, and grant them what the rows beside it say. Pure. */
export function statementsOfGlobalPrivs(rows: GrantRows): AccountStatements {
  const all = (rows.get('global_priv') ?? []).map(accountOf);
  const roles = new Set(all.flatMap(({ user, priv }) => (priv?.is_role === true ? [user] : [])));
  const granteeOf: GranteeOf = (user, host) =>
    host === '' && roles.has(user) ? quoteName(user) : `${quoteName(user)}@${quoteName(host)}`;
  const { single, twice } = accountsByName(all, ({ user, host }) => granteeOf(user, host));
  const accounts = [...single].flatMap(([name, { priv, access }]) => {
    const create = priv === null ? null : createAccount(priv, name);
    return priv === null || create === null ? [] : [{ name, priv, access, create }];
  });
  const known = new Set(accounts.map(({ name }) => name));
  const statements = [
    ...accounts.map(({ create }) => create),
    ...accounts.flatMap(({ name, priv, access }) => [
      ...(priv.is_role ? [] : [`GRANT USAGE ON *.* TO ${name}`]),
      ...globalGrants(access, priv.version_id, name),
    ]),
    ...objectGrants(rows, granteeOf),
    ...rolesOfMariaDb(rows, granteeOf),
    ...accounts.flatMap(({ name, priv }) =>
      priv.default_role === '' ? [] : [`SET DEFAULT ROLE ${quoteName(priv.default_role)} FOR ${name}`],
    ),
  ];
  return {
    statements,
    leftOut: [...twice, ...[...single.keys()].filter((name) => !known.has(name))],
    hasPartialRevokes: false,
  };
}

interface FoundAccount {
  readonly user: string;
  readonly host: string;
  /** Null for what no server writes. */
  readonly priv: Priv | null;
  /** Bits of all privileges. */
  readonly access: bigint;
}

/** Read from the text: it has 64 bits, and a number of JSON has fewer here. */
const ACCESS = /"access"\s*:\s*(\d+)/;

function accountOf(row: GrantRow): FoundAccount {
  const json = text(row, 'priv');
  const found = privSchema.safeParse(parsed(json));
  return {
    ...{ user: text(row, 'user'), host: text(row, 'host') },
    priv: found.success ? found.data : null,
    access: BigInt(ACCESS.exec(json)?.[1] ?? 0),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Null for an account that would be another one. */
function createAccount(priv: Priv, grantee: string): string | null {
  if (priv.is_role) return `CREATE ROLE ${grantee}`;
  const require = requireClause(SSL_TYPES[Math.max(priv.ssl_type, 0)] ?? '?', {
    cipher: priv.ssl_cipher,
    issuer: priv.x509_issuer,
    subject: priv.x509_subject,
  });
  if (require === null) return null;
  const limits = limitsClause({
    MAX_QUERIES_PER_HOUR: priv.max_questions,
    MAX_UPDATES_PER_HOUR: priv.max_updates,
    MAX_CONNECTIONS_PER_HOUR: priv.max_connections,
    MAX_USER_CONNECTIONS: priv.max_user_connections,
    MAX_STATEMENT_TIME: priv.max_statement_time,
  });
  return `CREATE USER ${grantee}${signIn(priv)}${require}${limits}${stateOf(priv)}`;
}

function signIn({ plugin = '', authentication_string: stored = '', auth_or: ways }: Priv): string {
  const own = { plugin, authentication_string: stored };
  if (ways !== undefined) {
    const named = ways.map((way) => oneWay(way.plugin === undefined ? own : way));
    return ` IDENTIFIED VIA ${named.join(' OR ')}`;
  }
  if (plugin === '' || plugin === NATIVE)
    return stored === '' ? '' : ` IDENTIFIED BY PASSWORD ${quoteText(stored)}`;
  return ` IDENTIFIED VIA ${oneWay(own)}`;
}

function oneWay({
  plugin = NATIVE,
  authentication_string: stored = '',
}: z.infer<typeof signInSchema>): string {
  return `${plugin === '' ? NATIVE : plugin}${stored === '' ? '' : ` USING ${quoteText(stored)}`}`;
}

/** A lifetime of -1 is that of the server. */
function stateOf({ account_locked, password_last_changed: changed, password_lifetime: days }: Priv): string {
  return [
    ...(account_locked ? [' ACCOUNT LOCK'] : []),
    ...(changed === 0 ? [' PASSWORD EXPIRE'] : []),
    ...(changed === 0 || days < 0
      ? []
      : [days === 0 ? ' PASSWORD EXPIRE NEVER' : ` PASSWORD EXPIRE INTERVAL ${days} DAY`]),
  ].join('');
}

/** A bit that its version does not know leaves the account without any privilege, as the server does. */
function globalGrants(access: bigint, version: number, grantee: string): readonly string[] {
  const known = KNOWN_BITS.find(([since]) => version >= since)?.[1] ?? 0;
  const isAll = access === EVERYTHING;
  if (!isAll && access >> BigInt(known) !== 0n) return [];
  const has = (bit: number) => ((access >> BigInt(bit)) & 1n) === 1n;
  const bits = BITS.slice(0, known).map((_, bit) => bit);
  const hasAll = isAll || bits.every((bit) => bit === GRANT_BIT || has(bit));
  const held = bits.filter((bit) => bit !== GRANT_BIT && has(bit)).map((bit) => nameOf(bit, version));
  return grantOf({ names: hasAll ? ['ALL PRIVILEGES'] : held, mayGrant: has(GRANT_BIT) }, '*.*', grantee);
}

function nameOf(bit: number, version: number): string {
  const name = BITS[bit] ?? '';
  return name === 'BINLOG MONITOR' && version < SINCE_BINLOG_MONITOR ? 'REPLICATION CLIENT' : name;
}
