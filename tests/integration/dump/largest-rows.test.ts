import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { dumpSchema, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'largest_rows';
const COPY = 'largest_copy';
const PACKET_BYTES = 16 << 20;
/** As long as a value can be that a statement makes: a few bytes of a packet are not the value's. */
const LONGEST = PACKET_BYTES - 64;

/** A table with one row, which is as large as the server's packets allow. */
interface LargeTable {
  readonly name: string;
  readonly column: string;
  readonly value: string;
}

function largeTables(vendor: Vendor): readonly LargeTable[] {
  const geometry = vendor === 'mysql' ? 'ST_GeomFromText' : 'GeomFromText';
  const points = 200_000;
  return [
    // Every byte, again and again: in the dump each is base64.
    {
      name: 'bytes',
      column: 'LONGBLOB',
      value: `LEFT(REPEAT(@every_byte, ${PACKET_BYTES >> 8}), ${LONGEST})`,
    },
    // Each character takes two in the dump.
    {
      name: 'escapes',
      column: 'LONGTEXT',
      value: `LEFT(REPEAT('\\t\\\\', ${PACKET_BYTES >> 1}), ${LONGEST})`,
    },
    { name: 'wide_text', column: 'LONGTEXT', value: `REPEAT('👩', ${Math.floor(LONGEST / 4)})` },
    { name: 'varbinary', column: 'VARBINARY(65000)', value: 'LEFT(REPEAT(@every_byte, 254), 65000)' },
    { name: 'bits', column: 'BIT(64)', value: '0xFFFFFFFFFFFFFFFE' },
    { name: 'json', column: 'JSON', value: `CONCAT('"', REPEAT('x', ${LONGEST >> 1}), '"')` },
    {
      name: 'line',
      column: 'LINESTRING',
      value: `${geometry}(CONCAT('LINESTRING(0 0', REPEAT(',1.5 2.25', ${points}), ')'))`,
    },
    ...(vendor === 'mysql'
      ? [
          {
            name: 'vectors',
            column: 'VECTOR(16383)',
            value: "TO_VECTOR(CONCAT('[1', REPEAT(',-0.1', 16382), ']'))",
          },
        ]
      : []),
  ];
}

describe.each(testVendors)('rows as large as a packet, %s', (vendor) => {
  const registry = newRegistry();
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function makeTables(): Promise<void> {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA} DEFAULT CHARACTER SET utf8mb4`);
      const everyByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');
      await connection.query(`SET @every_byte = X'${everyByte}'`);
      for (const { name, column, value } of largeTables(vendor)) {
        await connection.query(`CREATE TABLE ${SCHEMA}.${name} (id INT PRIMARY KEY, v ${column} NOT NULL)`);
        await connection.query(`INSERT INTO ${SCHEMA}.${name} VALUES (1, ${value})`);
      }
    });
  }

  it.each(['none', 'zstd'] as const)('are dumped, verified and loaded to the byte, %s', async (kind) => {
    await dropSchemas(vendor, COPY);
    await withPackets(PACKET_BYTES, async () => {
      await makeTables();
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const compression = kind === 'zstd' ? ({ kind, level: 1 } as const) : ({ kind } as const);
        const dumped = await dumpSchema(registry, {
          vendor,
          schema: SCHEMA,
          folder,
          threads: 4,
          compression,
        });
        expect(dumped).toMatchObject({ errors: [], rows: largeTables(vendor).length });
        expect((await verifyDump(registry, folder)).state).toBe('done');
        const loaded = await loadDump(registry, {
          ...{ vendor, folder, threads: 4 },
          schemaMap: { [SCHEMA]: COPY },
        });
        expect(loaded).toMatchObject({ errors: [], ok: true, rows: dumped.rows });
      });
    });
    // The fingerprint writes every byte as two digits.
    await withPackets(4 * PACKET_BYTES, () =>
      withPlain(vendor, async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        expect(copy).toEqual(await schemaFingerprint(connection, SCHEMA));
      }),
    );
  });

  /** Sessions that begin meanwhile take and give packets of at most so many bytes. */
  async function withPackets(bytes: number, work: () => Promise<void>): Promise<void> {
    await withPlain(vendor, (watcher) => withGlobals(watcher, { max_allowed_packet: bytes }, work));
  }
});
