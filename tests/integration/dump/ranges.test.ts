import { readFile } from 'fs/promises';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDump } from '../../../app/format/read/reader';
import { parseFacts, type DataFact } from '../../../app/format/facts';
import { FACTS_FILE } from '../../../app/format/names';
import { createRangeTables, RANGE_ROWS, rangeTables } from '../../fixtures/range-tables';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import type { DumpTable } from '../../../app/format/read/dump';

const SCHEMA = 'ranges';
const EVERY_NUMBER = Array.from({ length: RANGE_ROWS }, (_, number) => number);

describe.each(testVendors)('ranges along every kind of key, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(() => withPlain(vendor, (connection) => createRangeTables(connection, vendor, SCHEMA)));
  afterAll(() => dropSchemas(vendor, SCHEMA));

  async function dumpTo(folder: string, threads: number): Promise<readonly DumpTable[]> {
    const dumped = await dumpSchema(registry, {
      vendor,
      schema: SCHEMA,
      folder,
      threads,
      bytesPerChunk: 131_072,
      compression: { kind: 'none' },
    });
    expect(dumped.errors).toEqual([]);
    return (await readDump(folder)).schemas[0]?.tables ?? [];
  }

  it.each([1, 4, 8])('every row of every table is in the dump once, on %i threads', async (threads) => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const tables = await dumpTo(folder, threads);
      expect(tables).toHaveLength(rangeTables(vendor).length);
      for (const table of tables) {
        const found = (await numbersOf(folder, table)).sort((a, b) => a - b);
        expect({ table: table.name, found }).toEqual({ table: table.name, found: EVERY_NUMBER });
      }
    });
  });

  it('each table is read along the key that can bound its ranges, or as one stream', async () => {
    await withFolder(async (parent) => {
      const tables = await dumpTo(join(parent, 'dump'), 2);
      const chosen = Object.fromEntries(tables.map(({ name, definition }) => [name, definition?.key]));
      const wanted = Object.fromEntries(rangeTables(vendor).map(({ name, key }) => [name, key]));
      expect(chosen).toEqual(wanted);
    });
  });

  it('bounds are recorded as the server’s text, and bytes as base64', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpTo(folder, 4);
      const facts = parseFacts(await readFile(join(folder, FACTS_FILE), 'utf8'));
      const boundsOf = (table: string) => {
        const data = facts.find((fact): fact is DataFact => fact.fact === 'data' && fact.table === table);
        const chunks = data?.chunks ?? [];
        return [chunks[0]?.first, chunks[chunks.length - 1]?.last];
      };
      const bytes = boundsOf('binary_key').map((bound) =>
        Buffer.from(bound?.[0] ?? '', 'base64').toString('hex'),
      );
      expect(bytes).toEqual(
        await edges('binary_key', 'HEX(k)', 'k').then((hex) => hex.map((h) => h.toLowerCase())),
      );
      expect(boundsOf('bigint_extremes').flat()).toEqual(
        await edges('bigint_extremes', 'CAST(k AS CHAR)', 'k'),
      );
      expect(boundsOf('dates').flat()).toEqual(await edges('dates', 'CAST(k AS CHAR)', 'k'));
      // The rows without a key come first, and have no bounds.
      expect(boundsOf('nullable_unique')).toEqual([[], [String(RANGE_ROWS - 1)]]);
    });
  });

  /** A value of the first and of the last row, by the server's word. */
  async function edges(table: string, value: string, order: string): Promise<readonly string[]> {
    return await withPlain(vendor, async (connection) => {
      const found: string[] = [];
      for (const direction of ['ASC', 'DESC']) {
        const [rows] = await connection.query<RowDataPacket[]>(
          `SELECT ${value} AS v FROM ${SCHEMA}.${table} ORDER BY ${order} ${direction} LIMIT 1`,
        );
        found.push(String(rows[0]?.v));
      }
      return found;
    });
  }
});

/** The rows' numbers, the first column of each, in the order of the chunks. */
async function numbersOf(folder: string, table: DumpTable): Promise<number[]> {
  const numbers: number[] = [];
  for (const { file } of table.chunks) {
    const text = await readFile(join(folder, file), 'latin1');
    for (const line of text.split('\n').slice(0, -1)) numbers.push(Number(line.slice(0, line.indexOf('\t'))));
  }
  return numbers;
}
