import { join } from 'path';
import { expect, it } from 'vitest';
import { testServer, testVendors } from '../servers/test-server';
import { startSluice } from './harness/command';
import { newRegistry, verifyDump, withFolder } from './harness/runs';
import { withPlain } from './harness/servers';

const SCHEMA = 'broken_pipe';

it.each(testVendors)(
  'a dump whose result nobody reads any more, but its progress, is taken to its end, %s',
  async (vendor) => {
    const { host, port, user, password } = testServer(vendor);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1), (2)`);
      try {
        await withFolder(async (parent) => {
          const folder = join(parent, 'dump');
          const source = ['--source', `mysql://${user}@${host}:${port}`, '--schemas', SCHEMA];
          const command = startSluice(['dump', '--out', folder, ...source], { SLUICE_PASSWORD: password });
          command.process.stdout?.destroy();
          expect((await command.ended).exitCode).toBe(0);
          expect((await verifyDump(newRegistry(), folder)).state).toBe('done');
        });
      } finally {
        await connection.query(`DROP DATABASE ${SCHEMA}`);
      }
    });
  },
);
