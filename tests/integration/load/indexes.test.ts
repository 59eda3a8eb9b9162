import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDefinition, withoutCounter } from '../../../app/catalog/definition/definition';
import type { Vendor } from '../../../app/contract/connections/connection';
import { indexPolicies } from '../../../app/contract/runs/options';
import { buildBatches, dropStatements } from '../../../app/target/indexes/batches';
import { findWaiting } from '../../../app/target/indexes/deferrable';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { COUNTS_COPIES, tableCopies } from '../harness/table-copies';

interface Kind {
  readonly name: string;
  readonly columns: string;
  readonly indexes: readonly string[];
  readonly options?: string;
  /** The columns and values of its row, where one is not all defaults. */
  readonly row?: readonly [string, string];
  /** Names of indexes that stay. */
  readonly stays?: readonly string[];
}

const ID = 'id INT PRIMARY KEY';
const POINT_ROW = ['id, p', '1, POINT(1, 1)'] as const;

const BOTH: readonly Kind[] = [
  {
    name: 'plain',
    columns: `${ID}, a INT, b VARCHAR(20)`,
    indexes: ['UNIQUE KEY u (a)', 'KEY k (b(5) DESC, a)'],
  },
  {
    name: 'every_kind',
    columns: `${ID}, a INT, t TEXT, s TEXT, r TEXT, p POINT NOT NULL`,
    indexes: [
      'FULLTEXT KEY f (t)',
      'KEY k (a)',
      'SPATIAL KEY sp (p)',
      'FULLTEXT KEY g (s, t)',
      'FULLTEXT KEY h (r)',
      'UNIQUE KEY u (a)',
    ],
    row: POINT_ROW,
  },
  {
    name: 'computed',
    columns: `${ID}, a INT, v INT GENERATED ALWAYS AS (a + 1) VIRTUAL, s INT GENERATED ALWAYS AS (a + 2) STORED`,
    indexes: ['KEY v (v)', 'UNIQUE KEY vs (v, s)', 'KEY a (a)'],
  },
  {
    name: 'counter',
    columns: 'id INT AUTO_INCREMENT, a INT PRIMARY KEY, b INT',
    indexes: ['KEY k (b)', 'KEY c (id)', 'KEY z (b, a)'],
    row: ['a', '1'],
    stays: ['k', 'c'],
  },
  {
    name: 'no_primary',
    columns: 'id INT NOT NULL, a INT',
    indexes: ['UNIQUE KEY u (id)', 'UNIQUE KEY n (a)', 'KEY k (a)'],
    stays: ['u', 'n'],
  },
  { name: 'no_unique', columns: 'id INT, a INT', indexes: ['KEY k (a)'] },
  {
    name: 'partitioned',
    columns: `${ID}, a INT`,
    indexes: ['KEY k (a)', 'UNIQUE KEY u (id, a)'],
    options: 'PARTITION BY HASH (id) PARTITIONS 3',
  },
  {
    name: 'compressed',
    columns: `${ID}, a INT`,
    indexes: ['KEY k (a)'],
    options: 'ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8',
  },
  {
    name: 'own_document_id',
    columns: `${ID}, FTS_DOC_ID BIGINT UNSIGNED NOT NULL, t TEXT`,
    indexes: ['UNIQUE KEY FTS_DOC_ID_INDEX (FTS_DOC_ID)', 'FULLTEXT KEY f (t)'],
    row: ['id, FTS_DOC_ID', '1, 7'],
  },
  { name: 'myisam', columns: `${ID}, a INT`, indexes: ['KEY k (a)'], options: 'ENGINE=MyISAM', stays: ['k'] },
];

const OWN: Readonly<Record<Vendor, readonly Kind[]>> = {
  mysql: [
    {
      name: 'expressions',
      columns: `${ID}, a INT, b VARCHAR(20), j JSON`,
      indexes: [
        'KEY k (a)',
        'KEY f ((lower(b)))',
        'KEY m ((CAST(j->"$.a" AS UNSIGNED ARRAY)))',
        'UNIQUE KEY u (a)',
        'FULLTEXT KEY t (b)',
        'KEY z (b)',
      ],
    },
    {
      name: 'unique_expression',
      columns: `${ID}, a INT`,
      indexes: ['UNIQUE KEY u ((a + 1), id)', 'KEY k (a)'],
      stays: ['u'],
    },
    {
      name: 'partitioned_expression',
      columns: `${ID}, a INT`,
      indexes: ['KEY f ((a + 1))', 'KEY k (a)'],
      options: 'PARTITION BY HASH (id) PARTITIONS 3',
      stays: ['f', 'k'],
    },
    { name: 'invisible', columns: `${ID}, a INT`, indexes: ['KEY k (a) INVISIBLE'] },
    { name: 'ngram', columns: `${ID}, t TEXT`, indexes: ['FULLTEXT KEY f (t) WITH PARSER ngram'] },
  ],
  mariadb: [
    {
      name: 'unique_hash',
      columns: `${ID}, a INT, c BLOB`,
      indexes: ['UNIQUE KEY h (c)', 'UNIQUE KEY u (a)', 'KEY k (a)'],
      stays: ['u', 'h', 'k'],
    },
    {
      name: 'versioned',
      columns: `${ID}, a INT, b INT`,
      indexes: ['KEY k (a)', 'UNIQUE KEY u (b)'],
      options: 'WITH SYSTEM VERSIONING',
      stays: ['u'],
    },
    {
      name: 'overlaps',
      columns: `${ID}, a INT, s DATE DEFAULT '2000-01-01', e DATE DEFAULT '2001-01-01', PERIOD FOR p (s, e)`,
      indexes: ['UNIQUE KEY u (a, p WITHOUT OVERLAPS)', 'KEY k (a)'],
      stays: ['u', 'k'],
    },
    { name: 'ignored', columns: `${ID}, a INT`, indexes: ['KEY k (a) IGNORED'] },
    { name: 'aria', columns: `${ID}, a INT`, indexes: ['KEY k (a)'], options: 'ENGINE=Aria', stays: ['k'] },
  ],
};

const SCHEMA = 'indexes_src';
const COPY = 'indexes_copy';

describe.each(testVendors)('deferred indexes, %s', (vendor) => {
  const kinds = [...BOTH, ...OWN[vendor]];
  let server: OwnServer;
  let connection: Connection;

  beforeAll(async () => {
    server = await OwnServer.start(vendor, COUNTS_COPIES[vendor]);
    connection = await server.connect();
    for (const statement of [
      `DROP DATABASE IF EXISTS ${SCHEMA}`,
      `CREATE DATABASE ${SCHEMA}`,
      `USE ${SCHEMA}`,
    ])
      await connection.query(statement);
    for (const { name, columns, indexes, options = '' } of kinds)
      await connection.query(`CREATE TABLE ${name} (${columns}, ${indexes.join(', ')}) ${options}`);
    await connection.query(
      'CREATE TABLE child (id INT PRIMARY KEY, parent INT, KEY p (parent), CONSTRAINT child_parent FOREIGN KEY (parent) REFERENCES plain (id))',
    );
    for (const { name, row: [columns, values] = ['id', '1'] } of kinds)
      await connection.query(`INSERT INTO ${name} (${columns}) VALUES (${values})`);
    await connection.query('INSERT INTO child VALUES (1, 1), (2, NULL)');
  });

  afterAll(async () => {
    await connection.end();
    await server.end();
  });

  async function drop(...schemas: readonly string[]): Promise<void> {
    for (const schema of schemas) await connection.query(`DROP DATABASE IF EXISTS ${schema}`);
  }

  /** Leftovers of full-text indexes in InnoDB's dictionary when their tables are gone. */
  async function orphans(): Promise<readonly unknown[]> {
    await drop(SCHEMA, COPY);
    const tables = vendor === 'mysql' ? 'INNODB_TABLES' : 'INNODB_SYS_TABLES';
    const [rows] = await connection.query(
      `SELECT NAME FROM information_schema.${tables} WHERE NAME LIKE '${SCHEMA}/%' OR NAME LIKE '${COPY}/%'`,
    );
    return rows as unknown[];
  }

  async function definitionOf(table: string): Promise<string> {
    const [rows] = await connection.query(`SHOW CREATE TABLE ${table}`);
    return String((rows as Record<string, unknown>[])[0]?.['Create Table']);
  }

  /** The table and tablespace ids that InnoDB gives anew to a table that it copies or rebuilds. */
  async function identityOf(table: string): Promise<readonly unknown[]> {
    const tables = vendor === 'mysql' ? 'INNODB_TABLES' : 'INNODB_SYS_TABLES';
    const [rows] = await connection.query(
      `SELECT TABLE_ID, SPACE FROM information_schema.${tables} WHERE NAME = ? OR NAME LIKE ? ORDER BY TABLE_ID`,
      [`${SCHEMA}/${table}`, `${SCHEMA}/${table}#p#%`],
    );
    return rows as unknown[];
  }

  it.each(kinds)('$name: the definition is the same to the byte, and nothing was copied', async (kind) => {
    const { name, stays = [], row: [columns, values] = ['id', '1'] } = kind;
    const before = await definitionOf(name);
    await connection.query('SET SESSION foreign_key_checks = 0');
    const { waiting, staying } = findWaiting(parseDefinition(before), vendor);
    expect(staying.map(({ index }) => index.name).sort()).toEqual([...stays].sort());
    expect(waiting).toHaveLength(kind.indexes.length - stays.length);

    await connection.query(`DELETE FROM ${name}`);
    for (const statement of dropStatements(name, waiting)) await connection.query(statement);
    const empty = await identityOf(name);
    await connection.query(`INSERT INTO ${name} (${columns}) VALUES (${values})`);
    for (const { statement } of buildBatches(name, waiting)) await connection.query(statement);

    expect(withoutCounter(await definitionOf(name))).toBe(withoutCounter(before));
    expect(await identityOf(name)).toEqual(empty);
  });

  it.each(indexPolicies)(
    'a load with --indexes %s is the same in every byte and copies no table',
    async (indexes) => {
      await drop(COPY);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const registry = newRegistry();
        const { endpoint } = server;
        expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint })).errors).toEqual([]);
        const copies = await tableCopies(connection);
        const schemaMap = { [SCHEMA]: COPY };
        const loaded = await loadDump(registry, { vendor, folder, endpoint, indexes, schemaMap });
        expect(loaded.errors).toEqual([]);
        expect(await tableCopies(connection)).toBe(copies);
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, SCHEMA),
        );
        const decisions = new Map(
          loaded.verdicts.map(({ table, decisions: [first] = [] }) => [table, first]),
        );
        expect(decisions.get('plain')).toMatch(
          {
            auto: /^Indexes inline: for 1 row, about/,
            defer: /^Deferring 2 of 2 indexes, as requested/,
            inline: /as requested/,
          }[indexes],
        );
      });
    },
  );

  it('would have been seen to copy a table: the count counts one', async () => {
    await connection.query('CREATE TABLE copied (id INT)');
    const copies = await tableCopies(connection);
    await connection.query('ALTER TABLE copied ADD KEY k (id), ALGORITHM=COPY');
    expect(await tableCopies(connection)).toBe(copies + 1);
    await connection.query('DROP TABLE copied');
  });

  it('leaves nothing in the server’s dictionary when the tables are gone', async () => {
    expect(await orphans()).toEqual([]);
  });
});
