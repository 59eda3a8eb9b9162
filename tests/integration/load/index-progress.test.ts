import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../app/catalog/connect/connect';
import { readIndexBuilds } from '../../../app/catalog/server/index-builds';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import type { RunView } from '../../../app/contract/runs/run';
import type { RunResult } from '../../../app/contract/runs/result';
import { openEngine } from '../../../app/engine/open';
import { RunRegistry } from '../../../app/runs/registry';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, ENGINE_FILE, withFolder } from '../harness/runs';

const SCHEMA = 'builds_from';
const COPY = 'builds_to';
const TABLES = ['left', 'right'] as const;
/** As often rows are doubled: for builds that take their time, and for such that nobody waits for. */
const LONG = 17;
const SHORT = 8;
const LOGGED = ['--log-output=TABLE', '--general-log=ON'];
const TOLD: Readonly<Record<Vendor, readonly string[]>> = {
  // Its estimate is made of statistics, which follow the rows at once only where they are not kept.
  mysql: ['--performance-schema-consumer-events-stages-current=ON', '--innodb-stats-persistent=OFF'],
  mariadb: [],
};
/** A busy machine looks at a build so seldom that another load has to be watched. */
const MOST_LOADS = 5;
/** Number of builds of which each vendor reports progress at a time. */
const TOLD_OF: Readonly<Record<Vendor, number>> = { mysql: TABLES.length, mariadb: 1 };
/** Remedy that the log names. */
const HELP: Readonly<Record<Vendor, string>> = {
  mysql: "NAME = 'events_stages_current'",
  mariadb: 'that of a single one',
};
/** Queries that only the looks at index builds send. */
const LOOKS = "argument LIKE '%events\\_stages\\_current%' OR argument LIKE '%Innodb\\_onlineddl%'";

describe.each(testVendors)('progress of index builds, %s', (vendor) => {
  it('is read for all in one query, and only grows', async () => {
    await withServer([...LOGGED, ...TOLD[vendor]], LONG, async (server, connection) => {
      const watched = await loadsUntil(isToldOfAll, server, connection, TOLD_OF[vendor]);
      const { view, samples, result } = watched;
      expect(result).toMatchObject({ state: 'done', errors: [] });
      expect(isToldOfAll(watched)).toBe(true);
      for (const table of TABLES) {
        const told = samples.get(table) ?? [];
        expect(told.every((share) => share >= 0 && share <= 1)).toBe(true);
        expect(told).toEqual([...told].sort((a, b) => a - b));
      }
      // No figure stays once an index is built.
      expect([...view.lanes, ...view.tables].filter((one) => 'built' in one)).toEqual([]);
      const looks = await looksOf(connection);
      const builders = looks.map((text) => (/ IN \(([\d, ]+)\)/.exec(text)?.[1] ?? '').split(', ').length);
      expect(builders).toContain(TOLD_OF[vendor]);
      expect(await looksBefore(connection)).toBe(0);
    });
  });

  it('is not asked where no index is built', async () => {
    await withServer([...LOGGED, ...TOLD[vendor]], SHORT, async (server, connection) => {
      const { samples, result } = await watchedLoad(server, 'inline', 1);
      expect(result).toMatchObject({ state: 'done', errors: [] });
      expect(samples.size).toBe(0);
      expect(await looksOf(connection)).toEqual([]);
    });
  });

  it('is not told where the server does not say it, and the log says what would help', async () => {
    await withServer([], LONG, async (server, connection) => {
      // MariaDB fails to report a build only where a look finds two at a time.
      const watched = await loadsUntil((load) => saidOf(load).length > 0, server, connection, TABLES.length);
      const { samples, result } = watched;
      expect(result).toMatchObject({ state: 'done', errors: [] });
      expect(saidOf(watched)).toEqual([expect.stringContaining(HELP[vendor])]);
      // The longer one of MariaDB's two builds runs alone in the end.
      if (vendor === 'mariadb') return;
      expect(samples.size).toBe(0);
      const [rows] = await connection.query(
        "SELECT ENABLED FROM performance_schema.setup_consumers WHERE NAME = 'events_stages_current'",
      );
      expect(rows).toEqual([{ ENABLED: 'NO' }]);
    });
  });

  it('is not told to an account that may not see it, and its load is none the worse', async () => {
    await withServer(TOLD[vendor], SHORT, async (server, connection) => {
      await connection.query("CREATE USER nobody IDENTIFIED BY 'faults'");
      const session = await connect({ ...server.endpoint, user: 'nobody' });
      try {
        const readings = await readIndexBuilds(session, [1]);
        expect(readings).toMatchObject(
          vendor === 'mysql'
            ? { kind: 'untold', why: expect.stringContaining('SELECT on performance_schema') as unknown }
            : { kind: 'told', builds: [] },
        );
      } finally {
        await session.close();
      }
    });
  });

  /** A schema of equal tables on a server of its own. */
  async function withServer(
    options: readonly string[],
    doublings: number,
    work: (server: OwnServer, connection: Connection) => Promise<void>,
  ): Promise<void> {
    const server = await OwnServer.start(vendor, options);
    try {
      await server.use(async (connection) => {
        await fill(connection, doublings);
        await work(server, connection);
      });
    } finally {
      await server.end();
    }
  }

  /** The first load that a look at its builds came in time for. */
  async function loadsUntil(
    isSeen: (watched: WatchedLoad) => boolean,
    server: OwnServer,
    connection: Connection,
    threads: number,
  ): Promise<WatchedLoad> {
    let watched = await watchedLoad(server, 'defer', threads);
    for (let loads = 1; !isSeen(watched) && loads < MOST_LOADS; loads += 1) {
      await connection.query(`DROP DATABASE ${COPY}`);
      watched = await watchedLoad(server, 'defer', threads);
    }
    return watched;
  }

  /** A load, and what it told of each build, figure after figure. */
  async function watchedLoad(
    server: OwnServer,
    indexes: 'defer' | 'inline',
    threads: number,
  ): Promise<WatchedLoad> {
    const { endpoint } = server;
    const environment = { engine: openEngine(ENGINE_FILE), sluiceVersion: '0.0.0-test' };
    const registry = new RunRegistry(environment, null, { look: 'builds', everyMs: 5, readsPages: false });
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint });
      expect(dumped).toMatchObject({ state: 'done' });
      await server.use((connection) => connection.query('TRUNCATE mysql.general_log'));
      const options = {
        ...LOAD_DEFAULTS,
        ...{ threads, indexes, schemaMap: { [SCHEMA]: COPY } },
      };
      const { runId } = registry.startLoad(vendor, { endpoint, profile: null, folder, options });
      const samples = new Map<string, number[]>();
      const look = () => {
        for (const progress of registry.view(runId).tables) {
          if (progress.state !== 'indexing' || progress.built === null) continue;
          const { table, built } = progress;
          const told = samples.get(table) ?? [];
          if (built !== told[told.length - 1]) samples.set(table, [...told, built]);
        }
      };
      const timer = setInterval(look, 1);
      const result = await registry.finished(runId);
      clearInterval(timer);
      return { view: registry.view(runId), samples, result };
    });
  }
});

interface WatchedLoad {
  readonly view: RunView;
  readonly samples: ReadonlyMap<string, readonly number[]>;
  readonly result: RunResult;
}

/** Returns whether each table had more than the one figure that a guess would give. */
function isToldOfAll({ samples }: WatchedLoad): boolean {
  return TABLES.every(
    (table) => (samples.get(table) ?? []).filter((share) => share > 0 && share < 1).length > 1,
  );
}

/** Reasons that the log of a load names why it knows nothing of its builds. */
function saidOf({ view }: WatchedLoad): readonly string[] {
  return view.log
    .map(({ text }) => text)
    .filter((text) => text.startsWith('The server does not report the progress'));
}

async function fill(connection: Connection, doublings: number): Promise<void> {
  const statements = TABLES.flatMap((table) => [
    `CREATE TABLE \`${table}\` (id INT AUTO_INCREMENT PRIMARY KEY, a CHAR(64), b CHAR(64), KEY (a), KEY (b))`,
    `INSERT INTO \`${table}\` (a, b) VALUES (SHA2('a', 256), SHA2('b', 256))`,
    ...Array.from(
      { length: doublings },
      () =>
        `INSERT INTO \`${table}\` (a, b) SELECT SHA2(CONCAT(id, a), 256), SHA2(CONCAT(id, b), 256) FROM \`${table}\``,
    ),
  ]);
  for (const statement of [`CREATE DATABASE ${SCHEMA}`, `USE ${SCHEMA}`, ...statements])
    await connection.query(statement);
}

/** The looks at builds, as the general log has them. */
async function looksOf(connection: Connection): Promise<readonly string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
     WHERE command_type <> 'Prepare' AND argument NOT LIKE '%general_log%' AND (${LOOKS})`,
  );
  return rows.map(({ text }) => String(text));
}

/** Number of looks before the first build. */
async function looksBefore(connection: Connection): Promise<number> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT COUNT(*) AS looks FROM mysql.general_log WHERE argument NOT LIKE '%general_log%' AND (${LOOKS})
       AND event_time < (SELECT MIN(event_time) FROM mysql.general_log WHERE argument LIKE 'ALTER TABLE % ADD KEY%')`,
  );
  return Number(rows[0]?.looks);
}
