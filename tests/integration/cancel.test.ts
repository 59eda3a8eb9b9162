import { readdir } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/options';
import type { RunKind, RunUpdate } from '../../app/contract/run';
import type { RunRegistry } from '../../app/jobs/registry';
import { testServer, testVendors } from '../servers/test-server';
import { startSluice } from './harness/command';
import { closeGate, waitsAt, type Gate } from './harness/gate';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

/** A row of shop.orders, which has 40,000 here: no dump ends before it. */
const GATE: Gate = { column: 'id', value: 20_000 };
const GATE_CONDITION = waitsAt(GATE);

/** Resolves with the run's id when a run of this kind has moved rows: the middle of it. */
function rowsMoved(registry: RunRegistry, kind: RunKind): Promise<string> {
  return new Promise((resolve) => {
    const stop = registry.onUpdate(({ runId, totals }: RunUpdate) => {
      if (totals.rows === 0 || registry.view(runId).header.kind !== kind) return;
      stop();
      resolve(runId);
    });
  });
}

describe.each(testVendors)('cancel, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, (connection) => fillShop(connection, vendor, () => undefined, 0.2));
  });

  afterAll(() => dropSchemas(vendor, 'shop', 'cancelled_copy', 'slow_view'));

  it('a dump in the middle leaves no folder and no session behind', async () => {
    const registry = newRegistry();
    await atClosedGate(async (parent) => {
      const folder = join(parent, 'dump');
      const moving = rowsMoved(registry, 'dump');
      const ended = dumpSchema(registry, {
        vendor,
        schema: 'shop',
        folder,
        threads: 2,
        bytesPerChunk: 131_072,
        selection: {
          ...selecting([{ kind: 'schema', schema: 'shop' }]),
          where: [{ schema: 'shop', table: 'orders', condition: GATE_CONDITION }],
        },
      });
      registry.cancel(await moving);
      expect(await ended).toMatchObject({ ok: false, state: 'cancelled', errors: [] });
      expect(await readdir(parent)).toEqual([]);
    });
    await expectNoSessions();
  });

  it('a load in the middle keeps what is in, and leaves no session behind', async () => {
    const registry = newRegistry();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(
        (await dumpSchema(registry, { vendor, schema: 'shop', folder, bytesPerChunk: 131_072 })).ok,
      ).toBe(true);
      const moving = rowsMoved(registry, 'load');
      const request = {
        endpoint: testEndpoint(vendor),
        profile: null,
        folder,
        options: { ...LOAD_DEFAULTS, threads: 2, schemaMap: { shop: 'cancelled_copy' } },
      };
      const { runId } = registry.startLoad(vendor, request);
      registry.cancel(await moving);
      const cancelled = await registry.finished(runId);
      expect(cancelled).toMatchObject({ ok: false, state: 'cancelled', errors: [] });
      expect(cancelled.unfinished?.abandon).toContain('--abandon');
      await expectNoSessions();
      const back = registry.startAbandon(vendor, request);
      expect((await registry.finished(back.runId)).errors).toEqual([]);
    });
    await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query("SHOW DATABASES LIKE 'cancelled\\_copy'");
      expect(rows).toEqual([]);
    });
    await expectNoSessions();
  });

  it('a dump that waits for the read lock gives way to the user’s statement at once', async () => {
    const registry = newRegistry();
    await withFolder(async (parent) => {
      await withPlain(vendor, async (blocker) => {
        await blocker.query('LOCK TABLES shop.orders WRITE');
        const { runId } = registry.startDump(vendor, {
          endpoint: testEndpoint(vendor),
          folder: join(parent, 'dump'),
          options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
        });
        await untilWaiting();
        registry.cancel(runId);
        expect((await registry.finished(runId)).state).toBe('cancelled');
        // The lock request is gone from the server while the blocker still holds its own: nobody waits behind it.
        await expectNoSessions();
        await blocker.query('UNLOCK TABLES');
      });
    });
  });

  it('Ctrl-C ends the command with 130', async () => {
    const { host, port, user, password } = testServer(vendor);
    await atClosedGate(async (parent) => {
      const source = ['--source', `mysql://${user}@${host}:${port}`, '--out', join(parent, 'dump')];
      const rows = ['--schemas', 'shop', '--where', `shop.orders=${GATE_CONDITION}`];
      const command = startSluice(
        ['dump', ...source, ...rows, '--threads', '1', '--chunk-bytes', '200k', '--json'],
        { SLUICE_PASSWORD: password },
      );
      await command.printed(/"stage":"data".*\n/);
      command.process.kill('SIGINT');
      const run = await command.ended;
      expect(run.exitCode).toBe(130);
      expect(run.result).toMatchObject({ ok: false, state: 'cancelled' });
      expect(await readdir(parent)).toEqual([]);
    });
  });

  async function atClosedGate(work: (parent: string) => Promise<void>): Promise<void> {
    await withPlain(vendor, async (connection) => {
      await closeGate(connection, GATE);
      await withFolder(work);
    });
  }

  async function untilWaiting(): Promise<void> {
    await withPlain(vendor, async (connection) => {
      for (;;) {
        const [rows] = await connection.query(
          `SELECT ID FROM information_schema.PROCESSLIST
           WHERE INFO = 'FLUSH TABLES WITH READ LOCK' OR INFO LIKE 'BACKUP STAGE %'`,
        );
        if ((rows as readonly unknown[]).length > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
  }

  /** Servers take a moment to notice that a client has gone; a session that stays would hang the test. */
  async function expectNoSessions(): Promise<void> {
    await withPlain(vendor, async (connection) => {
      const ownUser = testServer(vendor).user;
      for (;;) {
        const [rows] = await connection.query(
          "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = ? AND ID <> CONNECTION_ID() AND COMMAND <> 'Sleep'",
          [ownUser],
        );
        if ((rows as readonly unknown[]).length === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
  }
});
