import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoadOptions, TableRename } from '../../app/contract/runs/options';
import type { VerifyResult } from '../../app/contract/runs/result';
import { testServer, testVendors } from '../servers/test-server';
import { runSluice } from './harness/command';
import { compareWithDump, dumpSchema, loadDump, newRegistry } from './harness/runs';
import { connectToFresh, dropSchemas, withPlain } from './harness/servers';

const SCHEMA = 'compared_objects';
const COPY = 'compared_objects_copy';
const RENAMES: TableRename[] = [{ schema: SCHEMA, table: 'plain', to: 'renamed' }];

const OBJECTS = [
  'CREATE TABLE some (id INT PRIMARY KEY, v VARCHAR(20))',
  'CREATE TABLE plain (id INT PRIMARY KEY, s INT, CONSTRAINT of_some FOREIGN KEY (s) REFERENCES some (id))',
  "INSERT INTO some VALUES (1, 'one')",
  'CREATE VIEW seen AS SELECT id FROM some',
  'CREATE FUNCTION one() RETURNS INT DETERMINISTIC RETURN 1',
  'CREATE PROCEDURE two() SELECT 2',
  "CREATE EVENT later ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01 00:00:00' DISABLE DO DELETE FROM some WHERE id < 0",
  'CREATE TRIGGER early BEFORE INSERT ON some FOR EACH ROW SET NEW.v = CONCAT(NEW.v, "1")',
  'CREATE TRIGGER late BEFORE INSERT ON some FOR EACH ROW SET NEW.v = CONCAT(NEW.v, "2")',
];

describe.each(testVendors)('objects of a dump compared with a server: %s', (vendor) => {
  const registry = newRegistry();
  const own = vendor === 'mariadb' ? ['CREATE SEQUENCE counts START WITH 5'] : [];
  const names = [
    ...['view seen', 'function one', 'procedure two', 'event later', 'trigger early', 'trigger late'],
    ...(vendor === 'mariadb' ? ['sequence counts'] : []),
  ].sort();
  let parent: string;
  const folder = () => join(parent, 'dump');

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-compare-objects-'));
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [...OBJECTS, ...own]) await connection.query(statement);
    await connection.end();
    expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder: folder() })).errors).toEqual([]);
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    expect((await loadDump(registry, { vendor, folder: folder(), ...UNDER_OTHER_NAMES })).errors).toEqual([]);
  });

  afterAll(async () => {
    await rm(parent, { recursive: true, force: true });
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  const UNDER_OTHER_NAMES: Pick<LoadOptions, 'schemaMap' | 'tableRenames'> = {
    schemaMap: { [SCHEMA]: COPY },
    tableRenames: RENAMES,
  };
  const compare = () => compareWithDump(registry, { vendor, folder: folder(), ...UNDER_OTHER_NAMES });

  async function change(...statements: readonly string[]): Promise<void> {
    await withPlain(vendor, async (connection) => {
      await connection.query(`USE ${COPY}`);
      for (const statement of statements) await connection.query(statement);
    });
  }

  /** Verdict on each object's definition. */
  const statesOf = ({ objects = [] }: VerifyResult) =>
    Object.fromEntries(
      objects.map(({ kind, name, checks }) => [`${kind} ${name}`, checks.map(({ state }) => state).join()]),
    );
  const allOk = Object.fromEntries(names.map((name) => [name, 'ok']));

  it('lists each table and each object, under the names that a load gave them', async () => {
    const result = await compare();
    expect(result).toMatchObject({ state: 'done', errors: [] });
    expect(statesOf(result)).toEqual(allOk);
    expect(new Set(result.objects?.map(({ schema }) => schema))).toEqual(new Set([COPY]));
    const tables = result.verdicts.map(({ schema, table, checks }) => [
      `${schema}.${table}`,
      ...checks.map(({ kind, state }) => `${kind} ${state}`),
    ]);
    expect(tables.sort()).toEqual([
      [`${COPY}.renamed`, 'rows ok', 'definition ok', 'foreign-keys ok'],
      [`${COPY}.some`, 'rows ok', 'definition ok'],
    ]);
  });

  it('names each that is missing or another one, with its file and the line', async () => {
    await change(
      'DROP VIEW seen',
      'DROP FUNCTION one',
      'CREATE FUNCTION one() RETURNS INT DETERMINISTIC RETURN 11',
      'DROP EVENT later',
    );
    const result = await compare();
    expect(result.state).toBe('failed');
    expect(statesOf(result)).toEqual({
      ...allOk,
      ...{ 'view seen': 'failed', 'function one': 'failed', 'event later': 'failed' },
    });
    const errorOf = (name: string) => result.errors.find(({ table }) => table === `${COPY}.${name}`);
    expect(errorOf('seen')).toMatchObject({ code: 'target-missing' });
    expect(errorOf('later')).toMatchObject({ code: 'target-missing' });
    expect(errorOf('one')).toMatchObject({ code: 'definition-differs', chunk: `${SCHEMA}.sql` });
    expect(errorOf('one')?.statement).toContain('RETURN 11');
    expect(errorOf('one')?.message).toMatch(/RETURN 1\b.* in the dump, .*RETURN 11.* on the target/);
  });

  it('distinguishes triggers that fire in another order', async () => {
    await change(
      'DROP TRIGGER early',
      'CREATE TRIGGER early BEFORE INSERT ON some FOR EACH ROW SET NEW.v = CONCAT(NEW.v, "1")',
    );
    const result = await compare();
    expect(statesOf(result)).toEqual({ ...allOk, 'trigger early': 'failed', 'trigger late': 'failed' });
    for (const { message } of result.errors) expect(message).toContain('another order');
  });

  it('misses all of them where the schema is not there', async () => {
    await dropSchemas(vendor, COPY);
    const result = await compare();
    expect(new Set(Object.values(statesOf(result)))).toEqual(new Set(['failed']));
    expect(Object.keys(statesOf(result)).sort()).toEqual(names);
  });

  it('refuses a new name for a table that the dump does not hold', async () => {
    const tableRenames = [{ schema: SCHEMA, table: 'nowhere', to: 'elsewhere' }];
    const result = await compareWithDump(registry, { vendor, folder: folder(), tableRenames });
    expect(result).toMatchObject({ state: 'failed', errors: [{ code: 'unknown-table' }] });
  });

  it('does the same on the command line, which prints each', async () => {
    const { host, port, user, password } = testServer(vendor);
    const words = [
      ...['verify', '--dump', folder(), '--target', `mysql://${user}@${host}:${port}`],
      ...['--schema-map', `${SCHEMA}=${COPY}`, '--rename', `${SCHEMA}.plain=renamed`],
    ];
    const { exitCode, output } = await runSluice(words, { SLUICE_PASSWORD: password });
    expect(exitCode, output).toBe(0);
    expect(output).toContain(
      `  table ${COPY}.renamed: rows the same, definition the same, foreign keys hold\n`,
    );
    for (const name of names)
      expect(output).toContain(`  ${name.replace(' ', ` ${COPY}.`)}: definition the same\n`);
    await change('DROP VIEW seen');
    const missing = await runSluice(words, { SLUICE_PASSWORD: password });
    expect(missing.exitCode).toBe(1);
    expect(missing.output).toContain(`  view ${COPY}.seen: MISSING\n`);
  });
});
