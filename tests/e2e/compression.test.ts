import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { testServer, testVendors } from '../servers/test-server';
import { fillForm, saveForm, testStages } from './harness/connection-form';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer } from './harness/server';
import { pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_compression';
const ROWS = 2000;
const ROW_BYTES = 1000;
const NAME = 'Far away';

/** Behind a network that counts what goes through; the rows repeat themselves, so that it shows. */
describe.each(testVendors)('a connection that compresses what travels: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  beforeAll(async () => {
    await onTestServer(vendor, async (session) => {
      await session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`);
      await session.run(`CREATE SCHEMA ${SCHEMA}`);
      await session.run(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, filler TEXT NOT NULL)`);
      await session.run(
        `INSERT INTO ${SCHEMA}.t WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1000)
         SELECT id, REPEAT('x', ${ROW_BYTES}) FROM n`,
      );
      await session.run(`INSERT INTO ${SCHEMA}.t SELECT id + 1000, filler FROM ${SCHEMA}.t`);
    });
    network = await FaultyNetwork.to(testServer(vendor));
    home = makeHome();
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await onTestServer(vendor, (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  const saved = async () => {
    const profile = (await app.request('profiles/list', null)).find(({ name }) => name === NAME);
    if (profile === undefined) throw new Error(`No connection is called ${NAME}.`);
    return profile;
  };

  /** Bytes that a dump of the rows takes over the network. */
  async function bytesOfDump(): Promise<number> {
    await app.menu('show-connections');
    await app.byId(`connection-dump-${(await saved()).id}`).click();
    await pickSchema(app, SCHEMA);
    network.relayedBytes = 0;
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    return network.relayedBytes;
  }

  it('is made in the form, whose test says that the server compresses', async () => {
    await fillForm(app, { vendor, name: NAME, port: network.port });
    await app.byId('field-compression').click();
    expect(await testStages(app)).not.toContain('failed');
    await expect
      .poll(() => app.byId('connection-test-result').textContent())
      .toContain('compressed with zlib');
    if (vendor === 'mysql') await lookAt(app, 'connection-form-compression');
    await saveForm(app);
    expect((await saved()).compression).toBe('zlib');
  });

  it('is what its dumps use, and none of them where it is not wanted any more', async () => {
    const compressed = await bytesOfDump();
    await app.menu('show-connections');
    await app.byId(`connection-edit-${(await saved()).id}`).click();
    await expect.poll(() => app.byId('field-compression').getAttribute('aria-checked')).toBe('true');
    await app.byId('field-compression').click();
    await saveForm(app);
    expect((await saved()).compression).toBeUndefined();
    const plain = await bytesOfDump();
    expect(plain).toBeGreaterThan(ROWS * ROW_BYTES);
    expect(compressed).toBeLessThan((ROWS * ROW_BYTES) / 2);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
