import { promises as fs } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import type { TableVerdict } from '../../../app/contract/runs/result';
import { dumpByMydumper } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { compareWithDump, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { FOREIGN_SHAPES, reshape } from './foreign-shapes';

const SCHEMA = 'recorded_sums';
const COPY = 'recorded_copy';
const CSV = 'CSV after RFC 4180, as it is';
const registry = newRegistry();

/**
 * Rows and their checksums as MySQL Shell has them in its own tests (unittest/modules/checksums_t.cc), by tables, partitions
 * and conditions.
 */
const TABLES = {
  pk: {
    columns: ['id', 'a', 'b'],
    indexColumns: ['id'],
    nullColumns: ['a', 'b'],
    partitions: {
      '': {
        '-1': {
          checksum: '05BF658E3C29F9E85B023CAF43EC48982840E7FFC8DFDE6BE678D74DAC681FBC',
          count: 1001,
        },
      },
    },
  },
  unique_null: {
    columns: ['id', 'a', 'b'],
    nullColumns: ['id', 'a', 'b'],
    partitions: {
      '': {
        '0': {
          checksum: '731508B993E1B29108B6EFD7B7249B2056DBD204E8B6BD45B0F3C0F5CFF8EE43',
          count: 351,
          boundary: '(`id` between 50 and 400)',
        },
      },
    },
  },
  filtered: {
    extraFilter: '(`id` > 100)',
    columns: ['id', 'a', 'b'],
    nullColumns: ['id', 'a', 'b'],
    partitions: {
      '': {
        '0': {
          checksum: '64703C8E59307F5E562115E6A75E1B778F7332764C794CAE60CAAFCFEAC127F1',
          count: 300,
          boundary: '(`id` between 50 and 400)',
        },
      },
    },
  },
  parts: {
    columns: ['id', 'a', 'b'],
    nullColumns: ['a', 'b'],
    partitions: {
      p0: {
        '-1': { checksum: '0FFCE3A4485EDF182817E0392BBB04C559B7815564100D8B1394DAB07347A4AC', count: 500 },
      },
      p1: {
        '-1': { checksum: '3CB861C6B54BD65C40F7F001DDAAA841C9BADCC8A3D543077CA4B3B6C035F2F0', count: 500 },
      },
      p2: { '-1': { checksum: '0'.repeat(64), count: 0 } },
    },
  },
};

/** The first table's by the other hashes. */
const OTHER_HASHES = {
  sha224: 'FACE2E5CB77AF1C6321E78B6032D4BD8F0777E74E38C13CFDEDB48C7',
  sha384: 'CD27A30922D6A34D9E0AD107E5B5550F26613B3C36536AA77CEB53C608147FB6575E9CD7398B3088F67C73A458D5A184',
  sha512:
    '9C930EE88AF05941B703D31E5FBD632937FE7435B0F6EDD4D491E106410505F9E588B8A4684BD2A401AA4B2658B94A269AEC7DA0CE22EF97DD3712CB228F293F',
};

const numbered = 'WITH RECURSIVE n AS (SELECT 0 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 999)';
const rows = `${numbered} SELECT id, 1000 + id, 2000 + id FROM n`;
const withNull = (key: string) =>
  `(id INT ${key}, a INT NULL, b INT NULL) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`;
const nullable = (table: string) => [
  `CREATE TABLE ${table} ${withNull('NULL UNIQUE KEY')}`,
  `INSERT INTO ${table} ${rows}`,
  `INSERT INTO ${table} VALUES (NULL, -1, -2), (NULL, -3, -4)`,
];

async function withDump(checksums: object, work: (folder: string) => Promise<void>): Promise<void> {
  const shape = FOREIGN_SHAPES[CSV];
  if (shape === undefined) throw new Error('There is no such shape.');
  await withFolder(async (parent) => {
    const ours = join(parent, 'ours');
    expect((await dumpSchema(registry, { vendor: 'mysql', schema: SCHEMA, folder: ours })).errors).toEqual(
      [],
    );
    const folder = join(parent, 'shell');
    await reshape(ours, folder, shape);
    await fs.writeFile(join(folder, '@.checksums.json'), JSON.stringify(checksums));
    await work(folder);
  });
}

const recorded = (data: object, hash = 'sha256') => ({
  config: { version: '1.0.0', algorithm: 'bit_xor', hash },
  data: { [SCHEMA]: data },
});

/** The check of a table's recorded checksum, which comes last. */
function lastCheck(verdicts: readonly TableVerdict[], table: string) {
  const { checks = [] } = verdicts.find((verdict) => verdict.table === table) ?? {};
  return checks.filter(({ kind }) => kind === 'checksum').pop();
}

const load = (vendor: 'mysql' | 'mariadb', folder: string) =>
  loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY }, verify: 'checksum' });

describe('checksums that MySQL Shell recorded', () => {
  beforeAll(async () => {
    await dropSchemas('mysql', SCHEMA);
    await withPlain('mysql', async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SCHEMA} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
        `USE ${SCHEMA}`,
        `CREATE TABLE pk ${withNull('PRIMARY KEY')}`,
        `INSERT INTO pk ${rows}`,
        'INSERT INTO pk VALUES (1000, NULL, 1000)',
        ...[
          ...nullable('unique_null'),
          ...nullable('filtered'),
          `CREATE TABLE unnamed ${withNull('PRIMARY KEY')}`,
        ],
        `CREATE TABLE parts ${withNull('PRIMARY KEY')} PARTITION BY RANGE (id)
           (PARTITION p0 VALUES LESS THAN (500), PARTITION p1 VALUES LESS THAN (1000), PARTITION p2 VALUES LESS THAN MAXVALUE)`,
        `INSERT INTO parts ${rows}`,
      ])
        await connection.query(statement);
    });
  });
  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA, COPY);
    await dropSchemas('mariadb', COPY);
  });

  it.each(testVendors)('are those of the rows that were loaded into %s', async (vendor) => {
    await dropSchemas(vendor, COPY);
    await withDump(recorded(TABLES), async (folder) => {
      const { errors, verdicts } = await load(vendor, folder);
      expect(errors).toEqual([]);
      for (const table of ['pk', 'parts'])
        expect([table, lastCheck(verdicts, table)]).toMatchObject([
          table,
          { state: 'ok', detail: expect.stringMatching(/MySQL Shell recorded/) as string },
        ]);
      // The tool summed a part of these, and nothing of the last one.
      for (const [table, detail] of [
        ['unique_null', /equal, but of 351 rows only; the table has 1,002 rows/],
        ['filtered', /equal, but of 300 rows only/],
        ['unnamed', /recorded no checksum of this table/],
      ] as const)
        expect([table, lastCheck(verdicts, table)]).toMatchObject([
          table,
          { state: 'not-checked', detail: expect.stringMatching(detail) as string },
        ]);
    });
  });

  it.each(
    testVendors.flatMap((vendor) => Object.entries(OTHER_HASHES).map((hash) => [vendor, ...hash] as const)),
  )('are those of another hash: %s, %s', async (vendor, hash, checksum) => {
    await dropSchemas(vendor, COPY);
    const pk = { ...TABLES.pk, partitions: { '': { '-1': { checksum, count: 1001 } } } };
    await withDump(recorded({ pk }, hash), async (folder) => {
      const { errors, verdicts } = await load(vendor, folder);
      expect(errors).toEqual([]);
      expect(lastCheck(verdicts, 'pk')).toMatchObject({ state: 'ok' });
    });
  });

  it('show a value that was changed in a file, which nothing else can', async () => {
    await dropSchemas('mysql', COPY);
    await withDump(recorded(TABLES), async (folder) => {
      const names = await fs.readdir(folder);
      for (const name of names.filter((one) => /@(?:pk|parts@p1|parts)@@?\d+\.csv$/.test(one))) {
        const file = join(folder, name);
        await fs.writeFile(file, (await fs.readFile(file, 'utf8')).replace('"2700"', '"2701"'));
      }
      const { errors, state } = await load('mysql', folder);
      expect(state).toBe('failed');
      expect(errors.map(({ code, table }) => [code, table]).sort()).toEqual([
        ['rows-differ', `${COPY}.parts`],
        ['rows-differ', `${COPY}.pk`],
      ]);
      const said = errors.map(({ message }) => message).join('\n');
      expect(said).toMatch(/1 of 3 parts differ; the partition p1 has as many rows, with other values/);
      expect(said).toMatch(/summed at the source: the table has as many rows, with other values/);
    });
  });

  it('run no condition that does more than compare', async () => {
    await dropSchemas('mysql', COPY);
    const { pk } = TABLES;
    const boundary = "(`id` >= 0) INTO OUTFILE '/tmp/sluice-owned'";
    const partitions = { '': { '0': { checksum: '00', count: 0, boundary } } };
    await withDump(recorded({ pk: { ...pk, partitions } }), async (folder) => {
      const { errors, verdicts } = await load('mysql', folder);
      expect(errors).toEqual([]);
      expect(lastCheck(verdicts, 'pk')).toMatchObject({
        state: 'not-checked',
        detail: expect.stringMatching(/only those of simple comparisons/) as string,
      });
    });
  });

  it('are not asked for where only definitions are loaded', async () => {
    await dropSchemas('mysql', COPY);
    await withDump(recorded(TABLES), async (folder) => {
      const selection = { ...LOAD_DEFAULTS.selection, content: 'structure' } as const;
      const wish = { vendor: 'mysql', folder, schemaMap: { [SCHEMA]: COPY }, selection } as const;
      expect((await loadDump(registry, { ...wish, verify: 'checksum' })).errors).toEqual([]);
    });
  });

  it('are not those of a column of another type, nor of rows that were changed since', async () => {
    await dropSchemas('mysql', COPY);
    await withDump(recorded(TABLES), async (folder) => {
      expect((await load('mysql', folder)).errors).toEqual([]);
      await withPlain('mysql', async (connection) => {
        await connection.query(`ALTER TABLE ${COPY}.pk MODIFY a INT(8) ZEROFILL`);
        await connection.query(`UPDATE ${COPY}.parts SET a = 7 WHERE id = 700`);
      });
      const compared = {
        vendor: 'mysql',
        folder,
        schemaMap: { [SCHEMA]: COPY },
        verify: 'checksum',
      } as const;
      const { verdicts, errors } = await compareWithDump(registry, compared);
      expect(lastCheck(verdicts, 'pk')).toMatchObject({
        state: 'not-checked',
        detail: expect.stringMatching(/the column “a” is another one than at the source/) as string,
      });
      const ofParts = errors.filter(({ table, code }) => table === `${COPY}.parts` && code === 'rows-differ');
      expect(ofParts.length).toBeGreaterThan(0);
      expect(ofParts.map(({ hint }) => hint).join()).not.toMatch(/wrong from the start/);
    });
  });

  it('are not said to be those of rows of which they sum a part of the columns', async () => {
    await dropSchemas('mysql', COPY);
    const [{ sum }] = await withPlain('mysql', async (connection) => {
      const statement = `SELECT HEX(BIT_XOR(UNHEX(SHA2(CONCAT_WS('#', CONVERT(id USING binary)), 256)))) AS sum FROM ${SCHEMA}.pk`;
      return (await connection.query(statement))[0] as [{ readonly sum: string }];
    });
    const partitions = { '': { '-1': { checksum: sum, count: 1001 } } };
    await withDump(recorded({ pk: { columns: ['id'], partitions } }), async (folder) => {
      const { errors, verdicts } = await load('mysql', folder);
      expect(errors).toEqual([]);
      expect(lastCheck(verdicts, 'pk')).toMatchObject({
        state: 'not-checked',
        detail: expect.stringMatching(/without the column “a”/) as string,
      });
    });
  });

  it('of a later form are said not to be known', async () => {
    await dropSchemas('mysql', COPY);
    const later = { config: { version: '1.1.0', hash: 'sha3' }, data: { more: 1 } };
    await withDump(later, async (folder) => {
      const { errors, verdicts } = await load('mysql', folder);
      expect(errors).toEqual([]);
      expect(lastCheck(verdicts, 'pk')).toMatchObject({
        state: 'not-checked',
        detail: expect.stringMatching(/does not know: 1\.1\.0/) as string,
      });
    });
  });

  it('are refused, before the first row, where their file is cut', async () => {
    await dropSchemas('mysql', COPY);
    await withDump(recorded(TABLES), async (folder) => {
      const file = join(folder, '@.checksums.json');
      await fs.writeFile(file, (await fs.readFile(file, 'utf8')).slice(0, 200));
      const { errors, unfinished } = await load('mysql', folder);
      expect(errors).toMatchObject([{ code: 'dump-damaged', chunk: '@.checksums.json' }]);
      expect(unfinished).toBeNull();
    });
  });
});

describe.each(testVendors)('checksums that mydumper recorded, %s', (vendor) => {
  const FOLDED = 'recorded_mydumper';
  let value = '';
  beforeAll(async () => {
    await dropSchemas(vendor, FOLDED, COPY);
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${FOLDED}`,
        `CREATE TABLE ${FOLDED}.t (id INT PRIMARY KEY, a VARCHAR(20), f DOUBLE NULL, d DATETIME(3))`,
        `INSERT INTO ${FOLDED}.t VALUES (1, 'ä', NULL, '2026-01-02 03:04:05.678'), (2, NULL, 0.1, NULL)`,
      ])
        await connection.query(statement);
      const [rows] = await connection.query(`CHECKSUM TABLE ${FOLDED}.t`);
      value = String((rows as { readonly Checksum: number }[])[0]?.Checksum);
    });
  });
  afterAll(() => dropSchemas(vendor, FOLDED, COPY));

  const metadata = (checksum: string) =>
    `# Started dump at: 2026-11-30 10:00:00\n[\`${FOLDED}\`.\`t\`]\nreal_table_name=t\nrows = 2\ndata_checksum = ${checksum}\n# Finished dump at: 2026-11-30 10:00:01\n`;

  it.each<[string, (folder: string, checksum: string) => Promise<void>]>([
    ['its metadata', (folder, checksum) => fs.writeFile(join(folder, 'metadata'), metadata(checksum))],
    ['a file', (folder, checksum) => fs.writeFile(join(folder, `${FOLDED}.t-checksum`), checksum)],
    [
      'a packed file',
      (folder, checksum) => fs.writeFile(join(folder, `${FOLDED}.t.checksum.gz`), gzipSync(checksum)),
    ],
  ])('in %s are those of the loaded table; others prove nothing', async (_place, write) => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpByMydumper(vendor, folder, [`--database=${FOLDED}`]);
      const asked = { vendor, folder, schemaMap: { [FOLDED]: COPY }, verify: 'checksum' } as const;
      for (const [recordedValue, found] of [
        [value, { state: 'ok', detail: expect.stringMatching(/what mydumper recorded/) as string }],
        ['12', { state: 'not-checked', detail: expect.stringMatching(/proves nothing by itself/) as string }],
      ] as const) {
        await write(folder, recordedValue);
        await dropSchemas(vendor, COPY);
        const { errors, verdicts } = await loadDump(registry, asked);
        expect(errors).toEqual([]);
        expect(lastCheck(verdicts, 't')).toMatchObject(found);
      }
    });
  });
});
