import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVendors } from '../servers/test-server';
import { withGlobals } from './harness/globals';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { connectToFresh, dropSchemas, withPlain } from './harness/servers';

const SCHEMA = 'time_limits';
/** No statement of a dump may take so long on a busy server that this would be noticed. */
const LIMIT = { mysql: { max_execution_time: 3_600_000 }, mariadb: { max_statement_time: 3600 } } as const;

const TRACKING = /^SET SESSION session_track_system_variables = X''$/;

describe.each(testVendors)('a server that limits how long a statement takes, %s', (vendor) => {
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    await connection.end();
  });
  afterAll(() => dropSchemas(vendor, SCHEMA));

  it('is asked by no session of a dump before the limit is lifted', async () => {
    await withPlain(vendor, async (connection) => {
      const globals = { ...LIMIT[vendor], log_output: 'TABLE', general_log: 1 };
      const begun = await withGlobals(connection, globals, async () => {
        await connection.query('TRUNCATE TABLE mysql.general_log');
        await withFolder(async (parent) => {
          const folder = join(parent, 'dump');
          expect((await dumpSchema(newRegistry(), { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
        });
        const [rows] = await connection.query<RowDataPacket[]>(
          `SELECT thread_id AS id, CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
           WHERE command_type = 'Query' AND thread_id <> CONNECTION_ID()`,
        );
        // MariaDB's lanes end a tracking first that clients can't parse: by a SET, which looks for nothing.
        const asked = (rows as { id: number; text: string }[]).filter(({ text }) => !TRACKING.test(text));
        return firstOfEach(asked);
      });
      // One for control, one for the snapshot's lock and one a lane, at least.
      expect(begun.length).toBeGreaterThan(2);
      for (const text of begun) expect(text).toMatch(/^SET SESSION .*max_(execution|statement)_time = 0/);
    });
  });
});

function firstOfEach(rows: readonly { readonly id: number; readonly text: string }[]): readonly string[] {
  const first = new Map<number, string>();
  for (const { id, text } of rows) if (!first.has(id)) first.set(id, text);
  return [...first.values()];
}
