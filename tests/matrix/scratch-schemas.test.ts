import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import { removeLeft, withScratch } from '../../app/target/trial/scratch-schemas';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

const create = (name: string) => `CREATE DATABASE ${name}`;

/** Old servers give a session one user lock, and a second one takes the first away. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  beforeAll(async () => {
    server = await MatrixServer.start(name);
  });
  afterAll(() => server.end());

  it('keeps all scratch schemas of a run from another run, and drops those that were left', async () => {
    const [own, other] = [await connect(server.endpoint), await connect(server.endpoint)];
    const scratchSchemas = async () =>
      (
        await other.rows(
          "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'sluice%'",
        )
      ).length;
    await withScratch(own, async (scratch) => {
      await scratch.make(create);
      await scratch.make(create);
      await removeLeft(other, 0);
      expect(await scratchSchemas()).toBe(2);
    });
    await other.run(create('sluice_check_0123456789abcdef'));
    await removeLeft(other, 0);
    expect(await scratchSchemas()).toBe(0);
    await Promise.all([own.close(), other.close()]);
  });
});
