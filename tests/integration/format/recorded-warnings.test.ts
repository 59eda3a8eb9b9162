import { mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashedRows } from '../../../app/checksums/recorded/statement';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { compareWithDump, dumpSchema, newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain, withSession } from '../harness/servers';
import { FOREIGN_SHAPES, reshape } from './foreign-shapes';

const SCHEMA = 'recorded_warnings';
const ZSTD = 'format 1.0.2, zstd in chunks, without a version of its own';
/** Texts that are compared with a number, which gives a warning for each row. */
const BOUNDARY = '(`v` > -1)';
/** Rows of each table: more than a server keeps warnings by default, and more than it keeps at most (65,535). */
const TABLES = { few: 1100, many: 66_000 } as const;
const PACKET = 1 << 20;
const COLUMNS = ['id', 'v', 'a', 'b'];
const registry = newRegistry();

describe.each(testVendors)('recorded checksums whose statement gives many warnings, %s', (vendor) => {
  let place = '';
  let folder = '';

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-recorded-'));
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const [table, rows] of Object.entries(TABLES)) {
      await connection.query(
        `CREATE TABLE ${table} (id INT PRIMARY KEY, v VARCHAR(9), a MEDIUMTEXT, b MEDIUMTEXT)`,
      );
      await connection.query(
        `INSERT INTO ${table} WITH RECURSIVE n AS (SELECT 0 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 999),
           m AS (SELECT one.id * 1000 + two.id AS id FROM n AS one, n AS two WHERE one.id < 100)
         SELECT id, 'x', NULL, NULL FROM m WHERE id < ${String(rows)}`,
      );
      // The last row is longer than a packet as a whole, and no value of it is.
      await connection.query(
        `INSERT INTO ${table} VALUES (1000000, 'x', REPEAT('a', 700000), REPEAT('b', 700000))`,
      );
    }
    await connection.end();
    const tables = await withSession(vendor, async (session) => {
      const found: [string, object][] = [];
      for (const table of Object.keys(TABLES)) {
        const summed = { bits: 256, columns: COLUMNS, nullColumns: COLUMNS.slice(1) };
        const part = { partition: null, condition: null };
        const { n, checksum } = await session.row(
          hashedRows(session.server, { schema: SCHEMA, name: table }, summed, part),
        );
        const partitions = { '': { '0': { checksum, count: Number(n), boundary: BOUNDARY } } };
        found.push([table, { columns: COLUMNS, nullColumns: COLUMNS.slice(1), partitions }]);
      }
      return Object.fromEntries(found);
    });
    const ours = join(place, 'ours');
    expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder: ours })).errors).toEqual([]);
    const shape = FOREIGN_SHAPES[ZSTD];
    if (shape === undefined) throw new Error('There is no such shape.');
    folder = join(place, 'dump');
    await reshape(ours, folder, shape);
    const config = { version: '1.0.0', algorithm: 'bit_xor', hash: 'sha256' };
    await writeFile(join(folder, '@.checksums.json'), JSON.stringify({ config, data: { [SCHEMA]: tables } }));
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await rm(place, { recursive: true, force: true });
  });

  /** The check of each table's recorded checksum, which comes last, on a server with these globals. */
  async function checksWith(globals: Readonly<Record<string, number>>) {
    return await withPlain(vendor, (connection) =>
      withGlobals(connection, globals, async () => {
        const { verdicts, errors } = await compareWithDump(registry, { vendor, folder, verify: 'checksum' });
        expect(errors).toEqual([]);
        return new Map(
          verdicts.map(({ table, checks }) => [table, checks.filter((one) => one.kind === 'checksum').pop()]),
        );
      }),
    );
  }

  it('are equal where no row is too long, unless that can’t be known', async () => {
    const checks = await checksWith({});
    expect(checks.get('few')).toMatchObject({ state: 'ok' });
    expect(checks.get('many')).toMatchObject({
      state: 'not-checked',
      detail: expect.stringMatching(/66,001 warnings/) as string,
    });
  });

  it.each([{}, { max_error_count: 0 }])(
    'are not called different for a row that the server left out, with the globals %o',
    async (globals) => {
      const checks = await checksWith({ ...globals, max_allowed_packet: PACKET });
      expect(checks.get('few')).toMatchObject({
        state: 'not-checked',
        detail: expect.stringMatching(/longer than max_allowed_packet/) as string,
      });
      expect(checks.get('many')).toMatchObject({
        state: 'not-checked',
        detail: expect.stringMatching(/66,00\d warnings/) as string,
      });
    },
  );
});
