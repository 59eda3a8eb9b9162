import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConnection } from '../../../app/profiles/test-connection';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { CrashPair } from './crash-pair';

describe.each(testVendors)('compressed protocol where a connection asks for it, %s', (vendor) => {
  let pair: CrashPair;

  beforeAll(async () => {
    pair = await CrashPair.make(vendor);
    await pair.clear();
  });

  afterAll(() => pair.end());

  /** Bytes of a whole migration on each side. */
  async function bytesOf(compression: 'none' | 'zlib'): Promise<readonly number[]> {
    const networks = [pair.source.network, pair.target.network];
    for (const network of networks) network.relayedBytes = 0;
    pair.expectDone(await pair.migrate({ compression }));
    await pair.expectWhole();
    await pair.clearTarget();
    return networks.map(({ relayedBytes }) => relayedBytes);
  }

  it('on both sides of a migration, whose rows are the same', async () => {
    const plain = await bytesOf('none');
    const compressed = await bytesOf('zlib');
    // The fixture's rows repeat themselves.
    for (const [at, bytes] of compressed.entries()) expect(bytes).toBeLessThan((plain[at] ?? 0) / 2);
  });

  it('and the test of the connection says so', async () => {
    const { stages } = await testConnection({ ...pair.source.endpoint, compression: 'zlib' });
    expect(stages.find(({ stage }) => stage === 'sign-in')).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('compressed with zlib') as unknown,
    });
  });
});

describe('a server that may not compress', () => {
  it('is refused by a run over a connection that wants it, and its test says so', async () => {
    const server = await OwnServer.start('mysql', ['--protocol-compression-algorithms=uncompressed']);
    try {
      await server.use((connection) => connection.query('CREATE DATABASE shop'));
      const endpoint = { ...server.endpoint, compression: 'zlib' } as const;
      const { stages } = await testConnection(endpoint);
      expect(stages.find(({ stage }) => stage === 'sign-in')?.state).toBe('warning');
      await withFolder(async (parent) => {
        const wish = { vendor: 'mysql', schema: 'shop', folder: join(parent, 'dump') } as const;
        const { errors } = await dumpSchema(newRegistry(), { ...wish, endpoint });
        expect(errors[0]?.code).toBe('compression-refused');
      });
    } finally {
      await server.end();
    }
  });
});
