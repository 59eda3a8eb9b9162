import { access, readdir } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import type { RunUpdate } from '../../app/contract/runs/run';
import type { RunKind } from '../../app/contract/runs/state';
import type { RunRegistry } from '../../app/runs/registry';
import { testServer, testVendors } from '../servers/test-server';
import { runSluice, startSluice, type RunningCommand } from './harness/command';
import { closeGate, waitsAt, type Gate } from './harness/gate';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';
import { ofKind } from './harness/result';

/** A row of shop.orders, which has 40,000 here: no dump ends before it. */
const GATE: Gate = { column: 'id', value: 20_000 };
const GATE_CONDITION = waitsAt(GATE);

const quoted = (word: string): string => `'${word.replace(/'/g, `'\\''`)}'`;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

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
      const cancelled = ofKind(await registry.finished(runId), 'load');
      expect(cancelled).toMatchObject({ ok: false, state: 'cancelled', errors: [] });
      expect(cancelled.unfinished?.rollBack).toContain('--roll-back');
      await expectNoSessions();
      const back = registry.startLoadRollback(vendor, request);
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

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the command with 130', async (signal) => {
    await dumpAtClosedGate([], async ({ command, history, out }) => {
      await command.printed(/"stage":"data"/);
      command.process.kill(signal);
      const run = await command.ended;
      expect(run.exitCode).toBe(130);
      expect(run.result).toMatchObject({ ok: false, state: 'cancelled' });
      expect(await history()).toContain('"state":"cancelled"');
      expect(await isThere(out)).toBe(false);
    });
    await expectNoSessions();
  });

  it('a pipe whose reader leaves, as a dropped connection without a terminal does, ends it too', async () => {
    await dumpAtClosedGate([], async ({ command, history, out }) => {
      await command.printed(/"stage":"data"/);
      command.process.stdout?.destroy();
      command.process.stderr?.destroy();
      expect((await command.ended).exitCode).toBe(130);
      expect(await history()).toContain('"state":"cancelled"');
      expect(await isThere(out)).toBe(false);
    });
    await expectNoSessions();
  });

  it('a terminal that closes ends it too', async () => {
    // The command behind `exec` leads the terminal's session, and script(1) is the terminal.
    const terminal = (words: readonly string[]) => [
      'script',
      '-qfec',
      `exec ${words.map(quoted).join(' ')}`,
      '/dev/null',
    ];
    await dumpAtClosedGate(terminal, async ({ command, history, out }) => {
      await command.printed(/"stage":"data"/);
      command.process.kill('SIGKILL');
      await expect.poll(history).toContain('"state":"cancelled"');
      expect(await isThere(out)).toBe(false);
    });
    await expectNoSessions();
  });

  interface WaitingDump {
    readonly command: RunningCommand;
    /** Text of the history of runs. */
    readonly history: () => Promise<string>;
    readonly out: string;
  }

  /** The command line, in the middle of a dump that does not end by itself. */
  async function dumpAtClosedGate(
    through: readonly string[] | ((words: readonly string[]) => readonly string[]),
    work: (dump: WaitingDump) => Promise<void>,
  ): Promise<void> {
    const { host, port, user, password } = testServer(vendor);
    await atClosedGate(async (parent) => {
      const out = join(parent, 'dump');
      const source = ['--source', `mysql://${user}@${host}:${port}`, '--out', out];
      const rows = ['--schemas', 'shop', '--where', `shop.orders=${GATE_CONDITION}`];
      const state = { XDG_STATE_HOME: join(parent, 'state') };
      const command = startSluice(
        ['dump', ...source, ...rows, '--threads', '1', '--chunk-bytes', '200k', '--json'],
        { SLUICE_PASSWORD: password, ...state },
        through,
      );
      const history = async () => (await runSluice(['history', '--json'], state)).output;
      await work({ command, history, out });
    });
  }

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
