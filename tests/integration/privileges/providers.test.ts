import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice, type CommandRun } from '../harness/command';
import { withGlobals, type GlobalValues } from '../harness/globals';
import { ProviderProxy, type Refusal } from '../harness/provider-proxy';
import { withFolder } from '../harness/runs';
import { connectPlain } from '../harness/servers';

const SOURCE = 'provider_shop';
const COPY = 'provider_copy';
const OWNER = 'provider_owner';
const PASSWORD = 'Provider-12345678';

const OF_SCHEMA =
  'SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER, CREATE TEMPORARY TABLES, EXECUTE, CREATE VIEW, SHOW VIEW, CREATE ROUTINE, ALTER ROUTINE, EVENT, TRIGGER';

/** Expected end of a run: well, or refused with the words that name the choice. */
interface Expected {
  readonly refused?: RegExp;
  /** Sentence of a result that ended well. */
  readonly says?: RegExp;
  /** Options with which it ends well. */
  readonly choice: readonly string[];
}

/** A provider as its documentation describes the account that customers get, over a server that runs here. */
interface Provider {
  readonly name: string;
  readonly user: string;
  readonly grants: readonly string[];
  /** Options of CREATE USER. */
  readonly account?: string;
  readonly tls?: 'required';
  readonly globals: GlobalValues;
  readonly refusals: readonly Refusal[];
  /** Definer of the source's objects. */
  readonly definer: 'own' | 'other';
  readonly dump: Expected;
  readonly load: Expected;
}

const PROVIDERS: readonly Provider[] = [
  {
    // AWS, "Master user account privileges": RELOAD is shown, and the lock refused; no SUPER, no BACKUP_ADMIN.
    name: 'Amazon RDS, Aurora',
    user: 'provider_rds',
    grants: [
      `${OF_SCHEMA}, RELOAD, PROCESS, SHOW DATABASES, LOCK TABLES, REPLICATION CLIENT, CREATE USER ON *.*`,
    ],
    globals: {},
    refusals: [
      {
        ...{ statement: /^FLUSH TABLES WITH READ LOCK/, errno: 1045, sqlstate: '28000' },
        message: "Access denied for user 'provider_rds'@'%' (using password: YES)",
      },
      { statement: /sql_log_bin/, errno: 1227, sqlstate: '42000', message: 'Access denied; you need SUPER' },
    ],
    definer: 'other',
    dump: { says: /refused FLUSH TABLES WITH READ LOCK with error 1045/, choice: [] },
    load: { refused: /--definers current/, choice: ['--definers', 'current'] },
  },
  {
    // Azure, "Connect to … Single Server": user@server, TLS enforced; packets as small as a plan has them.
    name: 'Azure',
    user: 'provider_azure@shop-db',
    account: 'REQUIRE SSL',
    tls: 'required',
    grants: [`${OF_SCHEMA}, RELOAD, PROCESS, SHOW DATABASES, LOCK TABLES, REPLICATION CLIENT ON *.*`],
    globals: { max_allowed_packet: 1_048_576 },
    refusals: [],
    definer: 'own',
    dump: { choice: [] },
    load: { choice: [] },
  },
  {
    // Google, "About MySQL users": all static privileges but SUPER and FILE, any definer, no BACKUP_ADMIN.
    name: 'Cloud SQL',
    user: 'provider_cloudsql',
    grants: [
      `${OF_SCHEMA}, RELOAD, PROCESS, SHOW DATABASES, LOCK TABLES, REPLICATION CLIENT, CREATE USER ON *.*`,
      'SET_ANY_DEFINER, CONNECTION_ADMIN, ROLE_ADMIN, XA_RECOVER_ADMIN, APPLICATION_PASSWORD_ADMIN ON *.*',
    ],
    globals: {},
    refusals: [
      { statement: /sql_log_bin/, errno: 1227, sqlstate: '42000', message: 'Access denied; you need SUPER' },
    ],
    definer: 'other',
    dump: { says: /definitions are compared again at the end/, choice: [] },
    load: { refused: /SYSTEM_USER.*--definers current/s, choice: ['--definers', 'current'] },
  },
  {
    // Both set sql_require_primary_key for their replicas.
    name: 'DigitalOcean, Aiven',
    user: 'provider_keys',
    grants: [`${OF_SCHEMA}, RELOAD, PROCESS, SHOW DATABASES, LOCK TABLES, REPLICATION CLIENT ON *.*`],
    globals: { sql_require_primary_key: 1 },
    refusals: [],
    definer: 'own',
    dump: { choice: [] },
    load: {
      refused: /--missing-primary-key add-invisible/,
      choice: ['--missing-primary-key', 'add-invisible'],
    },
  },
  {
    // One schema, no PROCESS, no LOCK TABLES, few connections.
    name: 'Hosting panel',
    user: 'provider_panel',
    account: 'WITH MAX_USER_CONNECTIONS 10',
    grants: [SOURCE, COPY].map((schema) => `${OF_SCHEMA} ON ${schema}.*`),
    globals: {},
    refusals: [],
    definer: 'own',
    dump: { refused: /LOCK TABLES.*--consistency none/s, choice: ['--consistency', 'none'] },
    load: { choice: [] },
  },
];

interface Row {
  readonly provider: string;
  readonly run: string;
  readonly exit: string;
  readonly says: string;
}

describe.runIf(testVendors.includes('mysql'))('providers, over MySQL', () => {
  let root: Connection;
  const rows: Row[] = [];

  beforeAll(async () => {
    root = await connectPlain('mysql');
    await root.query(`CREATE USER IF NOT EXISTS '${OWNER}'@'%'`);
    await root.query(`GRANT ALL ON *.* TO '${OWNER}'@'%'`);
  });

  afterAll(async () => {
    for (const schema of [SOURCE, COPY]) await root.query(`DROP DATABASE IF EXISTS ${schema}`);
    for (const user of [OWNER, ...PROVIDERS.map((provider) => provider.user)])
      await root.query(`DROP USER IF EXISTS '${user}'@'%'`);
    await root.end();
    for (const { provider, run, exit, says } of rows)
      process.stdout.write(`${provider.padEnd(20)} | ${run.padEnd(46)} | ${exit.padEnd(22)} | ${says}\n`);
  });

  /** Makes the account, and objects of every kind in the source. */
  async function prepare({ user, account = '', grants, definer }: Provider): Promise<void> {
    await root.query(`DROP USER IF EXISTS '${user}'@'%'`);
    await root.query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${PASSWORD}' ${account}`);
    for (const grant of grants) await root.query(`GRANT ${grant} TO '${user}'@'%'`);
    const of = `DEFINER = '${definer === 'own' ? user : OWNER}'@'%'`;
    for (const schema of [SOURCE, COPY]) await root.query(`DROP DATABASE IF EXISTS ${schema}`);
    for (const statement of [
      `CREATE DATABASE ${SOURCE}`,
      `CREATE TABLE ${SOURCE}.orders (id INT PRIMARY KEY, total INT, picture LONGBLOB, KEY (total))`,
      `INSERT INTO ${SOURCE}.orders SELECT 1, 10, REPEAT('x', 600000) UNION ALL SELECT 2, 20, REPEAT('y', 600000)`,
      `CREATE TABLE ${SOURCE}.log (line VARCHAR(80))`,
      `INSERT INTO ${SOURCE}.log VALUES ('one'), ('two')`,
      `CREATE ${of} VIEW ${SOURCE}.totals AS SELECT id, total FROM ${SOURCE}.orders`,
      `CREATE ${of} FUNCTION ${SOURCE}.tax() RETURNS INT DETERMINISTIC RETURN 19`,
      `CREATE ${of} TRIGGER ${SOURCE}.stamp BEFORE INSERT ON ${SOURCE}.orders FOR EACH ROW SET NEW.total = NEW.total + 0`,
      `CREATE ${of} EVENT ${SOURCE}.purge ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
    ])
      await root.query(statement);
  }

  async function sumsOf(schema: string): Promise<unknown> {
    const [[row]] = await root.query<RowDataPacket[]>(
      `SELECT (SELECT SUM(CRC32(CONCAT_WS(',', id, total, picture))) FROM ${schema}.orders) AS orders,
         (SELECT COUNT(*) FROM ${schema}.log) AS log`,
    );
    return row;
  }

  const said = ({ result }: CommandRun): string => {
    const {
      errors = [],
      warnings = [],
      consistency = '',
    } = result as Partial<{
      readonly errors: readonly { readonly message: string; readonly hint: string }[];
      readonly warnings: readonly { readonly message: string; readonly hint: string }[];
      readonly consistency: string | null;
    }>;
    return [
      ...[...errors, ...warnings].map(({ message, hint }) => `${message} ${hint}`),
      consistency ?? '',
    ].join(' ');
  };

  /** Runs it by default, and where that is refused with the choice that the refusal names. */
  async function attempt(
    provider: Provider,
    expected: Expected,
    words: (more: readonly string[]) => readonly string[],
  ): Promise<void> {
    const run = async (more: readonly string[]): Promise<CommandRun> => {
      const ended = await runSluice([...words(more), '--json'], { SLUICE_PASSWORD: PASSWORD });
      const { exitCode, result } = ended;
      rows.push({
        provider: provider.name,
        run: [words([])[0] ?? '', ...(more.length === 0 ? ['by default'] : more)].join(' '),
        exit: `${String(exitCode)} ${result.state}`,
        says: said(ended).replace(/\s+/g, ' ').slice(0, 300),
      });
      return ended;
    };
    const byDefault = await run([]);
    if (expected.refused !== undefined) {
      expect(byDefault.exitCode, byDefault.output).toBe(5);
      expect(said(byDefault)).toMatch(expected.refused);
    }
    const ended = expected.refused === undefined ? byDefault : await run(expected.choice);
    expect(ended.result.state, ended.output).toMatch(/^done/);
    if (expected.says !== undefined) expect(said(ended)).toMatch(expected.says);
  }

  it.each(PROVIDERS)('$name: dump and load work, or say what to choose', async (provider) => {
    const { user, tls = 'disabled', globals, refusals } = provider;
    await prepare(provider);
    const { host, port } = testServer('mysql');
    const proxy = await ProviderProxy.to({ host, port }, refusals);
    // The proxy reads packets, so an account that must use TLS goes past it.
    const at = provider.tls === undefined ? `127.0.0.1:${String(proxy.port)}` : `${host}:${String(port)}`;
    const dsn = `mysql://${encodeURIComponent(user)}@${at}?tls=${tls}`;
    try {
      await withGlobals(root, { log_bin_trust_function_creators: 1, ...globals }, () =>
        withFolder(async (parent) => {
          const folder = (more: readonly string[]) => join(parent, `dump-${String(more.length)}`);
          await attempt(provider, provider.dump, (more) => [
            ...['dump', '--source', dsn, '--schemas', SOURCE, '--out', folder(more), ...more],
          ]);
          const made = folder(provider.dump.choice);
          await attempt(provider, provider.load, (more) => [
            ...['load', '--target', dsn, '--dump', made, '--schema-map', `${SOURCE}=${COPY}`, ...more],
          ]);
        }),
      );
      expect(await sumsOf(COPY)).toEqual(await sumsOf(SOURCE));
    } finally {
      await proxy.close();
    }
  });
});
