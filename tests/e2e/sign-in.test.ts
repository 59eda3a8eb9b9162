import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../app/catalog/connect/free-port';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { testServer, testVendors } from '../servers/test-server';
import { closeForm, fillForm, testStages } from './harness/connection-form';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';

const SCHEMA = 'e2e_sign_in';
/** May sign in, and nothing else. */
const NOBODY = 'e2e_nobody';
const DROP_NOBODY = `DROP USER IF EXISTS '${NOBODY}'@'%'`;

describe.each(testVendors)('signing in, right and wrong: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  /** The screens are the same for both vendors. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };
  beforeAll(async () => {
    const { password } = testServer(vendor);
    await onTestServer(vendor, async (session) => {
      await makeSchema(session, SCHEMA, 4);
      await session.run(DROP_NOBODY);
      await session.run(`CREATE USER '${NOBODY}'@'%' IDENTIFIED BY '${password}'`);
    });
    home = makeHome();
    await saveProfile(home, testProfile(vendor, 'saved'));
    const address = { kind: 'tcp', host: '127.0.0.1', port: await findFreePort() } as const;
    await saveProfile(home, { ...testProfile(vendor, 'down'), name: 'Down', address });
    await saveProfile(home, { ...testProfile(vendor, 'nobody'), name: 'Nobody', user: NOBODY });
    network = await FaultyNetwork.to(testServer(vendor));
    const through = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    await saveProfile(home, { ...testProfile(vendor, 'silent'), name: 'Silent', address: through });
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await onTestServer(vendor, async (session) => {
      await session.run(`DROP SCHEMA ${SCHEMA}`);
      await session.run(DROP_NOBODY);
    });
  });

  it('is tested stage by stage', async () => {
    await fillForm(app, { vendor, name: 'Fine' });
    expect(await testStages(app)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
    await expect
      .poll(() => app.byId('connection-test-result').textContent())
      .toContain(testServer(vendor).version);
    await look('connection-form-ok');
    await closeForm(app);
  });

  it('is refused with a wrong password, and the test says so', async () => {
    await fillForm(app, { vendor, name: 'Wrong', password: 'not the password' });
    // The line was encrypted before the password was refused; the tests' MariaDB offers no TLS.
    expect(await testStages(app)).toEqual(vendor === 'mysql' ? ['ok', 'ok', 'failed'] : ['ok', 'failed']);
    await expect.poll(() => app.byId('connection-test-result').textContent()).toMatch(/Access denied/);
    await look('connection-form-wrong-password');
    await closeForm(app);
  });

  it('can’t be where nothing listens, and the test says so', async () => {
    await fillForm(app, { vendor, name: 'Down', port: await findFreePort(), password: '' });
    expect(await testStages(app)).toEqual(['failed']);
    await expect.poll(() => app.byId('connection-test-result').textContent()).toMatch(/ECONNREFUSED/);
    await look('connection-form-unreachable');
    await closeForm(app);
  });

  it('asks for the password that a saved connection lacks, and again when it is wrong', async () => {
    await app.byId('connection-dump-saved').click();
    await app.byId('unlock-password').fill('not the password');
    await app.byId('unlock-submit').click();
    await app
      .byId('unlock-dialog')
      .getByText(/Access denied/)
      .waitFor();
    await look('unlock');
    await app.byId('unlock-password').fill(testServer(vendor).password);
    await app.byId('unlock-submit').click();
    await app.byId(`tree-row-${SCHEMA}`).waitFor();
  });

  it('shows a server that is down as what it is', async () => {
    await app.menu('show-connections');
    await app.byId('connection-dump-down').click();
    await app.page.locator('[data-code="connect-refused"]').waitFor();
    await look('dump-server-down');
  });

  it('says so where an account may see nothing', async () => {
    const { password } = testServer(vendor);
    await app.request('profiles/unlock', { profileId: 'nobody', password });
    await app.menu('show-connections');
    await app.byId('connection-dump-nobody').click();
    await app.page.getByText('No schema is visible to this account.').waitFor();
    await look('dump-no-schemas');
  });

  it('shows that it waits for a server that does not answer', async () => {
    const { password } = testServer(vendor);
    await app.request('profiles/unlock', { profileId: 'silent', password });
    await app.menu('show-connections');
    network.silence();
    await app.byId('connection-dump-silent').click();
    await app.page.getByText('Reading objects…').waitFor();
    await look('dump-reading');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
