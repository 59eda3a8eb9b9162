import { quoteName, quoteText } from '../../../catalog/text/quote';
import { z } from 'zod';
import type { GrantRow, GrantRows } from './grant-rows';
import { grantOf, limitsClause, objectGrants, requireClause, text, type GranteeOf } from './granted';
import { rolesOfMariaDb } from './mysql-rows';

const NATIVE = 'mysql_native_password';

const signInSchema = z.object({
  plugin: z.string().optional(),
  authentication_string: z.string().optional(),
});

/** `mysql.global_priv.Priv` (MariaDB manual, "mysql.global_priv Table"; sql/sql_acl.cc, User_table_json). */
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
  password_last_changed: z.number().optional(),
  password_lifetime: z.number().default(-1),
  default_role: z.string().default(''),
});
type Priv = z.infer<typeof privSchema>;

/** Bits of `access`, in their order (sql/privilege.h of MariaDB 11.8); the tenth is the right to grant. */
const BITS = [
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'RELOAD', 'SHUTDOWN', 'PROCESS', 'FILE'],
  ...['GRANT OPTION', 'REFERENCES', 'INDEX', 'ALTER', 'SHOW DATABASES', 'SUPER', 'CREATE TEMPORARY TABLES'],
  ...['LOCK TABLES', 'EXECUTE', 'REPLICATION SLAVE', 'REPLICATION CLIENT', 'CREATE VIEW', 'SHOW VIEW'],
  ...['CREATE ROUTINE', 'ALTER ROUTINE', 'CREATE USER', 'EVENT', 'TRIGGER', 'CREATE TABLESPACE'],
  ...['DELETE HISTORY', 'SET USER', 'FEDERATED ADMIN', 'CONNECTION ADMIN', 'READ_ONLY ADMIN'],
  ...['REPLICATION SLAVE ADMIN', 'REPLICATION MASTER ADMIN', 'BINLOG ADMIN', 'BINLOG REPLAY'],
  ...['SLAVE MONITOR', 'SHOW CREATE ROUTINE'],
] as const;
const GRANT_BIT = 10;
/** All of them have the accounts to which ALL PRIVILEGES was granted, on every version with this table. */
const BITS_OF_ALL = 29;
const SSL_TYPES = ['', 'ANY', 'X509', 'SPECIFIED'] as const;

/** Statements that create the accounts in rows of `mysql.global_priv`, and grant them what the rows beside it say. Pure. */
export function statementsOfGlobalPrivs(rows: GrantRows): readonly string[] {
  const accounts = (rows.get('global_priv') ?? []).flatMap((row) => accountOf(row) ?? []);
  const roles = new Set(accounts.filter(({ priv }) => priv.is_role).map(({ user }) => user));
  const granteeOf: GranteeOf = (user, host) =>
    host === '' && roles.has(user) ? quoteName(user) : `${quoteName(user)}@${quoteName(host)}`;
  return [
    ...accounts.map(({ user, host, priv }) => createAccount(priv, granteeOf(user, host))),
    ...accounts.flatMap(({ user, host, priv, access }) => [
      ...(priv.is_role ? [] : [`GRANT USAGE ON *.* TO ${granteeOf(user, host)}`]),
      ...globalGrants(access, granteeOf(user, host)),
    ]),
    ...objectGrants(rows, granteeOf),
    ...rolesOfMariaDb(rows, granteeOf),
    ...accounts.flatMap(({ user, host, priv }) =>
      priv.default_role === ''
        ? []
        : [`SET DEFAULT ROLE ${quoteName(priv.default_role)} FOR ${granteeOf(user, host)}`],
    ),
  ];
}

interface FoundAccount {
  readonly user: string;
  readonly host: string;
  readonly priv: Priv;
  /** Bits of all privileges. */
  readonly access: bigint;
}

/** Read from the text: it has 64 bits, and a number of JSON has fewer here. */
const ACCESS = /"access"\s*:\s*(\d+)/;

/** Null for what no server writes. */
function accountOf(row: GrantRow): FoundAccount | null {
  const json = text(row, 'priv');
  const found = privSchema.safeParse(parsed(json));
  if (!found.success) return null;
  const access = BigInt(ACCESS.exec(json)?.[1] ?? 0);
  return { user: text(row, 'user'), host: text(row, 'host'), priv: found.data, access };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function createAccount(priv: Priv, grantee: string): string {
  if (priv.is_role) return `CREATE ROLE ${grantee}`;
  const require = requireClause(SSL_TYPES[priv.ssl_type] ?? '', {
    cipher: priv.ssl_cipher,
    issuer: priv.x509_issuer,
    subject: priv.x509_subject,
  });
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

function globalGrants(access: bigint, grantee: string): readonly string[] {
  const has = (bit: number) => ((access >> BigInt(bit)) & 1n) === 1n;
  const held = BITS.flatMap((name, bit) => (bit !== GRANT_BIT && has(bit) ? [name] : []));
  const isAll = BITS.slice(0, BITS_OF_ALL).every((_, bit) => bit === GRANT_BIT || has(bit));
  return grantOf({ names: isAll ? ['ALL PRIVILEGES'] : held, mayGrant: has(GRANT_BIT) }, '*.*', grantee);
}
