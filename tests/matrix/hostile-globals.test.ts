import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import { readCommonSchema, type CommonSchema } from '../fixtures/common-schema';
import { runSluice } from '../integration/harness/command';
import { withGlobals, type GlobalValues } from '../integration/harness/globals';
import { dumpContents } from '../integration/hostile/dump-contents';
import { HOSTILE_SERVERS } from '../integration/hostile/hostile-globals';
import { kindsStatements } from './kinds';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';
import { settableGlobals } from './settable-globals';
import { shopStatements } from './shop';

skipMissingServers();

const SCHEMAS = ['shop', 'kinds'] as const;
const COPIES = ['--schema-map', SCHEMAS.map((name) => `${name}=${name}_copy`).join(',')];
const PASSWORD = 'Hostile-1!';
/** `init_connect` is not run for an account that may do everything. */
const LIMITED = 'hostile';
const RIGHTS =
  'SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, REFERENCES, CREATE VIEW, SHOW VIEW, TRIGGER, EVENT, ' +
  'CREATE ROUTINE, ALTER ROUTINE, EXECUTE, LOCK TABLES, CREATE TEMPORARY TABLES, RELOAD, PROCESS';

const INIT_CONNECT =
  "SET sql_mode = 'ANSI_QUOTES,PAD_CHAR_TO_FULL_LENGTH', autocommit = 0, sql_select_limit = 1, time_zone = '+09:00', " +
  "character_set_results = latin1, sql_big_selects = 0, max_join_size = 1, foreign_key_checks = 0, tx_isolation = 'SERIALIZABLE'";

/** Each is a server of its own kind; the test's are those of the integration tier, and what a load would stumble over. */
const MORE: readonly { readonly what: string; readonly globals: GlobalValues }[] = [
  {
    what: 'small packets',
    globals: {
      max_allowed_packet: 16_384,
      net_buffer_length: 1024,
      net_read_timeout: 1,
      net_write_timeout: 1,
      wait_timeout: 1,
      interactive_timeout: 1,
    },
  },
  {
    what: 'no sql_mode',
    globals: { sql_mode: '', time_zone: '-12:59', autocommit: 0, character_set_server: 'utf8' },
  },
  {
    what: 'a strict sql_mode',
    globals: {
      sql_mode:
        'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_DATE,' +
        'NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,NO_AUTO_CREATE_USER',
      time_zone: '+12:45',
      character_set_server: 'latin1',
      group_concat_max_len: 4,
      foreign_key_checks: 0,
    },
  },
];

/** A load refuses a server that is read-only, and tables without a key where each must have one. */
const REFUSING = ['read_only', 'super_read_only', 'sql_require_primary_key'];

/** Dumps and loads on a server whose globals are against it end as on one that was left as it is. */
describe.each(serverNames)('%s', (name) => {
  const vendor: Vendor = name.startsWith('mariadb') ? 'mariadb' : 'mysql';
  const cases = [...HOSTILE_SERVERS[vendor], ...MORE];
  let server: MatrixServer;
  let folder = '';
  let dumps = 0;
  let administrator: Connection;
  let expected: Readonly<Record<string, unknown>> = {};
  let schemas: readonly CommonSchema[] = [];

  beforeAll(async () => {
    server = await MatrixServer.start(name);
    folder = mkdtempSync(join(tmpdir(), 'sluice-hostile-'));
    await server.run(shopStatements('shop', server.pointFunction));
    await server.run(kindsStatements(name));
    administrator = await server.connect();
    await administrator.query(`CREATE USER '${LIMITED}'@'%' IDENTIFIED BY '${PASSWORD}'`);
    await administrator.query(`GRANT ${RIGHTS} ON *.* TO '${LIMITED}'@'%'`);
    if (name === 'mysql-9.7') await administrator.query(`GRANT BACKUP_ADMIN ON *.* TO '${LIMITED}'@'%'`);
    schemas = await read('');
    expected = await dumpContents(await dump());
  });
  afterAll(async () => {
    await administrator.end();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (user: string, words: readonly string[]) =>
    user === LIMITED
      ? runSluice([...words, '--json'], { SLUICE_PASSWORD: PASSWORD })
      : runSluice([...words, '--json'], server.secret);
  const dsn = (user: string) => `mysql://${user}@127.0.0.1:${server.instance.port}/`;

  /** One lane, so that chunks always end at the same rows; returns the folder. */
  async function dump(user = server.instance.user): Promise<string> {
    const out = join(folder, `dump-${++dumps}`);
    const words = ['--source', dsn(user), '--out', out, '--schemas', SCHEMAS.join(','), '--threads', '1'];
    const { exitCode, output } = await sluice(user, ['dump', ...words, '--row-versions', 'skip']);
    expect([0, 3], output).toContain(exitCode);
    return out;
  }

  /** Reads both schemas by a client of the test's own, on a session that nothing is set against. */
  async function read(suffix: string): Promise<readonly CommonSchema[]> {
    return await server.use(async (connection) => {
      await connection.query('SET SESSION group_concat_max_len = 1048576');
      const all: CommonSchema[] = [];
      for (const schema of SCHEMAS) all.push(await readCommonSchema({ connection }, `${schema}${suffix}`));
      return all;
    });
  }

  async function loadAndVerify(user: string, from: string, ...more: readonly string[]): Promise<void> {
    for (const verb of ['load', 'verify'] as const) {
      const words = [verb, '--target', dsn(user), '--dump', from, ...COPIES, '--checksum', ...more];
      const { exitCode, output } = await sluice(user, words);
      expect([0, 3], output).toContain(exitCode);
    }
  }

  async function settable(wanted: GlobalValues): Promise<GlobalValues> {
    const { globals, missing } = await settableGlobals(administrator, server.instance.version, wanted);
    expect(Object.keys(globals).length, `left out: ${missing.join(', ')}`).toBeGreaterThan(0);
    return globals;
  }

  async function dropCopies(): Promise<void> {
    for (const schema of SCHEMAS) await server.run([`DROP DATABASE IF EXISTS ${schema}_copy`]);
  }

  it.each(cases)('gives the same dump, and takes it: $what', async ({ globals }) => {
    const all = await settable(globals);
    await withGlobals(administrator, all, async () => {
      expect(await dumpContents(await dump())).toEqual(expected);
    });
    const writable = Object.fromEntries(Object.entries(all).filter(([key]) => !REFUSING.includes(key)));
    await dropCopies();
    await withGlobals(administrator, writable, async () => {
      await loadAndVerify(server.instance.user, join(folder, 'dump-1'));
    });
    expect(await read('_copy')).toEqual(schemas);
  });

  it.each(cases)(
    'gives the same dump to an account that may not set everything: $what',
    async ({ globals }) => {
      await withGlobals(administrator, await settable(globals), async () => {
        expect(await dumpContents(await dump(LIMITED))).toEqual(expected);
      });
    },
  );

  it('gives the same dump to such an account whose sessions begin with others, and takes it', async () => {
    await dropCopies();
    const init = INIT_CONNECT.replace(/, tx_isolation = /, `, ${await isolationName()} = `);
    await withGlobals(administrator, { init_connect: init }, async () => {
      expect(await dumpContents(await dump(LIMITED))).toEqual(expected);
      // It may not give objects another definer.
      await loadAndVerify(LIMITED, join(folder, 'dump-1'), '--definers', 'current');
    });
    expect(await read('_copy')).toEqual(schemas);
  });

  async function isolationName(): Promise<string> {
    const [rows] = await administrator.query("SHOW VARIABLES LIKE 'tx_isolation'");
    return (rows as readonly unknown[]).length > 0 ? 'tx_isolation' : 'transaction_isolation';
  }
});
