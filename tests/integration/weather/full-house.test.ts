import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoadSelection } from '../../../app/contract/runs/options';
import type { LoadResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import { CrashTarget } from '../load/crash-target';

const SOURCE = 'crowded_source';
/** Half a chunk of a table without transactions can't be rolled back: such a table is loaded by itself. */
const PLAIN = { kind: 'table', schema: SOURCE, name: 'plain' } as const;
const ONLY_PLAIN: LoadSelection = { include: [PLAIN], exclude: [], content: 'everything' };
const ALL_BUT_PLAIN: LoadSelection = {
  include: [{ kind: 'schema', schema: '%' }],
  exclude: [PLAIN],
  content: 'everything',
};
/** ER_CON_COUNT_ERROR. */
const TOO_MANY = 1040;

describe.each(testVendors)('max_connections is reached in the middle of a load, %s', (vendor) => {
  let target: CrashTarget;
  let root: Connection;
  let most = '';
  let others: Connection[] = [];

  beforeAll(async () => {
    target = await CrashTarget.make(vendor, { source: SOURCE, copy: 'crowded_copy' });
    root = await target.server.connect();
    const [rows] = await root.query<RowDataPacket[]>('SELECT @@GLOBAL.max_connections AS most');
    most = String(rows[0]?.most);
  });
  beforeEach(async () => {
    target.server.network.mend();
    await target.clear();
  });
  afterAll(async () => {
    await root.end();
    await target.end();
  });

  /** Leaves no room for anybody, not for one with SUPER either: whoever has signed in stays. */
  async function crowd(): Promise<void> {
    await root.query('SET GLOBAL max_connections = 10');
    for (;;) {
      const other = await target.server.connect().catch((error: unknown) => error);
      if ((other as { readonly errno?: number }).errno === TOO_MANY) return;
      others.push(other as Connection);
    }
  }

  async function leave(): Promise<void> {
    await root.query(`SET GLOBAL max_connections = ${most}`);
    for (const other of others) await other.end();
    others = [];
  }

  async function connected(): Promise<number> {
    const [rows] = await root.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Threads_connected'");
    return Number(rows[0]?.Value);
  }

  /** Breaks the run's connections in the middle of the rows; when it comes back, others have its places. */
  async function takePlaces(loading: Promise<LoadResult>, reached: Promise<void>): Promise<void> {
    expect(await Promise.race([reached, loading])).toBeUndefined();
    target.server.network.cut();
    await expect.poll(connected).toBe(1);
    await crowd();
    target.server.network.mend();
  }

  it('for a while: the same run goes on when there is room, and ends equal', async () => {
    const reached = target.server.network.at('rows', 'hold', 7);
    const loading = target.load({ reconnectMs: 600_000, selection: ALL_BUT_PLAIN });
    await takePlaces(loading, reached);
    const turnedAway = await refusals();
    await expect.poll(refusals).toBeGreaterThan(turnedAway + 2);
    await leave();
    const result = await loading;
    expect(result).toMatchObject({ ok: true, errors: [] });
    expect(result.retries).toBeGreaterThan(0);
    expect(await target.load({ selection: ONLY_PLAIN })).toMatchObject({ ok: true, errors: [] });
    await target.expectWhole();
  });

  /** Number of clients that the server had no room for. */
  async function refusals(): Promise<number> {
    const [rows] = await root.query<RowDataPacket[]>(
      "SHOW GLOBAL STATUS LIKE 'Connection_errors_max_connections'",
    );
    return Number(rows[0]?.Value);
  }

  it('for good: the run is incomplete, a resume says why it gets in no more, and later ends equal', async () => {
    const reached = target.server.network.at('rows', 'hold', 7);
    const loading = target.load({ reconnectMs: 0 });
    await takePlaces(loading, reached);
    const { state, errors, unfinished } = await loading;
    expect(state).toBe('incomplete');
    expect(errors[0]?.code).toMatch(/^connect-(?:refused|lost)$/);
    expect(unfinished?.resume).toContain('--resume');

    const refused = await target.load({ resume: true });
    expect(refused).toMatchObject({
      state: 'failed',
      errors: [{ code: 'connect-refused', errno: TOO_MANY }],
    });
    expect(refused.errors[0]?.message).toMatch(/Too many connections/);
    expect(refused.errors[0]?.hint).toMatch(/max_connections/);

    await leave();
    expect(await target.load({ resume: true })).toMatchObject({ ok: true, errors: [] });
    await target.expectWhole();
  });
});
