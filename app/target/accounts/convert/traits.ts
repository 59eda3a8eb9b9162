import type { Vendor } from '../../../contract/connections/connection';

/** Authentication of an account. */
export type SignIn =
  | { readonly kind: 'no-password' }
  /** Authentication by one plugin of the server; `proof` is a literal, null for none. */
  | { readonly kind: 'plugin'; readonly plugin: string; readonly proof: string | null }
  /** A password in plain text, which a person has written; with quotes. */
  | { readonly kind: 'password'; readonly text: string }
  /** Several alternatives or factors, with the statement's text. */
  | { readonly kind: 'several'; readonly text: string };

/** Content of a CREATE USER statement of either vendor. */
export interface AccountTraits {
  readonly signIn: SignIn;
  /** Requirement on the connection, such as `SSL`, in words that both vendors have; null for none. */
  readonly requires: string | null;
  /** Resource limits, such as `MAX_USER_CONNECTIONS 5`, in words that both vendors have; null for none. */
  readonly limits: string | null;
  /** Expiry of the password: `default` leaves it to the server. */
  readonly expiry: 'default' | 'expired' | 'NEVER' | `INTERVAL ${string} DAY`;
  readonly isLocked: boolean;
  /** Clauses that only the account's own vendor has, unchanged. */
  readonly own: readonly string[];
}

const TEXT = String.raw`(?:'(?:[^'\\]|\\.|'')*'|0x[0-9A-Fa-f]+)`;
const HEAD =
  /^CREATE USER (?:IF NOT EXISTS )?(?:`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*')@(?:`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*')/s;

/** Readers of clauses, each by the clause's first words. MySQL's SHOW CREATE USER prints defaults too. */
const CLAUSES: readonly (readonly [
  clause: RegExp,
  read: (found: RegExpExecArray) => Partial<Omit<AccountTraits, 'own'>>,
])[] = [
  [
    new RegExp(String.raw`^ IDENTIFIED VIA \w+(?: USING ${TEXT})?(?: OR \w+(?: USING ${TEXT})?)+`, 's'),
    ([text]) => ({ signIn: { kind: 'several', text: text.trim() } }),
  ],
  [
    new RegExp(
      String.raw`^ IDENTIFIED WITH '\w+'(?: AS ${TEXT})?(?: AND IDENTIFIED WITH '\w+'(?: AS ${TEXT})?)+`,
      's',
    ),
    ([text]) => ({ signIn: { kind: 'several', text: text.trim() } }),
  ],
  [
    new RegExp(
      String.raw`^ IDENTIFIED (?:WITH '(\w+)'(?: AS (${TEXT}))?|VIA (\w+)(?: USING (${TEXT}))?)`,
      's',
    ),
    ([, mysql, asText, mariadb, using]) => ({ signIn: signInBy(mysql ?? mariadb ?? '', asText ?? using) }),
  ],
  [
    new RegExp(`^ IDENTIFIED BY PASSWORD (${TEXT})`, 's'),
    ([, proof]) => ({ signIn: signInBy('mysql_native_password', proof) }),
  ],
  [new RegExp(`^ IDENTIFIED BY (${TEXT})`, 's'), ([, text = '']) => ({ signIn: { kind: 'password', text } })],
  [/^ REQUIRE NONE/, () => ({ requires: null })],
  [
    new RegExp(`^ REQUIRE (SSL|X509|(?:(?: ?AND)? ?(?:ISSUER|SUBJECT|CIPHER) ${TEXT})+)`, 's'),
    ([, requires = '']) => ({ requires }),
  ],
  [
    /^ WITH ((?: ?MAX_(?:QUERIES_PER_HOUR|UPDATES_PER_HOUR|CONNECTIONS_PER_HOUR|USER_CONNECTIONS) \d+\b)+)(?! MAX_)/,
    ([, limits = '']) => ({ limits }),
  ],
  [/^ PASSWORD EXPIRE DEFAULT/, () => ({ expiry: 'default' })],
  [/^ PASSWORD EXPIRE NEVER/, () => ({ expiry: 'NEVER' })],
  [/^ PASSWORD EXPIRE INTERVAL (\d+) DAY/, ([, days = '']) => ({ expiry: `INTERVAL ${days} DAY` })],
  [/^ PASSWORD EXPIRE/, () => ({ expiry: 'expired' })],
  [/^ ACCOUNT LOCK/, () => ({ isLocked: true })],
  [/^ ACCOUNT UNLOCK/, () => ({ isLocked: false })],
  [/^ PASSWORD (?:HISTORY|REUSE INTERVAL|REQUIRE CURRENT) DEFAULT/, () => ({})],
];

/** Returns the authentication; an empty literal is no password: MySQL omits it, MariaDB prints it. */
function signInBy(plugin: string, proof: string | undefined): SignIn {
  // With an older plugin, nothing tells that an account without a hash has no password.
  const isByPassword = /^(?:mysql_native|sha256|caching_sha2)_password$/.test(plugin);
  if (isByPassword && (proof === undefined || proof === "''")) return { kind: 'no-password' };
  return { kind: 'plugin', plugin, proof: proof ?? null };
}

/** Parses a CREATE USER statement as SHOW CREATE USER of either vendor prints it, or a person has written it. Pure. */
export function traitsOf(create: string): AccountTraits {
  let traits: AccountTraits = {
    signIn: { kind: 'no-password' },
    requires: null,
    limits: null,
    expiry: 'default',
    isLocked: false,
    own: [],
  };
  // Nobody signs in with a role (MySQL manual, "CREATE ROLE Statement").
  if (create.startsWith('CREATE ROLE ')) return { ...traits, expiry: 'expired', isLocked: true };
  let rest = create.replace(HEAD, '');
  while (rest.trim() !== '') {
    const next = firstClause(rest);
    if (next === null) return { ...traits, own: [rest.trim()] };
    traits = { ...traits, ...next.read };
    rest = rest.slice(next.length);
  }
  return traits;
}

function firstClause(rest: string) {
  for (const [clause, read] of CLAUSES) {
    const found = clause.exec(rest);
    if (found !== null) return { read: read(found), length: found[0].length };
  }
  return null;
}

/** Clauses of MySQL that MariaDB lacks, as SHOW CREATE USER prints them by default. */
const MYSQL_DEFAULTS =
  'PASSWORD HISTORY DEFAULT PASSWORD REUSE INTERVAL DEFAULT PASSWORD REQUIRE CURRENT DEFAULT';

/**
 * Returns the statement that creates such an account, in the form of the vendor's SHOW CREATE USER, so that the created
 * account can be compared with it. `grantee` is the account in backticks. Pure.
 */
export function createUser(grantee: string, traits: AccountTraits, vendor: Vendor): string {
  const { requires, limits, isLocked } = traits;
  const words =
    vendor === 'mysql'
      ? [
          `REQUIRE ${requires ?? 'NONE'}`,
          ...(limits === null ? [] : [`WITH ${limits}`]),
          `PASSWORD EXPIRE${expiryWord(traits, ' DEFAULT')}`,
          `ACCOUNT ${isLocked ? 'LOCK' : 'UNLOCK'}`,
          MYSQL_DEFAULTS,
        ]
      : [
          ...(requires === null ? [] : [`REQUIRE ${requires}`]),
          ...(limits === null ? [] : [`WITH ${limits}`]),
          ...(isLocked ? ['ACCOUNT LOCK'] : []),
          ...(traits.expiry === 'default' ? [] : [`PASSWORD EXPIRE${expiryWord(traits, '')}`]),
        ];
  return ['CREATE USER IF NOT EXISTS', grantee, ...signInWords(traits.signIn, vendor), ...words].join(' ');
}

function expiryWord({ expiry }: AccountTraits, byDefault: string): string {
  if (expiry === 'default') return byDefault;
  return expiry === 'expired' ? '' : ` ${expiry}`;
}

function signInWords(signIn: SignIn, vendor: Vendor): readonly string[] {
  // MySQL has no account without a plugin; this one is its usual (MySQL manual, "Pluggable Authentication").
  const usual = vendor === 'mysql' ? ["IDENTIFIED WITH 'caching_sha2_password'"] : [];
  if (signIn.kind === 'no-password') return usual;
  if (signIn.kind === 'several') return [signIn.text];
  if (signIn.kind === 'password') return [`IDENTIFIED BY ${signIn.text}`];
  const { plugin, proof } = signIn;
  if (vendor === 'mysql') return [`IDENTIFIED WITH '${plugin}'`, ...(proof === null ? [] : [`AS ${proof}`])];
  if (plugin === 'mysql_native_password') return [`IDENTIFIED BY PASSWORD ${proof ?? "''"}`];
  return [`IDENTIFIED VIA ${plugin}`, ...(proof === null ? [] : [`USING ${proof}`])];
}
