import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';
import { hasCertificate, Proofs } from './proofs';

const SCHEMA = 'prove_cut';
/** The view is read for so long that a proof is met at it. */
const LONG_S = 600;

describe('a proof that is interrupted', () => {
  let place = '';
  let dump = '';
  let proofs: Proofs;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-cut-'));
    proofs = await Proofs.in(place);
    const connection = await connectToFresh('mariadb', SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1)');
    await connection.query(`CREATE VIEW slow AS SELECT SLEEP(${LONG_S}) AS slept FROM t`);
    await connection.end();
    dump = join(place, 'dump');
    const { errors } = await dumpSchema(newRegistry(), { vendor: 'mariadb', schema: SCHEMA, folder: dump });
    expect(errors).toEqual([]);
  });
  afterAll(async () => {
    await dropSchemas('mariadb', SCHEMA);
    await rm(place, { recursive: true, force: true });
  });
  afterEach(() => expect(hasCertificate(dump)).toBe(false));

  const MOMENTS = [
    ['while its server starts', /Starting an empty MariaDB/],
    ['while it reads a view', /Checking each table, view and routine/],
  ] as const;

  describe.each(MOMENTS)('%s', (_moment, printed) => {
    it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing after %s', async (signal) => {
      const running = proofs.start(dump);
      await running.printed(printed);
      await expect.poll(() => proofs.processes.length).toBeGreaterThan(0);
      running.process.kill(signal);
      expect((await running.ended).exitCode).toBe(130);
      expect(proofs.folders).toEqual([]);
      expect(proofs.processes).toEqual([]);
    });

    it('leaves nothing after kill -9', async () => {
      const running = proofs.start(dump);
      await running.printed(printed);
      await expect.poll(() => proofs.processes.length).toBeGreaterThan(0);
      expect(proofs.folders).toHaveLength(1);
      running.process.kill('SIGKILL');
      await running.ended;
      await expect.poll(() => proofs.processes).toEqual([]);
      await expect.poll(() => proofs.folders).toEqual([]);
    });
  });
});
