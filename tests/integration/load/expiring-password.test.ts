import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { PasswordRenewal } from '../../../app/engine/sign-in/password-renewal';
import { testServer } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { CRASH_CHUNK_BYTES, expectWhole, makeCrashSchema } from './crash-schema';

const SOURCE = 'expiring_source';
const COPY = 'expiring_copy';
const LIFE_SECONDS = 6;

let watcher: Connection;
beforeAll(async () => {
  watcher = await connectPlain('mysql');
  await makeCrashSchema(watcher, SOURCE);
  await watcher.query(`DROP TABLE ${SOURCE}.plain`);
  await watcher.query("CREATE USER 'token'@'%' IDENTIFIED BY 'none yet'");
  await watcher.query("GRANT ALL ON *.* TO 'token'@'%'");
});
afterAll(async () => {
  await watcher.query("DROP USER 'token'@'%'");
  await watcher.end();
  await dropSchemas('mysql', SOURCE, COPY);
});

let tokens = 0;
/** Makes the account's next token, as a cloud does: the server takes it and the one before it, and no older one. */
async function nextToken(): Promise<string> {
  tokens += 1;
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const token = `?t=${tokens}&X-Amz-Date=${at}&X-Amz-Expires=${LIFE_SECONDS}`;
  await watcher.query("ALTER USER 'token'@'%' IDENTIFIED BY ? RETAIN CURRENT PASSWORD", [token]);
  return token;
}

it('lets lanes in that sign in when the first token of the run has long expired', async () => {
  await withFolder(async (parent) => {
    const registry = newRegistry();
    const folder = `${parent}/dump`;
    const wish = { vendor: 'mysql', schema: SOURCE, folder, bytesPerChunk: CRASH_CHUNK_BYTES } as const;
    expect((await dumpSchema(registry, { ...wish, threads: 2 })).errors).toEqual([]);
    await dropSchemas('mysql', COPY);
    const network = await FaultyNetwork.to(testServer('mysql'));
    try {
      const renewal = await PasswordRenewal.begin(nextToken);
      const reached = network.at('rows', 'hold', 5);
      const { runId } = registry.startLoad('mysql', {
        endpoint: testEndpoint('mysql', {
          address: { kind: 'tcp', host: '127.0.0.1', port: network.port },
          ...{ user: 'token', password: renewal.latest, renewal, tls: { mode: 'disabled' } },
        }),
        ...{ profile: null, folder },
        options: { ...LOAD_DEFAULTS, schemaMap: { [SOURCE]: COPY }, threads: 2, reconnectMs: 3_600_000 },
      });
      await reached;
      const before = tokens;
      await expect.poll(() => tokens).toBeGreaterThan(before + 2);
      // Nobody gets in by the token that the job began with.
      network.cut();
      network.mend();
      const { errors, state, retries } = await registry.finished(runId);
      expect({ errors, state }).toEqual({ errors: [], state: 'done' });
      expect(retries).toBeGreaterThan(0);
      await expectWhole(watcher, SOURCE, COPY);
    } finally {
      await network.close();
    }
  });
});
