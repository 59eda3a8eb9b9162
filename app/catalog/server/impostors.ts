/**
 * Servers that speak MySQL's protocol and are not MySQL or MariaDB, and proxies in front of one: recognized by what they
 * answer. Pure.
 */

/** Answers of a server at sign-in, by which it is recognized. */
export interface ServerAnswers {
  /** Version in the greeting of the protocol. */
  readonly greeting: string;
  /** As `SELECT VERSION()` gives it. */
  readonly version: string;
  /** As `SELECT @@version_comment LIMIT 1` gives it; empty where it is refused. */
  readonly comment: string;
  /** Those of {@link TELLING_VARIABLES} that the server has, with their values. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Variables that tell what a server is; MySQL has only the last. */
export const TELLING_VARIABLES = ['aurora_version', 'memsql_version', 'tidb_version', 'innodb_read_only'];

/** Servers that are refused. */
export type RefusedKind = 'vitess' | 'tidb' | 'singlestore' | 'oceanbase' | 'starrocks' | 'doris';
/** Servers and proxies that are worked with, with a sentence about consistency. */
export type CautionKind = 'aurora' | 'aurora-reader' | 'proxysql' | 'maxscale' | 'proxy';

export type Impostor =
  | { readonly kind: 'refused'; readonly product: RefusedKind }
  | { readonly kind: 'caution'; readonly product: CautionKind };

interface Row {
  readonly impostor: Impostor;
  readonly isMet: (answers: ServerAnswers) => boolean;
  /** Server source, manual, or the server on which it was seen. */
  readonly source: string;
}

const refused = (product: RefusedKind): Impostor => ({ kind: 'refused', product });
const caution = (product: CautionKind): Impostor => ({ kind: 'caution', product });

/** The first row that is met decides. */
export const IMPOSTORS: readonly Row[] = [
  {
    impostor: refused('vitess'),
    isMet: ({ version, comment, greeting }) =>
      [version, comment, greeting].some((text) => /vitess/i.test(text)),
    source:
      'Vitess 22, seen: VERSION() is 8.0.40-Vitess (flag mysql_server_version), @@version_comment names the vtgate',
  },
  {
    impostor: refused('tidb'),
    isMet: ({ version, comment, variables }) =>
      /-TiDB-/i.test(version) || /^TiDB Server/i.test(comment) || variables.has('tidb_version'),
    source: 'TiDB manual, "VERSION()": 8.0.11-TiDB-v7.5.1; @@version_comment begins with “TiDB Server”',
  },
  {
    impostor: refused('singlestore'),
    isMet: ({ comment, variables }) => variables.has('memsql_version') || /SingleStore|MemSQL/i.test(comment),
    source: 'SingleStore manual, "memsql_version": VERSION() is that of a MySQL, such as 5.7.32',
  },
  {
    impostor: refused('oceanbase'),
    isMet: ({ version, comment }) => /OceanBase/i.test(version) || /OceanBase/i.test(comment),
    source: 'OceanBase manual, "version()": 5.7.25-OceanBase-v4.4.2.2, 5.7.25-OceanBase_CE-v4.2.0.0',
  },
  {
    impostor: refused('starrocks'),
    isMet: ({ version, comment }) => /StarRocks/i.test(version) || /StarRocks/i.test(comment),
    source: 'StarRocks manual, "version_comment"; VERSION() is 5.1.0 or 8.0.33',
  },
  {
    impostor: refused('doris'),
    isMet: ({ comment }) => /\bdoris\b/i.test(comment),
    source: 'Doris manual, "Variables": version_comment names the release; VERSION() is 5.7.99',
  },
  {
    impostor: caution('aurora-reader'),
    isMet: ({ variables }) => variables.has('aurora_version') && isOn(variables.get('innodb_read_only')),
    source: 'Aurora manual, "Connecting to a reader": innodb_read_only is ON on readers, OFF on the writer',
  },
  {
    impostor: caution('aurora'),
    isMet: ({ variables, version }) => variables.has('aurora_version') || version.includes('.mysql_aurora.'),
    source:
      'Aurora manual, "Checking the version": @@aurora_version; VERSION() is 8.0.mysql_aurora.3.07.1 on some',
  },
  {
    impostor: caution('proxysql'),
    isMet: ({ comment, greeting }) => /\bProxySQL\b/i.test(comment) || /ProxySQL/i.test(greeting),
    source:
      'ProxySQL, lib/MySQL_Session.cpp: it answers SELECT @@version_comment LIMIT 1 itself, with “(ProxySQL)”',
  },
  {
    impostor: caution('maxscale'),
    isMet: ({ greeting, version }) => /maxscale/i.test(greeting) || /maxscale/i.test(version),
    source: 'MaxScale manual, "version_string": the greeting names MaxScale by default',
  },
  {
    impostor: caution('proxy'),
    isMet: ({ greeting, version }) => numberOf(greeting) !== numberOf(version),
    source: 'MySQL manual, "Protocol::Handshake": the greeting has the version that VERSION() gives',
  },
];

/** Returns whether something stands between the client and the server. */
export function isProxy(caution: CautionKind | null): boolean {
  return caution === 'proxysql' || caution === 'maxscale' || caution === 'proxy';
}

/** Returns what a server is that is no MySQL or MariaDB met directly; null for one of these. */
export function recognize(answers: ServerAnswers): Impostor | null {
  return IMPOSTORS.find(({ isMet }) => isMet(answers))?.impostor ?? null;
}

function isOn(value: string | undefined): boolean {
  return value === 'ON' || value === '1';
}

/** Number in a version text, without MariaDB's prefix for old replicas; the whole text where there is none. */
function numberOf(version: string): string {
  return /^(?:5\.5\.5-)?(\d+\.\d+\.\d+)/.exec(version)?.[1] ?? version;
}
