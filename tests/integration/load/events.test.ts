import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStatus } from '../../../app/contract/runs/options';
import { testVendors } from '../../servers/test-server';
import { rewriteDefinition } from '../harness/doctor';
import { migrateSchema } from '../harness/migrations';
import {
  rollBackLoad,
  compareWithDump,
  dumpSchema,
  loadDump,
  newRegistry,
  withFolder,
} from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'with_events';
const COPY = 'with_events_copy';

/** Each under settings of its own, which an ALTER must not change. */
const EVENTS = [
  'CREATE TABLE t (id INT PRIMARY KEY)',
  'INSERT INTO t VALUES (1), (2)',
  "SET time_zone = '+03:00', sql_mode = 'ANSI_QUOTES', character_set_client = latin1, collation_connection = latin1_german1_ci",
  `CREATE DEFINER = \`some EVENT \`@\`%\` EVENT tidy ON SCHEDULE EVERY 1 DAY STARTS '2035-01-01 00:00:00' ENDS '2036-01-01 00:00:00'
     COMMENT 'ON COMPLETION PRESERVE DISABLE ' DO DELETE FROM t`,
  "CREATE EVENT once ON SCHEDULE AT '2037-01-01 00:00:00' ON COMPLETION PRESERVE DO DELETE FROM t",
  "CREATE EVENT resting ON SCHEDULE EVERY 1 DAY STARTS '2035-01-01 00:00:00' DISABLE DO DELETE FROM t",
  'SET timestamp = 1',
  "CREATE EVENT gone ON SCHEDULE AT '2001-01-01 00:00:00' DISABLE DO DELETE FROM t",
];

describe.each(testVendors)('events of a dump, %s', (vendor) => {
  const registry = newRegistry();

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of EVENTS) await connection.query(statement);
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  /** Each event by SHOW CREATE EVENT, without the collation of its database. */
  async function eventsOf(schema: string): Promise<Record<string, unknown>> {
    return await withPlain(vendor, async (connection) => {
      const found: Record<string, unknown> = {};
      for (const name of ['tidy', 'once', 'resting', 'gone']) {
        const [rows] = await connection.query(`SHOW CREATE EVENT ${schema}.${name}`);
        found[name] = (rows as unknown[])[0];
      }
      return found;
    });
  }

  async function statusesOf(schema: string): Promise<Record<string, string>> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query(
        'SELECT EVENT_NAME AS n, STATUS AS s FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?',
        [schema],
      );
      return Object.fromEntries((rows as { n: string; s: string }[]).map(({ n, s }) => [n, s]));
    });
  }

  const RUNNING = { tidy: 'ENABLED', once: 'ENABLED', resting: 'DISABLED', gone: 'DISABLED' };
  const NONE = { tidy: 'DISABLED', once: 'DISABLED', resting: 'DISABLED', gone: 'DISABLED' };
  const leftDisabled = {
    code: 'events-disabled',
    message: expect.stringContaining(`2 events of “${COPY}” were left disabled: once, tidy.`) as string,
  };

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      await work(folder);
    });
  }

  it('are the same in every byte where the schema keeps its name', async () => {
    await withDump(async (folder) => {
      const before = await eventsOf(SCHEMA);
      await dropSchemas(vendor, SCHEMA);
      const result = await loadDump(registry, { vendor, folder });
      expect(result).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(await eventsOf(SCHEMA)).toEqual(before);
      expect(await compareWithDump(registry, { vendor, folder })).toMatchObject({
        state: 'done',
        errors: [],
      });
    });
  });

  it('stay disabled in a schema of another name, and the result says so', async () => {
    await withDump(async (folder) => {
      const result = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(result).toMatchObject({ errors: [], warnings: [leftDisabled] });
      expect(await statusesOf(COPY)).toEqual(NONE);
      const wish = { vendor, folder, schemaMap: { [SCHEMA]: COPY } };
      const said = (event: string) => ({ code: 'events-disabled', table: `${COPY}.${event}` });
      expect(await compareWithDump(registry, wish)).toMatchObject({
        ...{ state: 'done-with-warnings', errors: [] },
        warnings: [said('once'), said('tidy')],
      });
      await withPlain(vendor, (connection) =>
        connection.query(`ALTER EVENT ${COPY}.tidy DO DELETE FROM t WHERE id < 0`),
      );
      expect(await compareWithDump(registry, wish)).toMatchObject({
        ...{ state: 'failed', errors: [{ code: 'definition-differs', table: `${COPY}.tidy` }] },
        warnings: [said('once')],
      });
    });
  });

  it('run there too where that was asked for', async () => {
    await withDump(async (folder) => {
      const wish = { schemaMap: { [SCHEMA]: COPY }, eventStatus: 'source' } as const;
      const result = await loadDump(registry, { vendor, folder, ...wish });
      expect(result).toMatchObject({ state: 'done', warnings: [] });
      expect(await statusesOf(COPY)).toEqual(RUNNING);
    });
  });

  it('do not run before the proof: a load that fails at it leaves none enabled', async () => {
    await withDump(async (folder) => {
      await rewriteDefinition(folder, 't', (text) => text.replace('int', 'bigint'));
      await dropSchemas(vendor, SCHEMA);
      const result = await loadDump(registry, { vendor, folder });
      expect(result).toMatchObject({
        state: 'failed',
        errors: [{ code: 'definition-differs', table: `${SCHEMA}.t` }],
      });
      expect(await statusesOf(SCHEMA)).toEqual(NONE);
      expect((await rollBackLoad(registry, { vendor, folder })).errors).toEqual([]);
    });
  });

  it('stay disabled behind a migration unless that was asked for', async () => {
    const wish = { from: vendor, to: vendor, schema: SCHEMA, copy: COPY };
    const about = async (eventStatus: EventStatus) => {
      const { errors, warnings } = await migrateSchema(registry, { ...wish, eventStatus });
      expect(errors).toEqual([]);
      return warnings.filter(({ code }) => code === 'events-disabled');
    };
    expect(await about('auto')).toMatchObject([leftDisabled]);
    expect(await statusesOf(COPY)).toEqual(NONE);
    await dropSchemas(vendor, COPY);
    expect(await about('source')).toEqual([]);
    expect(await statusesOf(COPY)).toEqual(RUNNING);
  });
});
