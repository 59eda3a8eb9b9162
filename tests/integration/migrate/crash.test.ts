import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { counterOf } from '../../../app/catalog/definition/definition';
import { testServer, testVendors } from '../../servers/test-server';
import { startSluice } from '../harness/command';
import { connectPlain, dropSchemas } from '../harness/servers';
import { expectWhole, hasJournal, makeCrashSchema, saboteurCommand } from '../load/crash-schema';

const SOURCE = 'migrate_crash';
const COPY = 'migrate_crash_copy';

describe.each(testVendors)('Sluice dies in the middle of a migration, %s', (vendor) => {
  let folder = '';
  let saboteur = '';
  let source: Connection;

  beforeAll(async () => {
    source = await connectPlain(vendor);
    folder = await mkdtemp(join(tmpdir(), 'sluice-migrate-crash-'));
    saboteur = await saboteurCommand(join(folder, 'saboteur'));
  });

  afterAll(async () => {
    await source.end();
    await dropSchemas(vendor, SOURCE, COPY);
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    await makeCrashSchema(source, SOURCE);
  });

  async function migrate(more: readonly string[], environment: Readonly<Record<string, string>>) {
    const { host, port, user, password } = testServer(vendor);
    const dsn = `mysql://${user}@${host}:${port}`;
    const where = [
      '--source',
      dsn,
      '--target',
      dsn,
      '--schemas',
      SOURCE,
      '--schema-map',
      `${SOURCE}=${COPY}`,
    ];
    const how = ['--indexes', 'defer', '--threads', '2', '--json'];
    return await startSluice(
      ['migrate', ...where, ...how, ...more],
      { SLUICE_PASSWORD: password, ...environment },
      [],
      saboteur,
    ).ended;
  }

  /** Kill points of the engine's writing half (native/engine/target). */
  it.each(['after-load:3', 'after-commit:4', 'after-index:1', 'before-count:3'])(
    'at %s: resumed on a source that went on, all is as the source has it now',
    async (event) => {
      const { exitCode } = await migrate([], { SLUICE_CRASH: event });
      expect(exitCode).toBeNull();
      expect(await hasJournal(source, COPY)).toBe(true);
      await source.query(`INSERT INTO ${SOURCE}.keyed (a, v) VALUES (1, 'late')`);
      await source.query(`INSERT INTO ${SOURCE}.keyed (a, v) VALUES (1, 'gone')`);
      await source.query(`DELETE FROM ${SOURCE}.keyed WHERE v = 'gone'`);
      await source.query(`DELETE FROM ${SOURCE}.keyless LIMIT 10`);
      const { result } = await migrate(['--resume'], {});
      expect({ errors: result.errors, ok: result.ok }).toEqual({ errors: [], ok: true });
      expect(await hasJournal(source, COPY)).toBe(false);
      await expectWhole(source, SOURCE, COPY);
      expect(await counterIn(COPY)).toBe(await counterIn(SOURCE));
    },
  );

  async function counterIn(schema: string): Promise<string | null> {
    const [rows] = await source.query<RowDataPacket[]>(`SHOW CREATE TABLE ${schema}.keyed`);
    const counter = counterOf(String(rows[0]?.['Create Table']));
    expect(counter).not.toBeNull();
    return counter;
  }
});
