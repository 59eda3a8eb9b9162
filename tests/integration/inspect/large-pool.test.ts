import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../app/catalog/connect/connect';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { LARGE_POOL_PAGES } from '../../../app/inspect/buffer-pool';
import { inspectByBest, inspectTables } from '../../../app/inspect/tables';
import { startInstance, type Instance } from '../../../app/sandbox/instance';
import { locateServer } from '../../../app/sandbox/locate';
import { testVendors } from '../../servers/test-server';
import { createSubject, newReader } from './subject';

const SMALLEST_PAGE = 4096;
/** Room for a few more pages than are read without being asked for. */
const POOL_BYTES = Math.ceil((LARGE_POOL_PAGES * SMALLEST_PAGE) / 2 ** 27 + 1) * 2 ** 27;

/** A list of all pages in a large pool is felt on a busy server: it is made only for whoever asks for it by name. */
describe.each(testVendors)('a large buffer pool, %s', (vendor) => {
  let folder = '';
  let server: Instance;

  beforeAll(async () => {
    folder = await fs.mkdtemp(join(tmpdir(), 'sluice-pool-'));
    const found = locateServer(vendor);
    if (found === null) throw new Error(`There is no ${vendor} server`);
    server = await startInstance({
      program: { ...found, options: [...found.options, `--innodb-page-size=${SMALLEST_PAGE}`] },
      folder: join(folder, 'server'),
      lifetime: 'temporary',
      bufferPoolBytes: POOL_BYTES,
      options: [],
    });
    const { socketPath, user, password } = server;
    const connection = await createConnection({ socketPath, user, password });
    await connection.query('CREATE DATABASE large');
    await connection.query('USE large');
    await createSubject(connection, 't');
    await connection.end();
  });

  afterAll(async () => {
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  });

  const endpoint = (): Endpoint => ({
    address: { kind: 'socket', path: server.socketPath },
    user: server.user,
    password: server.password,
    tls: { mode: 'disabled' },
  });
  const name = { schema: 'large', table: 't' };

  it('is left alone where any source will do, and that is said', async () => {
    const session = await connect(endpoint());
    const needs = { mayFlush: false, reader: newReader() };
    const { table } = await inspectByBest(['buffer-pool'], session, name, needs);
    await session.close();
    expect(table.tier).toBe('statistics');
    const note = /^Not from the buffer pool: it has room for (\d+) pages/.exec(table.notes[0] ?? '');
    expect(Number(note?.[1])).toBeGreaterThan(LARGE_POOL_PAGES);
  });

  it('is read where it was asked for by name', async () => {
    const { tables, indexes } = await inspectTables({
      endpoint: endpoint(),
      tables: [name],
      tier: 'buffer-pool',
      mayFlush: false,
      mayLockRows: false,
      reader: newReader(),
    });
    expect(tables[0]?.tier).toBe('buffer-pool');
    expect(indexes[0]?.fillPct).toBeGreaterThan(50);
  });
});
