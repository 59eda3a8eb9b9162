import { promises as fs } from 'fs';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../../app/contract/runs/result';
import { testServer, testVendors } from '../../servers/test-server';
import { newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { dumpInterrupted, expectNoDump, FAULT_COPY, FAULT_SCHEMA, makeFaultSchema } from './fault-source';
import { kill, sessionIds, snapshotIds, untilOnly } from './sessions';

const registry = newRegistry();

describe.each(testVendors)('a fault in the middle of a dump, %s', (vendor) => {
  let watcher: Connection;

  beforeAll(async () => {
    watcher = await connectPlain(vendor);
    await makeFaultSchema(watcher);
  });

  afterAll(async () => {
    await watcher.end();
    await dropSchemas(vendor, FAULT_SCHEMA, FAULT_COPY);
  });

  /** Asserts what every fault has in common: the run has failed, no session is left, and nobody finds a dump. */
  async function failsBy(fault: (folder: string, before: readonly number[]) => Promise<unknown>) {
    return await withFolder(async (parent): Promise<RunResult> => {
      const folder = join(parent, 'dump');
      const before = await sessionIds(watcher);
      const result = await dumpInterrupted(registry, vendor, {
        watcher,
        endpoint: testEndpoint(vendor, { address: { kind: 'socket', path: testServer(vendor).socket } }),
        folder,
        fault: () => fault(folder, before),
      });
      expect(result).toMatchObject({ ok: false, state: 'failed' });
      await untilOnly(watcher, before);
      await expectNoDump(registry, vendor, folder);
      return result;
    });
  }

  it('the folder is removed', async () => {
    const { errors } = await failsBy(async (folder) => {
      await fs.rename(folder, `${folder}.away`);
      await fs.rm(`${folder}.away`, { recursive: true });
    });
    expect(errors[0]).toMatchObject({ code: 'file-failed', table: `${FAULT_SCHEMA}.big` });
    expect(errors[0]?.message).toContain('No such file or directory');
  });

  it('the folder gives way to a file', async () => {
    const { errors } = await failsBy(async (folder) => {
      await fs.rename(folder, `${folder}.away`);
      await fs.writeFile(folder, 'not a folder');
    });
    expect(errors[0]).toMatchObject({ code: 'file-failed', table: `${FAULT_SCHEMA}.big` });
  });

  it.each([
    ['that reads the catalog', () => 0],
    // Behind the one that reads definitions; on MariaDB the read lock has one of its own, and the next one the backup stage.
    ['that holds DDL back', () => (vendor === 'mysql' ? 2 : 3)],
  ])('the control connection %s is killed', async (_, which) => {
    const { errors } = await failsBy(async (_folder, before) => {
      const lanes = await snapshotIds(watcher);
      const controls = (await sessionIds(watcher)).filter(
        (id) => !before.includes(id) && !lanes.includes(id),
      );
      await kill(watcher, controls[which()] ?? 0);
    });
    expect(errors[0]).toMatchObject({ code: 'connect-lost', retryable: false });
  });

  it('the connections of the lanes are killed: the table is named, and that no snapshot can be opened again', async () => {
    const { errors } = await failsBy(async () => {
      for (const lane of await snapshotIds(watcher)) await kill(watcher, lane);
    });
    expect(errors[0]).toMatchObject({ code: 'connect-lost', table: `${FAULT_SCHEMA}.big` });
    expect(errors[0]?.statement).toMatch(/^SELECT/);
    expect(errors[0]?.hint).toMatch(/snapshot can’t be opened again/);
  });
});
