import { userInfo } from 'os';

/** Ways over which an account is tried. */
export const lines = ['no TLS', 'TLS', 'verified TLS', 'socket'] as const;
export type Line = (typeof lines)[number];

/** Words of a refusal, and the outcome `in`. The names are the table's. */
export const outcomes = {
  in: /^$/,
  denied: /: Access denied for user /,
  'names the method': /: The account signs in by \S+, which sends the password itself, and this connection /,
  'method unknown': /: The account signs in by \S+, which Sluice does not support\.$/,
  'second question': /, the server asks a second question \(“.+”\), and Sluice answers only /,
  'no TLS there': /: The server does not offer TLS, and the connection requires it\.$/,
  'factor unknown': /, and no password is known for factor [23] \(\w+\)\.$/,
} as const;
export type Outcome = keyof typeof outcomes;

/** Outcomes in the order of {@link lines}. */
type Outcomes = readonly [Outcome, Outcome, Outcome, Outcome];

export interface Account {
  /** The table's word for the method. */
  readonly method: string;
  readonly user: string;
  readonly statements: readonly string[];
  readonly passwords?: readonly string[];
  /** Signs in with the client's certificate over verified TLS. */
  readonly byCertificate?: boolean;
  readonly outcomes: Outcomes;
}

/** A server's plugins, and the accounts that sign in by them. */
export interface Accounts {
  /** Plugin and library, as INSTALL PLUGIN takes them. */
  readonly plugins: readonly (readonly [string, string])[];
  readonly accounts: readonly Account[];
}

const EVERYWHERE: Outcomes = ['in', 'in', 'in', 'in'];
/** The server refuses it but over its socket: the account belongs to a user of the system. */
const SOCKET_ONLY: Outcomes = ['denied', 'denied', 'denied', 'in'];
const VERIFIED_ONLY: Outcomes = ['names the method', 'names the method', 'in', 'names the method'];
const CERTIFICATE_ONLY: Outcomes = ['denied', 'denied', 'in', 'denied'];
const NEVER_KNOWN: Outcomes = ['method unknown', 'method unknown', 'method unknown', 'method unknown'];
/** Outcomes at servers without TLS, or whose only TLS is older than today's clients take. */
const WITHOUT_TLS: Outcomes = ['in', 'no TLS there', 'no TLS there', 'in'];
const systemUser = userInfo().username;

const account = (
  user: string,
  method: string,
  how: string,
  expected: Outcomes,
  more: Partial<Account> = {},
): Account => ({
  ...{ user, method, outcomes: expected },
  statements: [`CREATE USER '${user}'@'%' ${how}`],
  ...more,
});

const NATIVE = account('native', 'mysql_native_password', "IDENTIFIED BY 'pw'", EVERYWHERE);
const CERTIFICATE = account(
  ...(['certified', 'client certificate', "IDENTIFIED BY 'pw' REQUIRE X509", CERTIFICATE_ONLY] as const),
  { byCertificate: true },
);
const UNKNOWN = (clause: string) =>
  account(
    'stranger',
    'a method nobody knows',
    `IDENTIFIED ${clause} test_plugin_server AS 'pw'`,
    NEVER_KNOWN,
  );
/** mysql_clear_password, as LDAP, PAM and the clouds' tokens ask for it. */
const CLEAR = (clause: string) =>
  account('clear', 'cleartext', `IDENTIFIED ${clause} cleartext_plugin_server AS 'pw'`, VERIFIED_ONLY);

const MYSQL_9: Accounts = {
  plugins: [
    ['auth_socket', 'auth_socket.so'],
    ['cleartext_plugin_server', 'auth_test_plugin.so'],
    ['test_plugin_server', 'auth_test_plugin.so'],
  ],
  accounts: [
    account('cached', 'caching_sha2_password', "IDENTIFIED WITH caching_sha2_password BY 'pw'", EVERYWHERE),
    account('sha256', 'sha256_password', "IDENTIFIED WITH sha256_password BY 'pw'", EVERYWHERE),
    CERTIFICATE,
    account('by_socket', 'auth_socket', `IDENTIFIED WITH auth_socket AS '${systemUser}'`, SOCKET_ONLY),
    CLEAR('WITH'),
    account(
      ...(['two', 'two factors'] as const),
      "IDENTIFIED WITH caching_sha2_password BY 'pw' AND IDENTIFIED WITH cleartext_plugin_server AS 'pw2'",
      VERIFIED_ONLY,
      { passwords: ['pw', 'pw2'] },
    ),
    account(
      ...(['three', 'three factors'] as const),
      "IDENTIFIED WITH sha256_password BY 'pw' AND IDENTIFIED WITH cleartext_plugin_server AS 'pw2' AND IDENTIFIED WITH cleartext_plugin_server AS 'pw3'",
      VERIFIED_ONLY,
      { passwords: ['pw', 'pw2', 'pw3'] },
    ),
    account(
      ...(['short', 'two factors, one password'] as const),
      "IDENTIFIED WITH caching_sha2_password BY 'pw' AND IDENTIFIED WITH cleartext_plugin_server AS 'pw2'",
      ['names the method', 'names the method', 'factor unknown', 'names the method'],
    ),
    account(
      ...(['with_socket', 'password and auth_socket'] as const),
      `IDENTIFIED WITH caching_sha2_password BY 'pw' AND IDENTIFIED WITH auth_socket AS '${systemUser}'`,
      SOCKET_ONLY,
    ),
    UNKNOWN('WITH'),
  ],
};

const DIALOG = [
  account('dialog', 'dialog (PAM), one question', "IDENTIFIED VIA three_attempts AS 'pw'", VERIFIED_ONLY),
  account('questions', 'dialog (PAM), two questions', "IDENTIFIED VIA two_questions AS 'pw'", [
    ...(['names the method', 'names the method', 'second question', 'names the method'] as const),
  ]),
];
const ED25519 = account(
  ...(['ed', 'ed25519', "IDENTIFIED VIA ed25519 USING PASSWORD('pw')", EVERYWHERE] as const),
);

const debianMariaDb = (...more: readonly Account[]): Accounts => ({
  plugins: [
    ['ed25519', 'auth_ed25519.so'],
    ['two_questions', 'dialog_examples.so'],
    ['three_attempts', 'dialog_examples.so'],
    ['cleartext_plugin_server', 'auth_test_plugin.so'],
    ['test_plugin_server', 'auth_test_plugin.so'],
  ],
  accounts: [
    NATIVE,
    ED25519,
    account(
      ...(['either', 'ed25519 or native, by the second'] as const),
      "IDENTIFIED VIA ed25519 USING PASSWORD('another') OR mysql_native_password USING PASSWORD('pw')",
      EVERYWHERE,
    ),
    account(
      ...(['other', 'unknown method or ed25519'] as const),
      "IDENTIFIED VIA test_plugin_server AS 'pw' OR ed25519 USING PASSWORD('pw')",
      EVERYWHERE,
    ),
    SOCKET,
    CERTIFICATE,
    CLEAR('VIA'),
    ...DIALOG,
    UNKNOWN('VIA'),
    ...more,
  ],
});

/** MariaDB's own name for the account is that of the system's user. */
const SOCKET: Account = {
  method: 'unix_socket',
  user: systemUser,
  statements: [`CREATE OR REPLACE USER '${systemUser}'@'%' IDENTIFIED VIA unix_socket`],
  outcomes: SOCKET_ONLY,
};
const PARSEC = account(
  ...(['parsec', 'PARSEC', "IDENTIFIED VIA parsec USING PASSWORD('pw')", EVERYWHERE] as const),
);

/** Accounts of each server of the matrix. */
export const accountsOf: Readonly<Record<string, Accounts>> = {
  'mysql-9.7': MYSQL_9,
  'mysql-5.5': {
    plugins: [],
    accounts: [{ ...NATIVE, outcomes: WITHOUT_TLS }],
  },
  'mariadb-10.2': { plugins: [], accounts: [{ ...NATIVE, outcomes: WITHOUT_TLS }] },
  'mariadb-10.5': debianMariaDb(),
  'mariadb-10.11': debianMariaDb(),
  'mariadb-11.4': { plugins: [], accounts: [NATIVE, SOCKET, CERTIFICATE] },
  'mariadb-11.8': {
    ...debianMariaDb(PARSEC),
    plugins: [...debianMariaDb().plugins, ['parsec', 'auth_parsec.so']],
  },
};
