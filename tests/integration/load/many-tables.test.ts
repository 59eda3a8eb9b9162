import { readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { testServer, testVendors } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { unseal } from '../harness/unseal';

const SCHEMA = 'many_from';
const COPY = 'many_to';
/** A load's own session has enough to do with fewer. */
const TABLES = 40;

/** Every fourth table has a foreign key to the next of them, the last one to the first. */
function createTable(number: number): string {
  const next = (number + 4) % TABLES;
  const key = `, parent INT, CONSTRAINT fk${number} FOREIGN KEY (parent) REFERENCES t${next} (id)`;
  return `CREATE TABLE t${number} (id INT PRIMARY KEY, note VARCHAR(20)${number % 4 === 0 ? key : ''})`;
}

async function fill(connection: Connection, tables: number, text: (number: number) => string): Promise<void> {
  await connection.query('SET SESSION foreign_key_checks = 0');
  for (let number = 0; number < tables; number += 1) {
    await connection.query(text(number));
    await connection.query(`INSERT INTO t${number} (id, note) VALUES (1, 'a'), (2, 'b')`);
  }
}

/** Tables enough to be made by several sessions at once. */
describe.each(testVendors)('a load of many tables, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await fill(connection, TABLES, createTable);
    await connection.end();
  });

  afterAll(async () => dropSchemas(vendor, SCHEMA, COPY));

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await dropSchemas(vendor, COPY);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder });
      expect(dumped.errors).toEqual([]);
      await work(folder);
    });
  }

  it('makes each as it was, also those whose foreign keys go round in a circle', async () => {
    await withDump(async (folder) => {
      const result = await loadDump(registry, { vendor, folder, threads: 4, schemaMap: { [SCHEMA]: COPY } });
      expect(result).toMatchObject({ state: 'done', errors: [] });
      // In the order of the dump, whichever session was first.
      expect(result.verdicts.map(({ table }) => table)).toEqual(
        Array.from({ length: TABLES }, (_, number) => `t${number}`).sort(),
      );
      const proved = result.verdicts.filter(({ checks }) =>
        checks.some(({ kind, state }) => kind === 'foreign-keys' && state === 'ok'),
      );
      expect(proved).toHaveLength(TABLES / 4);
    });
  });

  it('makes more of them at a time the farther away the server is', async () => {
    const far = await FaultyNetwork.to(testServer(vendor));
    const address = { kind: 'tcp', host: '127.0.0.1', port: far.port } as const;
    const endpoint = testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
    const options = { threads: 1, schemaMap: { [SCHEMA]: COPY } };
    try {
      await withDump(async (folder) => {
        const sessions = async () => {
          await dropSchemas(vendor, COPY);
          return await makingSessions(vendor, async () => {
            const result = await loadDump(registry, { vendor, folder, endpoint, ...options });
            expect(result).toMatchObject({ state: 'done', errors: [] });
          });
        };
        expect(await sessions()).toBe(2);
        far.delayMs = 10;
        expect(await sessions()).toBe(4);
      });
    } finally {
      await far.close();
    }
  });

  it('needs no more memory for each lane than one table does', async () => {
    await withDump(async (folder) => {
      // Half of a lane's share is less than a frame of zstd asks for, however small.
      const options = { threads: 8, memoryLimitBytes: 16 * 1_048_576, schemaMap: { [SCHEMA]: COPY } };
      expect(await loadDump(registry, { vendor, folder, ...options })).toMatchObject({
        state: 'done',
        errors: [],
      });
    });
  });

  it('leaves nothing behind where one of them can’t be made', async () => {
    await withDump(async (folder) => {
      const script = join(folder, `${SCHEMA}@t21.sql`);
      const text = await readFile(script, 'utf8');
      await writeFile(script, text.replace('`note` varchar(20)', '`note` nothing(20)'));
      await unseal(folder);
      const result = await loadDump(registry, { vendor, folder, threads: 4, schemaMap: { [SCHEMA]: COPY } });
      expect(result).toMatchObject({ state: 'failed', targetState: 'rolled-back' });
      expect(result.errors[0]).toMatchObject({
        code: 'statement-failed',
        statement: expect.stringContaining('nothing(20)') as unknown,
      });
      const left = await withPlain(vendor, async (connection) => {
        const [rows] = await connection.query<RowDataPacket[]>(`SHOW DATABASES LIKE '${COPY}'`);
        return rows;
      });
      expect(left).toEqual([]);
    });
  });
});

const FEW = 20;
const MANY = 60;
/** CREATE, SHOW CREATE before and after, INSERT; transaction, journal and count are those of many tables. */
const MOST_STATEMENTS = 4;
/** Counters of the server: all statements, the looks at a table's definition, and LOAD DATA. */
const COUNTERS = ['Questions', 'Com_show_create_table', 'Com_load'] as const;
type Counts = Readonly<Record<(typeof COUNTERS)[number], number>>;
/** A minute's silence on a slow machine must not add questions after the connections. */
const NEVER = 3_600_000;

describe.each(testVendors)('statements of a load, %s', (vendor) => {
  it(`is at most ${MOST_STATEMENTS} statements a table, two of them for its definition`, async () => {
    const server = await OwnServer.start(vendor);
    try {
      const [many, few] = [await statementsOf(server, vendor, MANY), await statementsOf(server, vendor, FEW)];
      // Before its rows and after them, also where many are asked for in one call.
      expect(many.Com_show_create_table - few.Com_show_create_table).toBe((MANY - FEW) * 2);
      // A handful may come from elsewhere; one more for each table may not.
      expect(many.Questions - few.Questions).toBeLessThan((MANY - FEW) * (MOST_STATEMENTS + 1));
      // Two round trips for each table, unless the rows of many go in one packet.
      expect([many.Com_load, few.Com_load]).toEqual([0, 0]);
      const byLoadData = await statementsOf(server, vendor, FEW, { method: 'load-data' });
      expect(byLoadData.Com_load).toBe(FEW);
    } finally {
      await server.end();
    }
  });
});

it('counts a small table on the session’s own thread: MySQL would start others, which take longer than the count', async () => {
  const server = await OwnServer.start('mysql', ['--log-output=TABLE', '--general-log=ON']);
  try {
    await server.use(async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SCHEMA}`,
        `USE ${SCHEMA}`,
        'CREATE TABLE large (id INT PRIMARY KEY)',
        'SET SESSION cte_max_recursion_depth = 20000',
        'INSERT INTO large WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 20000) SELECT id FROM n',
        'CREATE TABLE small1 SELECT * FROM large LIMIT 3',
        'CREATE TABLE small2 SELECT * FROM large LIMIT 2',
      ])
        await connection.query(statement);
      await withFolder(async (parent) => {
        const wish = { vendor: 'mysql', folder: join(parent, 'dump'), endpoint: server.endpoint } as const;
        const registry = newRegistry();
        expect(await dumpSchema(registry, { ...wish, schema: SCHEMA })).toMatchObject({ errors: [] });
        await connection.query('TRUNCATE mysql.general_log');
        const loaded = await loadDump(registry, { ...wish, threads: 1, schemaMap: { [SCHEMA]: COPY } });
        expect(loaded).toMatchObject({ state: 'done' });
      });
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
         WHERE argument LIKE 'SELECT COUNT(*) FROM \`${COPY}%' OR argument LIKE 'SELECT (SELECT COUNT(*) FROM%' OR argument LIKE 'SET SESSION innodb_parallel%'
         ORDER BY event_time`,
      );
      expect(rows.map(({ text }) => String(text))).toEqual([
        `SELECT COUNT(*) FROM \`${COPY}\`.\`large\``,
        'SET SESSION innodb_parallel_read_threads = 1',
        `SELECT (SELECT COUNT(*) FROM \`${COPY}\`.\`small1\`), (SELECT COUNT(*) FROM \`${COPY}\`.\`small2\`)`,
      ]);
    });
  } finally {
    await server.end();
  }
});

it.each(testVendors)('reads the definitions of new tables in few calls, %s', async (vendor) => {
  const server = await OwnServer.start(vendor, ['--log-output=TABLE', '--general-log=ON']);
  try {
    await statementsOf(server, vendor, MANY);
    // A call of several statements is logged as one by MariaDB, and by MySQL with all semicolons between them.
    const calls = await server.use(async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT 1 FROM mysql.general_log WHERE argument LIKE 'SHOW CREATE TABLE \`${COPY}%' AND argument NOT LIKE '%;'`,
      );
      return rows.length;
    });
    expect(calls).toBe(2);
  } finally {
    await server.end();
  }
});

/** Returns how many sessions create tables meanwhile. */
async function makingSessions(vendor: Vendor, work: () => Promise<void>): Promise<number> {
  return await withPlain(vendor, async (connection) => {
    await connection.query("SET GLOBAL log_output = 'TABLE'");
    await connection.query('TRUNCATE mysql.general_log');
    await connection.query('SET GLOBAL general_log = ON');
    await work().finally(() => connection.query('SET GLOBAL general_log = OFF'));
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT COUNT(DISTINCT thread_id) AS sessions FROM mysql.general_log WHERE argument LIKE 'CREATE TABLE \`sluice-%'`,
    );
    return Number(rows[0]?.sessions);
  });
}

/** The server's statements while a schema of small tables is loaded; nobody else is on it. */
async function statementsOf(
  server: OwnServer,
  vendor: Vendor,
  tables: number,
  choices: Partial<LoadOptions> = {},
): Promise<Counts> {
  const { endpoint } = server;
  const registry = newRegistry();
  const connection = await server.connect();
  try {
    await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
    await connection.query(`CREATE DATABASE ${SCHEMA}`);
    await connection.query(`USE ${SCHEMA}`);
    await fill(
      connection,
      tables,
      (number) => `CREATE TABLE t${number} (id INT PRIMARY KEY, note VARCHAR(20))`,
    );
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint })).toMatchObject({
        errors: [],
      });
      const schemaMap = { [SCHEMA]: `${COPY}_${tables}` };
      await connection.query(`DROP DATABASE IF EXISTS ${COPY}_${tables}`);
      const options = { ...LOAD_DEFAULTS, threads: 1, schemaMap, ...choices };
      const before = await countsOf(connection);
      const { runId } = registry.startLoad(vendor, {
        ...{ endpoint, profile: null, folder, options },
        silenceMs: NEVER,
      });
      expect(await registry.finished(runId)).toMatchObject({ state: 'done' });
      const after = await countsOf(connection);
      return {
        Questions: after.Questions - before.Questions,
        Com_show_create_table: after.Com_show_create_table - before.Com_show_create_table,
        Com_load: after.Com_load - before.Com_load,
      };
    });
  } finally {
    await connection.end();
  }
}

async function countsOf(connection: Connection): Promise<Counts> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SHOW GLOBAL STATUS WHERE Variable_name IN ('${COUNTERS.join("', '")}')`,
  );
  const valueOf = (name: string) => Number(rows.find((row) => row.Variable_name === name)?.Value);
  return {
    Questions: valueOf('Questions'),
    Com_show_create_table: valueOf('Com_show_create_table'),
    Com_load: valueOf('Com_load'),
  };
}
