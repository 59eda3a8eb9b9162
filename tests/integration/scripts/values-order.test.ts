import { mkdir, mkdtemp, readFile, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../../app/contract/runs/options';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { loadDump, newRegistry } from '../harness/runs';
import { startAt, targetWords } from '../harness/server-command';
import { connectToFresh, dropSchemas } from '../harness/servers';

const SOURCE = 'values_order';
const COPY = 'values_order_copy';
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

const COLUMNS = '`day` date NOT NULL,\n  `id` bigint NOT NULL,\n  `name` varchar(130) DEFAULT NULL';
const CREATE = `CREATE TABLE \`t\` (\n  ${COLUMNS},\n  PRIMARY KEY (\`day\`,\`id\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n`;

interface Row {
  readonly day: string;
  readonly id: number;
  readonly name: string;
}

const rowOf = (id: number): Row => ({
  day: `20${10 + (id % 80)}-01-02`,
  id: id - ROWS / 2,
  name: String(id).padStart(120, 'x'),
});

const field = (name: string, value: unknown) => `<field name="${name}">${String(value)}</field>`;
const xmlOf = (rows: readonly Row[]): string =>
  [
    `<?xml version="1.0"?>\n<mysqldump>\n<database name="${SOURCE}">\n<table_structure name="t">`,
    '<field Field="day" Type="date" Null="NO" Key="PRI" Extra="" />',
    '<field Field="id" Type="bigint" Null="NO" Key="PRI" Extra="" />',
    '<field Field="name" Type="varchar(130)" Null="YES" Key="" Extra="" />',
    ...['day', 'id'].map(
      (name, at) =>
        `<key Table="t" Non_unique="0" Key_name="PRIMARY" Seq_in_index="${at + 1}" Column_name="${name}" Collation="A" Index_type="BTREE" />`,
    ),
    '<options Name="t" Engine="InnoDB" Collation="utf8mb4_general_ci" />\n</table_structure>\n<table_data name="t">',
    ...rows.map(
      ({ day, id, name }) => `<row>${field('day', day)}${field('id', id)}${field('name', name)}</row>`,
    ),
    '</table_data>\n</database>\n</mysqldump>\n',
  ].join('\n');

/** Files that hold the same rows in different formats, by name. */
const FORMATS: Readonly<Record<string, (rows: readonly Row[]) => Readonly<Record<string, string | Buffer>>>> =
  {
    CSV: (rows) => ({
      [`${SOURCE}.t.sql`]: CREATE,
      [`${SOURCE}.t.csv`]: `day,id,name\n${rows.map(({ day, id, name }) => `${day},${id},"${name}"\n`).join('')}`,
    }),
    'packed CSV': (rows) => ({
      [`${SOURCE}.t.sql`]: CREATE,
      [`${SOURCE}.t.csv.gz`]: gzipSync(rows.map(({ day, id, name }) => `${day},${id},${name}\n`).join('')),
    }),
    'JSON Lines': (rows) => ({
      [`${SOURCE}.t.sql`]: CREATE,
      [`${SOURCE}.t.jsonl`]: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    }),
    'the texts of --tab': (rows) => ({
      't.sql': CREATE,
      't.txt': rows.map(({ day, id, name }) => `${day}\t${id}\t${name}\n`).join(''),
    }),
    XML: (rows) => ({ 'backup.xml': xmlOf(rows) }),
  };

describe.each(testVendors)('values whose rows are not in the order of their key, on %s', (vendor) => {
  const registry = newRegistry();
  let parent = '';
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh(vendor, SOURCE);
    parent = await mkdtemp(join(tmpdir(), 'sluice-values-order-'));
    await connection.query(CREATE);
    const values = shuffled(ROWS).map(rowOf);
    for (let at = 0; at < ROWS; at += 2000)
      await connection.query('INSERT INTO t (day, id, name) VALUES ?', [
        values.slice(at, at + 2000).map(({ day, id, name }) => [day, id, name]),
      ]);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, SOURCE, COPY);
    await rm(parent, { recursive: true, force: true });
  });

  async function folderOf(files: Readonly<Record<string, string | Buffer>>, name = SOURCE): Promise<string> {
    const folder = join(parent, name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
    return folder;
  }

  async function load(folder: string, options: Partial<LoadOptions> = {}) {
    await dropSchemas(vendor, COPY);
    return await loadDump(registry, {
      vendor,
      folder,
      threads: 2,
      schemaMap: { [SOURCE]: COPY },
      ...options,
    });
  }

  const digests = async (schema: string) => {
    const { t } = (await schemaFingerprint(connection, schema)).tables;
    return { rows: t?.rows, digest: t?.digest };
  };

  /** Fill and order of the pages of the table. */
  async function pages() {
    const words = ['inspect', ...targetWords(vendor), '--tables', `${COPY}.t`, '--json'];
    const { output } = await startAt({ vendor }, words).ended;
    const { indexes } = JSON.parse(output) as {
      indexes: { name: string; fillPct: number; outOfOrderPct: number }[];
    };
    return indexes.find(({ name }) => name === 'PRIMARY');
  }

  it.each(Object.keys(FORMATS))('of %s: are loaded in the order of the key', async (format) => {
    const folder = await folderOf(FORMATS[format]?.(shuffled(ROWS).map(rowOf)) ?? {});
    for (const memoryLimitBytes of [256 * MIB, 16 * MIB]) {
      const { errors, verdicts } = await load(folder, { memoryLimitBytes });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(verdicts[0]?.decisions).toContainEqual(expect.stringMatching(/^Sorted by the primary key in /));
      expect(await digests(COPY)).toEqual(await digests(SOURCE));
      const found = await pages();
      expect(found?.fillPct).toBeGreaterThan(85);
    }
    const { errors } = await load(folder, { sortRows: 'never' });
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(await digests(COPY)).toEqual(await digests(SOURCE));
    expect((await pages())?.fillPct).toBeLessThan(80);
  });

  it('are loaded as they come where they are in order', async () => {
    const rows = shuffled(ROWS)
      .map(rowOf)
      .sort((one, other) => (one.day === other.day ? one.id - other.id : one.day < other.day ? -1 : 1));
    for (const files of Object.values(FORMATS)) {
      const { errors, verdicts } = await load(await folderOf(files(rows)));
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(verdicts[0]?.decisions?.join() ?? '').not.toMatch(/[Ss]orted/);
      expect(await digests(COPY)).toEqual(await digests(SOURCE));
    }
  });

  it('are refused by the name of their file where a key is there twice', async () => {
    const rows = shuffled(ROWS).map(rowOf);
    const twice = [...rows, { ...rows[6000], name: 'again' } as Row];
    for (const sortRows of ['never', 'auto'] as const) {
      const { state, errors } = await load(await folderOf(FORMATS.CSV?.(twice) ?? {}), { sortRows });
      expect(state).toBe('incomplete');
      expect(errors[0]).toMatchObject({
        table: `${COPY}.t`,
        chunk: expect.stringContaining(`${SOURCE}.t.csv`) as unknown,
        message: expect.stringMatching(/Duplicate entry|skipped 1/) as unknown,
      });
    }
  });

  it('are sorted without those that are set aside, which keep their lines', async () => {
    const rows = shuffled(ROWS).map(rowOf);
    const files = FORMATS.CSV?.(rows) ?? {};
    const lines = String(files[`${SOURCE}.t.csv`]).split('\n');
    lines.splice(4000, 0, '2010-01-02,seven,x');
    lines.splice(9000, 0, '2010-01-02');
    const folder = await folderOf({ ...files, [`${SOURCE}.t.csv`]: lines.join('\n') });
    const rejectFile = join(parent, 'rejects.csv');
    const { errors, verdicts } = await load(folder, { input: { rejects: { file: rejectFile, limit: 10 } } });
    expect(errors.map(({ code }) => code)).toEqual([]);
    expect(verdicts[0]?.decisions).toContainEqual(expect.stringMatching(/^Sorted by the primary key in /));
    expect(await digests(COPY)).toEqual(await digests(SOURCE));
    expect(await readFile(rejectFile, 'utf8')).toMatch(/csv,4001,.*seven.*\r\n.*csv,9001,"1 value, not 3"/);
  });
});
