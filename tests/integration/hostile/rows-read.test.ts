import { readFile } from 'fs/promises';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selecting, type Content } from '../../../app/contract/runs/options';
import { FACTS_FILE } from '../../../app/format/names';
import { parseFacts, type DataFact } from '../../../app/format/facts';
import { createRangeTables, RANGE_ROWS, rangeTables } from '../../fixtures/range-tables';
import { testVendors } from '../../servers/test-server';
import { withGlobals, type GlobalValues } from '../harness/globals';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas } from '../harness/servers';
import { HOSTILE_SERVERS } from './hostile-globals';

const SCHEMA = 'rows_read';
/** Most rows read, as a multiple of the rows that are dumped. */
const MOST_READ = 1.05;

/** Rows that a dump wrote, and rows that the server has read for it. */
interface Read {
  readonly rows: number;
  readonly data: readonly DataFact[];
}

describe.each(testVendors)('rows that a hostile server reads for each row of a dump, %s', (vendor) => {
  const registry = newRegistry();
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectPlain(vendor);
    await createRangeTables(connection, vendor, SCHEMA);
  });
  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, SCHEMA);
  });

  it.each(
    HOSTILE_SERVERS[vendor].flatMap(({ what, globals }) => [1, 4].map((lanes) => ({ what, lanes, globals }))),
  )('are hardly more than one: $what, on $lanes lanes', async ({ lanes, globals }) => {
    const structure = await readBy(globals, lanes, 'structure');
    const { rows, data } = await readBy(globals, lanes, 'everything');
    const dumped = data.reduce((sum, fact) => sum + fact.rows, 0);
    expect(dumped).toBe(rangeTables(vendor).length * RANGE_ROWS);
    // Many queries, each of which might read its table from the beginning.
    expect(data.flatMap(({ chunks }) => chunks).length).toBeGreaterThan(4 * rangeTables(vendor).length);
    const countedTables = data.filter(({ countedRows }) => countedRows !== null).map(({ table }) => table);
    const counted = await rowsReadBy(async () => {
      for (const table of new Set(countedTables))
        await connection.query(`SELECT COUNT(*) FROM ${SCHEMA}.${table}`);
    });
    const read = rows - structure.rows - counted;
    // The rows read of the catalogue are not the same each time.
    expect(read / dumped).toBeGreaterThan(2 - MOST_READ);
    expect(read / dumped).toBeLessThanOrEqual(MOST_READ);
  });

  async function readBy(globals: GlobalValues, threads: number, content: Content): Promise<Read> {
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema' as const, schema: SCHEMA }]), content };
      const options = { threads, selection, bytesPerChunk: 131_072, compression: { kind: 'none' } } as const;
      const rows = await rowsReadBy(() =>
        withGlobals(connection, globals, async () => {
          const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, ...options });
          expect(dumped.errors).toEqual([]);
        }),
      );
      const facts = parseFacts(await readFile(join(folder, FACTS_FILE), 'utf8'));
      return { rows, data: facts.flatMap((fact) => (fact.fact === 'data' ? [fact] : [])) };
    });
  }

  /** By all sessions of a server that does nothing else; less what the counters themselves take. */
  async function rowsReadBy(work: () => Promise<void>): Promise<number> {
    const first = await rowsReadSoFar();
    const second = await rowsReadSoFar();
    await work();
    return (await rowsReadSoFar()) - second - (second - first);
  }

  /** MySQL's handlers count table by table; MariaDB's are those of the whole server, the catalogue's too. */
  async function rowsReadSoFar(): Promise<number> {
    const [counters] = await connection.query<RowDataPacket[]>(
      vendor === 'mysql'
        ? `SELECT OBJECT_NAME AS Variable_name, COUNT_READ AS Value
           FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = '${SCHEMA}'`
        : "SHOW GLOBAL STATUS LIKE 'Handler_read%'",
    );
    return counters
      .filter(({ Variable_name: name }) => !String(name).endsWith('_retry'))
      .reduce((sum, { Value }) => sum + Number(Value), 0);
  }
});
