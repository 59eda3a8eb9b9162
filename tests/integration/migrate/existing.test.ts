import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { migrating, type MigrateOptions } from '../../../app/contract/runs/migrate';
import { patternOf } from '../../../app/contract/commands/pattern';
import type { RunResult } from '../../../app/contract/runs/result';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { migrateSchema, planMigrationOf, type MigrationWish } from '../harness/migrations';
import { newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';
import { expectWhole, hasJournal } from '../load/crash-schema';

const SOURCE = 'migrate_existing';
const COPY = 'migrate_existing_copy';

describe.each(testVendors)('a target that is not empty, %s', (vendor) => {
  const registry = newRegistry();
  let connection: Connection;

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    connection = await connectToFresh(vendor, SOURCE);
    for (const statement of [
      'CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(20), KEY c (c))',
      "INSERT INTO t VALUES (1, 'a'), (2, NULL)",
      'CREATE TABLE other (id INT PRIMARY KEY, t_id INT, CONSTRAINT of_t FOREIGN KEY (t_id) REFERENCES t (id))',
      'INSERT INTO other VALUES (1, 1)',
      'CREATE TRIGGER told BEFORE INSERT ON t FOR EACH ROW SET NEW.c = NEW.c',
      'CREATE VIEW seen AS SELECT id FROM other',
    ])
      await connection.query(statement);
    return async () => await connection.end();
  });

  afterAll(async () => await dropSchemas(vendor, SOURCE, COPY));

  const wish = (more: Partial<MigrationWish> = {}): MigrationWish => ({
    ...{ from: vendor, to: vendor, schema: SOURCE, copy: COPY },
    ...more,
  });
  const migrate = async (more: Partial<MigrationWish> = {}): Promise<RunResult> =>
    await migrateSchema(registry, wish(more));
  const taking = (content: MigrateOptions['selection']['content']): Partial<MigrationWish> => ({
    selection: { ...migrating([{ kind: 'schema', schema: patternOf(SOURCE) }]), content },
  });

  /** The target has a table of that name with a row of its own, and a trigger that would spoil what comes. */
  async function makeTarget(): Promise<void> {
    for (const statement of [
      `CREATE DATABASE ${COPY}`,
      `CREATE TABLE ${COPY}.t (id INT PRIMARY KEY, c VARCHAR(20), KEY c (c))`,
      `INSERT INTO ${COPY}.t VALUES (9, 'mine')`,
      `CREATE TRIGGER ${COPY}.told BEFORE INSERT ON ${COPY}.t FOR EACH ROW SET NEW.c = 'spoilt'`,
    ])
      await connection.query(statement);
  }

  async function rowsOf(table: string): Promise<readonly unknown[]> {
    const [rows] = await connection.query<RowDataPacket[]>({
      sql: `SELECT id, c FROM ${COPY}.${table} ORDER BY id`,
      rowsAsArray: true,
    });
    return rows;
  }

  it('fail: is the default, and touches nothing', async () => {
    await makeTarget();
    expect((await migrate()).errors).toMatchObject([{ code: 'target-exists' }]);
    const { findings } = await planMigrationOf(wish());
    expect(findings).toMatchObject([{ severity: 'blocks', rule: 'target-exists' }]);
    expect(await rowsOf('t')).toEqual([[9, 'mine']]);
  });

  it('skip: the table is kept, and the result says so', async () => {
    await makeTarget();
    await connection.query(`INSERT INTO ${COPY}.t (id) VALUES (1)`);
    const result = await migrate({ onExisting: 'skip' });
    expect(result.errors).toEqual([]);
    expect(result.warnings.map(({ table }) => table)).toContain(`${COPY}.t`);
    expect(result.verdicts.map(({ table }) => table)).toEqual(['other']);
    expect(await rowsOf('t')).toEqual([
      [1, 'spoilt'],
      [9, 'mine'],
    ]);
  });

  it.each(['drop', 'truncate'] as const)(
    '%s: the source’s rows take the place of those there',
    async (onExisting) => {
      await makeTarget();
      const result = await migrate({ onExisting });
      expect(result.errors).toEqual([]);
      if (onExisting === 'drop') {
        await expectWhole(connection, SOURCE, COPY);
        return;
      }
      const [copy, source] = [
        await schemaFingerprint(connection, COPY),
        await schemaFingerprint(connection, SOURCE),
      ];
      expect(copy.tables).toEqual(source.tables);
      // The table stays, and its trigger with it.
      expect(copy.objects['trigger told']).toContain("SET NEW.c = 'spoilt'");
    },
  );

  it('append: rows come to those there, and the checksums of both are proved', async () => {
    await makeTarget();
    const result = await migrate({ onExisting: 'append' });
    expect(result.errors).toEqual([]);
    const verdict = result.verdicts.find(({ table }) => table === 't');
    const details = verdict?.checks.map(({ kind, state, detail }) => [kind, state, detail]);
    expect(details).toContainEqual([
      'rows',
      'ok',
      expect.stringContaining('3 rows counted in the target, 1 before'),
    ]);
    expect(details).toContainEqual([
      'checksum',
      'ok',
      expect.stringContaining('with the row that was there'),
    ]);
    expect(await rowsOf('t')).toEqual([
      [1, 'a'],
      [2, null],
      [9, 'mine'],
    ]);
    expect(await hasJournal(connection, COPY)).toBe(false);
  });

  it('structure alone, then data alone, are together the whole', async () => {
    const structure = await migrate({ ...taking('structure'), indexes: 'defer' });
    expect(structure.errors).toEqual([]);
    expect(await rowsOf('t')).toEqual([]);
    const data = await migrate(taking('data'));
    expect(data.errors).toEqual([]);
    expect(data.rows).toBe(3);
    await expectWhole(connection, SOURCE, COPY);
  });

  it('data alone needs its tables, and refuses one whose columns are others before the first row', async () => {
    expect((await migrate(taking('data'))).errors).toMatchObject([{ code: 'target-missing' }]);
    await makeTarget();
    await connection.query(`CREATE TABLE ${COPY}.other (id INT PRIMARY KEY, t_id BLOB)`);
    await connection.query(`DELETE FROM ${COPY}.t`);
    const refused = await migrate(taking('data'));
    expect(refused).toMatchObject({
      state: 'failed',
      errors: [{ code: 'definition-differs', table: `${COPY}.other` }],
    });
    expect(await hasJournal(connection, COPY)).toBe(false);
    expect(await rowsOf('t')).toEqual([]);
  });

  it('a table goes in under another name, beside the original', async () => {
    const result = await migrate({
      copy: SOURCE,
      selection: {
        ...migrating([{ kind: 'table', schema: patternOf(SOURCE), name: 't' }]),
        exclude: [{ kind: 'trigger', schema: patternOf(SOURCE), name: '%' }],
      },
      tableRenames: [{ schema: SOURCE, table: 't', to: 't_before' }],
    });
    expect(result.errors).toEqual([]);
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT * FROM ${SOURCE}.t JOIN ${SOURCE}.t_before USING (id, c)`,
    );
    expect(rows).toHaveLength(1);
    const { findings } = await planMigrationOf(
      wish({ tableRenames: [{ schema: SOURCE, table: 'other', to: 'renamed' }] }),
    );
    expect(findings.map(({ severity, object }) => [severity, object])).toContainEqual([
      'blocks',
      expect.anything(),
    ]);
  });
});
