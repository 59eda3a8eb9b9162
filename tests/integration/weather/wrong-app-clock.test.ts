import { readFile } from 'fs/promises';
import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ShiftedClock } from '../../servers/shifted-clock';
import { testVendors } from '../../servers/test-server';
import { startSluice, type RunningCommand } from '../harness/command';
import { OwnServer } from '../harness/own-server';
import { expectWhole, makeCrashSchema } from '../load/crash-schema';

const SCHEMA = 'app_clock';
const COPY = 'app_clock_copy';
const HOUR_MS = 3_600_000;
/** The command sees another time within a second or two, and asks for the server once more in that time. */
const SEEN_MS = 4000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(testVendors)('a machine whose clock is two hours off the server’s, %s', (vendor) => {
  let folder = '';
  let server: OwnServer;
  let clock: ShiftedClock;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-app-clock-'));
    server = await OwnServer.start(vendor);
    await server.use(async (connection) => {
      await makeCrashSchema(connection, SCHEMA);
      // Half a chunk of a table without transactions can't be rolled back within the run.
      await connection.query(`DROP TABLE ${SCHEMA}.plain`);
    });
  });
  beforeEach(async () => {
    clock = new ShiftedClock(-2);
    await server.use((connection) => connection.query(`DROP DATABASE IF EXISTS ${COPY}`));
  });
  afterEach(() => clock.end());
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (...words: readonly string[]): RunningCommand =>
    startSluice([...words, '--json'], server.secret, clock.through);

  const load = (dump: string): RunningCommand => {
    const where = ['--target', server.dsn, '--dump', dump, '--schema-map', `${SCHEMA}=${COPY}`];
    return sluice('load', ...where, '--threads', '2', '--retry-for', '600');
  };

  async function dumped(name: string): Promise<string> {
    const dump = join(folder, name);
    const words = ['--source', server.dsn, '--out', dump, '--schemas', SCHEMA, '--threads', '2'];
    const { exitCode, output, result } = await sluice('dump', ...words).ended;
    expect(exitCode, output).toBe(0);
    expect(result).toMatchObject({ state: 'done' });
    return dump;
  }

  const expectEqual = () => server.use((connection) => expectWhole(connection, SCHEMA, COPY));

  it('a dump tells times of its own machine, and a load ends equal although its clock jumps by four hours', async () => {
    const before = Date.now();
    const dump = await dumped('early');
    const manifest = JSON.parse(await readFile(join(dump, '@.json'), 'utf8')) as { begin: string };
    const off = Date.parse(manifest.begin) - before;
    expect(Math.round(off / HOUR_MS)).toBe(-2);

    const reached = server.network.at('rows', 'wait', 5);
    const loading = load(dump);
    const early = await Promise.race([reached, loading.ended]);
    expect(early?.output).toBeUndefined();
    clock.shift(2);
    await pause(SEEN_MS);
    server.network.release();
    const { exitCode, output } = await loading.ended;
    expect(exitCode, output).toBe(0);
    await expectEqual();
  });

  it('a load that waits for its server goes on waiting when the clock jumps', async () => {
    const dump = await dumped('patient');
    const reached = server.network.at('foreign-key', 'hold');
    const loading = load(dump);
    const early = await Promise.race([reached, loading.ended]);
    expect(early?.output).toBeUndefined();
    await server.goDown();
    clock.shift(2);
    await pause(SEEN_MS);
    await server.comeBack();
    const { exitCode, output } = await loading.ended;
    expect(exitCode, output).toBe(0);
    await expectEqual();
  });

  it('a lock that was held while the clock jumped was held for no hours', async () => {
    const words = ['--source', server.dsn, '--out', join(folder, 'locked'), '--schemas', SCHEMA];
    const reached = server.network.at('snapshot', 'wait');
    const dumping = sluice('dump', ...words, '--threads', '2');
    const early = await Promise.race([reached, dumping.ended]);
    expect(early?.output).toBeUndefined();
    clock.shift(2);
    await pause(SEEN_MS);
    server.network.release();
    const { exitCode, output, result } = await dumping.ended;
    expect(exitCode, output).toBe(0);
    const { lockHeldMs } = result as unknown as { readonly lockHeldMs: number };
    expect(lockHeldMs).toBeGreaterThanOrEqual(0);
    expect(lockHeldMs).toBeLessThan(HOUR_MS);
  });
});

describe('a machine whose clock is before the server’s certificate', () => {
  const clock = new ShiftedClock(-2);
  let server: OwnServer;

  beforeAll(async () => {
    // MySQL makes itself a certificate at its first start, which is valid from then on.
    server = await OwnServer.start('mysql');
  });
  afterAll(async () => {
    await server.end();
    clock.end();
  });

  it('is told that the certificate is not valid yet, and by which clock', async () => {
    const [row] = await server.use(async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>('SELECT @@datadir AS folder');
      return rows;
    });
    const ca = join(String(row?.folder), 'ca.pem');
    const dsn = server.dsn.replace('tls=disabled', `tls=verify-ca&ca=${encodeURIComponent(ca)}`);
    const test = (through: readonly string[]) =>
      startSluice(['connections', 'test', dsn, '--json'], server.secret, through).ended;
    const refused = await test(clock.through);
    expect(refused.exitCode, refused.output).not.toBe(0);
    expect(refused.output).toMatch(/not (?:yet valid|valid yet)/);
    expect(refused.output).toMatch(/clock/);
    const accepted = await test([]);
    expect(accepted.exitCode, accepted.output).toBe(0);
  });
});
