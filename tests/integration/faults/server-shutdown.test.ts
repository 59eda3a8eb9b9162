import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { createConnection } from 'mysql2/promise';
import { expect, it } from 'vitest';
import { startInstance } from '../../../app/sandbox/instance';
import { locateServer } from '../../../app/sandbox/locate';
import { testVendors } from '../../servers/test-server';
import { newRegistry, withFolder } from '../harness/runs';
import { dumpInterrupted, expectNoDump, makeFaultSchema } from './fault-source';

const registry = newRegistry();

it.each(testVendors)('a server that is restarted in the middle of a dump ends it, %s', async (vendor) => {
  const program = locateServer(vendor);
  if (program === null) throw new Error(`There is no ${vendor} server`);
  const parent = await fs.mkdtemp(join(tmpdir(), 'sluice-restart-'));
  const request = { program, folder: join(parent, 'server'), bufferPoolBytes: 128 << 20, options: [] };
  let server = await startInstance({ ...request, lifetime: 'bound' });
  try {
    const { socketPath, user, password } = server;
    const watcher = await createConnection({ socketPath, user, password });
    // It ends with the server.
    watcher.on('error', () => undefined);
    await makeFaultSchema(watcher);
    await withFolder(async (dumps) => {
      const folder = join(dumps, 'dump');
      const { state, errors } = await dumpInterrupted(registry, vendor, {
        watcher,
        endpoint: {
          address: { kind: 'socket', path: socketPath },
          user,
          password,
          tls: { mode: 'disabled' },
        },
        folder,
        fault: async () => {
          await server.stop();
          server = await startInstance({ ...request, lifetime: 'bound' });
        },
      });
      expect(state).toBe('failed');
      // The first to meet it, a lane or a control session, depends on how much was on its way already.
      expect(errors[0]).toMatchObject({ code: 'connect-lost', retryable: false });
      expect(errors[0]?.hint).toMatch(/snapshot can’t be opened again/);
      await expectNoDump(registry, vendor, folder);
    });
  } finally {
    await server.stop();
    await fs.rm(parent, { recursive: true });
  }
});
