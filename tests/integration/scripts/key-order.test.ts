import { mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFilled } from '../../../app/contract/runs/load-plan';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { planLoad } from '../harness/plans';
import { loadDump, newRegistry } from '../harness/runs';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';
import { hasJournal, saboteurCommand } from '../load/crash-schema';

const BY_CLIENT = 'key_order_client';
const COPY = 'key_order_copy';
const ROWS = 12_000;
const MIB = 1_048_576;

/** Numbers below `count` in an order without a pattern that is always the same. */
function shuffled(count: number): readonly number[] {
  let state = 1;
  const rank = () => (state = (state * 48_271) % 2_147_483_647);
  return Array.from({ length: count }, (_, id) => ({ id, rank: rank() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ id }) => id);
}

/** INSERTs of a thousand rows each, as mysqldump writes them. */
function insertsOf(table: string, rows: readonly string[]): string {
  let text = '';
  for (let at = 0; at < rows.length; at += 1000)
    text += `INSERT INTO \`${table}\` VALUES ${rows.slice(at, at + 1000).join(',')};\n`;
  return text;
}

const filler = (id: number) => `'${String(id).padStart(120, 'x')}'`;
const hex = (id: number) => id.toString(16).padStart(8, '0');

/** Definitions of a table's key, and its rows' keys. */
const TABLES: Readonly<Record<string, { columns: string; key: (id: number) => string; later?: string }>> = {
  inline: { columns: '`id` bigint PRIMARY KEY', key: String },
  later: { columns: '`id` int NOT NULL', key: String, later: 'ADD PRIMARY KEY (`id`)' },
  negative: {
    columns: '`id` bigint NOT NULL',
    key: (id) => String(id - 6000),
    later: 'ADD PRIMARY KEY (`id`)',
  },
  bytes: { columns: '`id` binary(5) NOT NULL PRIMARY KEY', key: (id) => `0x${hex(id * 7)}00` },
  texts: {
    columns: '`id` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY',
    key: (id) => `'${id % 3 === 0 ? 'Z' : 'ä'}${hex(id)}'`,
  },
  days: {
    columns: '`day` date NOT NULL, `id` int unsigned NOT NULL',
    key: (id) => `'20${10 + (id % 80)}-01-02',${id}`,
    later: 'ADD PRIMARY KEY (`day`,`id`)',
  },
};
/** Its key is compared by a collation. */
const COLLATED = {
  columns: '`id` varchar(20) NOT NULL PRIMARY KEY',
  key: (id: number) => `'key ${hex(id)}'`,
};

function scriptOf(tables: typeof TABLES, ids: readonly number[]): string {
  const all = Object.entries(tables);
  return [
    ...all.map(
      ([name, { columns }]) =>
        `CREATE TABLE \`${name}\` (${columns}, \`name\` varchar(130)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n`,
    ),
    "SET time_zone='+00:00';\n",
    ...all.map(([name, { key }]) =>
      insertsOf(
        name,
        ids.map((id) => `(${key(id)},${filler(id)})`),
      ),
    ),
    ...all.flatMap(([name, { later }]) =>
      later === undefined ? [] : [`ALTER TABLE \`${name}\` ${later};\n`],
    ),
  ].join('');
}

describe.each(testVendors)('a script whose rows are not in the order of their key, on %s', (vendor) => {
  const registry = newRegistry();
  let parent = '';
  let script = '';
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh(vendor, BY_CLIENT);
    parent = await mkdtemp(join(tmpdir(), 'sluice-key-order-'));
    script = join(parent, 'backup.sql');
    const text = scriptOf({ ...TABLES, collated: COLLATED }, shuffled(ROWS));
    await writeFile(script, text);
    // One by one: the client of the server would send them so, too.
    for (const statement of text.split(';\n')) if (statement !== '') await connection.query(statement);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, BY_CLIENT, COPY);
    await rm(parent, { recursive: true, force: true });
  });

  async function plan(options: Partial<LoadOptions> = {}) {
    const { scope, conflicts, tables } = await planLoad(
      {
        ...{ endpoint: testEndpoint(vendor), profile: null, folder: script },
        options: { ...LOAD_DEFAULTS, schemaMap: { backup: COPY }, ...options },
      },
      new Cancellation(),
    );
    expect(conflicts).toEqual([]);
    const reasons = Object.fromEntries(
      tables.map((table) => [table.table, isFilled(table) ? table.orderReason : 'not filled']),
    );
    return { scope, reasons };
  }

  /** Fill and order of the pages of each table. */
  async function pagesOf(tables: readonly string[]) {
    const names = tables.map((table) => `${COPY}.${table}`).join(',');
    const words = ['inspect', ...targetWords(vendor), '--tables', names, '--json'];
    const { output } = await startAt({ vendor }, words).ended;
    const found = JSON.parse(output) as {
      indexes: { name: string; table: string; fillPct: number; outOfOrderPct: number }[];
    };
    return found.indexes.filter(({ name }) => name === 'PRIMARY');
  }

  async function load(options: Partial<LoadOptions> & { readonly folder?: string } = {}) {
    await dropSchemas(vendor, COPY);
    return await loadDump(registry, {
      ...{ vendor, folder: script, threads: 2, schemaMap: { backup: COPY }, verify: 'checksum' },
      ...options,
    });
  }

  it('is planned with the decision on each table', async () => {
    await dropSchemas(vendor, COPY);
    const { scope, reasons } = await plan();
    expect(scope).toMatch(
      /^.*Rows of 7 tables are not in the order of the primary key \(backup\.inline: \d+ % /s,
    );
    for (const table of Object.keys(TABLES))
      expect(reasons[table]).toMatch(
        /^Sorted by the primary key in memory, because \d+ % of its rows come directly behind a larger key: /,
      );
    expect(reasons.collated).toMatch(
      /^Not sorted, though \d+ % .*: only the server can compare its primary key/,
    );
    const small = await plan({ memoryLimitBytes: 16 * MIB, threads: 4 });
    expect(small.reasons.inline).toMatch(/^Sorted by the primary key in 2 ranges of about /);
    const never = await plan({ sortRows: 'never' });
    expect(never.reasons.inline).toMatch(/^Not sorted, though \d+ % .*: this was asked for\./);
  });

  it('is loaded in the order of the key where that can be compared, and equals what the client loads', async () => {
    const { errors, verdicts } = await load();
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(await schemaFingerprint(connection, COPY)).toEqual(await schemaFingerprint(connection, BY_CLIENT));
    const inline = verdicts.find(({ table }) => table === 'inline');
    expect(inline?.decisions).toContainEqual(expect.stringMatching(/^Sorted by the primary key in memory/));
    for (const { table, fillPct, outOfOrderPct } of await pagesOf(Object.keys(TABLES))) {
      expect({ table, isFull: fillPct > 88, isInOrder: outOfOrderPct < 6 }).toEqual({
        ...{ table, isFull: true, isInOrder: true },
      });
    }
    for (const { fillPct } of await pagesOf(['collated'])) expect(fillPct).toBeLessThan(80);
  });

  it('is loaded as it comes where that is asked for', async () => {
    const { errors } = await load({ sortRows: 'never' });
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(await schemaFingerprint(connection, COPY)).toEqual(await schemaFingerprint(connection, BY_CLIENT));
    for (const { fillPct, outOfOrderPct } of await pagesOf(['inline', 'bytes'])) {
      expect(fillPct).toBeLessThan(80);
      expect(outOfOrderPct).toBeGreaterThan(50);
    }
  });

  it.each(['load-data', 'insert'] as const)(
    'is loaded by %s in ranges within little memory',
    async (method) => {
      const memoryLimitBytes = 16 * MIB;
      const { errors, memoryPeakBytes } = await load({ memoryLimitBytes, threads: 4, method });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(memoryPeakBytes).toBeLessThanOrEqual(memoryLimitBytes);
      expect(await schemaFingerprint(connection, COPY)).toEqual(
        await schemaFingerprint(connection, BY_CLIENT),
      );
      for (const { fillPct } of await pagesOf(['inline', 'bytes', 'texts', 'days']))
        expect(fillPct).toBeGreaterThan(85);
    },
  );

  it('names a row that is refused by its place in the script', async () => {
    const bad = join(parent, 'bad.sql');
    const rows = shuffled(ROWS).map((id, at) => `(${id},${at === 7000 ? 300 : 3},${filler(id)})`);
    await writeFile(
      bad,
      `CREATE TABLE \`t\` (\`id\` int NOT NULL PRIMARY KEY, \`v\` tinyint, \`name\` varchar(130));\n${insertsOf('t', rows)}`,
    );
    const messages: (string | undefined)[] = [];
    for (const sortRows of ['never', 'auto'] as const) {
      const { errors } = await load({ folder: bad, schemaMap: { bad: COPY }, sortRows });
      messages.push(`${errors[0]?.chunk}: ${errors[0]?.message}`);
    }
    expect(messages[0]).toMatch(/Row 7,001, column v: .*at row 7001/);
    expect(messages[1]).toBe(messages[0]);
  });

  it('refuses a key that comes twice', async () => {
    const twice = join(parent, 'twice.sql');
    const rows = shuffled(ROWS).map((id) => `(${id},${filler(id)})`);
    await writeFile(
      twice,
      `CREATE TABLE \`t\` (\`id\` int NOT NULL PRIMARY KEY, \`name\` varchar(130));\n${insertsOf('t', [...rows, "(5,'twice')"])}`,
    );
    const { state, errors } = await load({ folder: twice, schemaMap: { twice: COPY } });
    expect(state).not.toBe('done');
    expect(errors[0]?.message).toMatch(/Duplicate entry '5'|skipped 1/);
  });
});

/** Each life of the load ends when its engine kills the process. */
const ENDS = [
  'after-load:1',
  'before-commit:2',
  'after-commit:1',
  'after-load:1',
  'after-commit:1',
  'before-count:1',
];

describe.each(testVendors)('a load of rows out of key order that is killed again and again, %s', (vendor) => {
  let parent = '';
  let connection: Connection;
  const text = scriptOf(
    { many: TABLES.bytes ?? COLLATED, few: TABLES.later ?? COLLATED },
    shuffled(3 * ROWS),
  );

  beforeAll(async () => {
    connection = await connectToFresh(vendor, BY_CLIENT);
    for (const statement of text.split(';\n')) if (statement !== '') await connection.query(statement);
    parent = await mkdtemp(join(tmpdir(), 'sluice-key-order-'));
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, BY_CLIENT, COPY);
    await rm(parent, { recursive: true, force: true });
  });

  it.each(['plain', 'packed'])('of a %s script: each row is there once', async (how) => {
    await dropSchemas(vendor, COPY);
    const dump = join(parent, how === 'plain' ? 'backup.sql' : 'backup.sql.gz');
    await writeFile(dump, how === 'plain' ? text : gzipSync(text));
    const saboteur = await saboteurCommand(join(parent, `saboteur-${how}`));
    const load = async (crash?: Crash) => {
      const words = [
        ...['load', ...targetWords(vendor), '--dump', dump],
        ...['--schema-map', `backup=${COPY}`, '--threads', '2', '--memory-limit', '16MiB', '--json'],
        ...((await hasJournal(connection, COPY)) ? ['--resume'] : []),
      ];
      return await startAt({ vendor, crash }, words).ended;
    };
    for (const at of ENDS) expect((await load({ saboteur, at })).exitCode).toBeNull();
    const last = await load();
    expect(last.result.errors).toEqual([]);
    expect(last.exitCode).toBe(0);
    expect(await schemaFingerprint(connection, COPY)).toEqual(await schemaFingerprint(connection, BY_CLIENT));
  });
});
