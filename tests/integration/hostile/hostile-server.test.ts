import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { withGlobals, type GlobalValues } from '../harness/globals';
import { newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { dumpContents } from './dump-contents';
import { HOSTILE_SERVERS } from './hostile-globals';
import { LEFT_OUT } from './left-out';

const PASSWORD = 'Hostile-1!';
/** Longer than every time-out of a hostile server. */
const PAUSE_MS = 2500;
/** An account with no more than a dump needs: `init_connect` is not run for one that may do everything. */
const GRANTS = {
  mysql: ['SELECT, SHOW VIEW, TRIGGER, EVENT, RELOAD, PROCESS ON *.*', 'BACKUP_ADMIN, SHOW_ROUTINE ON *.*'],
  mariadb: ['SELECT, SHOW VIEW, TRIGGER, EVENT, RELOAD, PROCESS ON *.*'],
} as const;
const INIT_CONNECT =
  "SET sql_mode = 'ANSI_QUOTES,PAD_CHAR_TO_FULL_LENGTH', autocommit = 0, sql_select_limit = 1, time_zone = '+09:00', " +
  'character_set_results = latin1, sql_big_selects = 0, max_join_size = 1';

/** More that depends on the session that reads it. */
const MORE_TABLES = {
  mysql: [
    'SET SESSION sql_generate_invisible_primary_key = 1',
    'CREATE TABLE generated_invisible_key (v INT)',
    'INSERT INTO generated_invisible_key VALUES (3), (1), (2)',
    'SET SESSION sql_generate_invisible_primary_key = 0',
    'CREATE EVENT not_on_replicas ON SCHEDULE EVERY 1 DAY DISABLE ON REPLICA DO DO 1',
  ],
  mariadb: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

describe.each(testVendors)('a hostile server, %s', (vendor) => {
  const registry = newRegistry();
  let expected: Readonly<Record<string, unknown>> = {};

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of MORE_TABLES[vendor]) await connection.query(statement);
      await connection.query("DROP USER IF EXISTS 'hostile'@'%'");
      await connection.query(`CREATE USER 'hostile'@'%' IDENTIFIED BY '${PASSWORD}'`);
      for (const grant of GRANTS[vendor]) await connection.query(`GRANT ${grant} TO 'hostile'@'%'`);
    });
    expected = await dumpWith('sluice');
  });

  afterAll(async () => {
    await withPlain(vendor, (connection) => connection.query("DROP USER 'hostile'@'%'"));
    await dropSchemas(vendor, TYPE_MATRIX_SCHEMA);
  });

  it.each(HOSTILE_SERVERS[vendor])('gives the same dump: $what', async ({ globals }) => {
    expect(await dumpOn(globals, 'sluice')).toEqual(expected);
  });

  it.each([...HOSTILE_SERVERS[vendor], { what: 'init_connect', globals: { init_connect: INIT_CONNECT } }])(
    'gives the same dump to an account that may not set everything: $what',
    async ({ globals }) => {
      expect(await dumpOn(globals, 'hostile')).toEqual(expected);
    },
  );

  it('is made of every global that sessions begin with, but for those that are left out for a reason', async () => {
    const set = HOSTILE_SERVERS[vendor].flatMap(({ globals }) => Object.keys(globals));
    const known = new Set([...set, ...Object.values(LEFT_OUT).flat()]);
    expect((await inheritedVariables()).filter((name) => !known.has(name))).toEqual([]);
    // One that is set needs no excuse.
    expect(
      Object.values(LEFT_OUT)
        .flat()
        .filter((name) => set.includes(name)),
    ).toEqual([]);
  });

  /** Those that a session can set to the global's value: it has a value of its own, which was that at first. */
  async function inheritedVariables(): Promise<readonly string[]> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>('SHOW GLOBAL VARIABLES');
      const inherited: string[] = [];
      for (const name of rows.map((row) => String(row.Variable_name))) {
        const set = connection.query(`SET SESSION ${name} = @@GLOBAL.${name}`);
        if (
          await set.then(
            () => true,
            () => false,
          )
        )
          inherited.push(name);
      }
      expect(inherited.length).toBeGreaterThan(100);
      return inherited;
    });
  }

  async function dumpOn(globals: GlobalValues, user: 'sluice' | 'hostile') {
    return await withPlain(vendor, (connection) => withGlobals(connection, globals, () => dumpWith(user)));
  }

  /** One lane, so that chunks always end at the same rows; paused, so that sessions are idle for longer than they may. */
  async function dumpWith(user: 'sluice' | 'hostile') {
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const endpoint = testEndpoint(vendor, user === 'hostile' ? { user, password: PASSWORD } : {});
      const { runId } = registry.startDump(vendor, {
        endpoint,
        folder,
        options: {
          ...DUMP_DEFAULTS,
          selection: selecting([{ kind: 'schema', schema: TYPE_MATRIX_SCHEMA }]),
          threads: 1,
          bytesPerChunk: 131_072,
        },
      });
      registry.pause(runId);
      setTimeout(() => registry.resume(runId), PAUSE_MS);
      const { errors } = await registry.finished(runId);
      expect(errors).toEqual([]);
      return await dumpContents(folder);
    });
  }
});
