import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

const products = {
  vitess: 'Vitess',
  tidb: 'TiDB',
  singlestore: 'SingleStore',
  oceanbase: 'OceanBase',
  starrocks: 'StarRocks',
  doris: 'Apache Doris',
} as const;

/** Remedies for servers that are refused. */
const insteadOf = {
  vitess:
    'Connect to the MySQL servers behind it, one for each shard, with an account of their own; or use its own backups (vtctldclient Backup).',
  tidb: 'Dump it with Dumpling, and load into it with TiDB Lightning.',
  singlestore: 'Use BACKUP DATABASE, or pipelines to load into it.',
  oceanbase: 'Dump it with OBDUMPER, and load into it with OBLOADER.',
  starrocks: 'Use BACKUP SNAPSHOT, or Stream Load to load into it.',
  doris: 'Use BACKUP SNAPSHOT, or Stream Load to load into it.',
} as const;

interface OfVersion {
  readonly version: string;
}

/** Failures of recognizing a server. */
export const serverFailures = failures({
  versionUnknown: {
    code: 'unsupported-server',
    message: ({ version }: OfVersion) => `The server calls itself “${version}”.`,
  },
  notMySql: {
    code: 'unsupported-server',
    message: ({ product, version }: OfVersion & { readonly product: keyof typeof products }) =>
      `The server is ${products[product]} (${version}), which speaks MySQL’s protocol but has neither its locks nor its consistent snapshots.`,
    hint: ({ product }: { readonly product: keyof typeof products }) => insteadOf[product],
  },
  versionTooOld: {
    code: 'unsupported-server',
    message: ({ version }: OfVersion) => `The server is version ${version}, which is too old.`,
  },
});

const english = {
  newer: (server: string, known: string) =>
    `${server} is newer than this Sluice knows (${known}); it is treated as ${known}.`,
  /** Cautions about servers and proxies that are worked with, by what was recognized. */
  cautions: {
    aurora:
      'The server is Amazon Aurora: its writer is read like MySQL. RDS refuses some locks to every account; then the next one is tried.',
    'aurora-reader':
      'The server is a reader of Amazon Aurora: no lock here holds back what the writer does, so snapshots of several sessions may differ.',
    proxysql:
      'ProxySQL is in between: it may send statements of one session to several servers. All sessions of the run must be on one: use a user whose rules lead to one server, with transaction_persistent = 1.',
    maxscale:
      'MaxScale is in between: its read/write split may send statements of one session to several servers. Use a listener that leads to one server (readconnroute).',
    proxy:
      'A proxy is in between: its greeting has another version than the server. All sessions of the run must be on one server.',
  },
  /** Reasons why a server does not report the progress of index builds, with what would make it. */
  buildsNotReported: {
    noPerformanceSchema:
      'The server does not report the progress of index builds. Start it with performance_schema = ON to see it.',
    tooOld: 'The server does not report the progress of index builds: MySQL does since 5.7.6.',
    consumerOff: (statement: string) =>
      `The server does not report the progress of index builds. To see it, run: ${statement};`,
    noPrivilege:
      'The server does not report the progress of index builds to this account. Grant it SELECT on performance_schema to see it.',
    severalBuilds:
      'The server does not report the progress of these index builds; it reports that of a single one.',
  },
} as const;

/** Other sentences about servers. */
export const serverText = spoken(english);
