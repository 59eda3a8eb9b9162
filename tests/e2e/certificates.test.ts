import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { rootCertificates } from 'tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnServer } from '../integration/harness/own-server';
import { testServer, testVendors } from '../servers/test-server';
import { closeForm, fillForm, saveForm, testStages } from './harness/connection-form';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { answerFolderDialogs, chooseOption, pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_certificates';
const ACCOUNT = { user: 'with_certificate', password: 'x' } as const;
const NAME = 'By certificate';

/** Files that MySQL makes for itself at its first start, in its data folder (manual, "Creating SSL Certificates"). */
const made = (file: string) => join(testServer('mysql').dataDir, file);

/** The server lets the account in for a certificate of its own authority alone. */
describe.each(testVendors)('a connection with a certificate: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let server: OwnServer;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-e2e-certificates-'));
  const otherAuthority = join(folder, 'other-ca.pem');
  beforeAll(async () => {
    writeFileSync(otherAuthority, rootCertificates[0] ?? '');
    server = await OwnServer.start(vendor, [
      `--ssl-ca=${made('ca.pem')}`,
      `--ssl-cert=${made('server-cert.pem')}`,
      `--ssl-key=${made('server-key.pem')}`,
    ]);
    await server.use(async (connection) => {
      const { user, password } = ACCOUNT;
      await connection.query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${password}' REQUIRE X509`);
      await connection.query(`GRANT ALL ON *.* TO '${user}'@'%'`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1), (2)`);
    });
    home = makeHome();
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await server.end();
    rmSync(folder, { recursive: true });
  });

  const fill = async () => {
    await fillForm(app, { vendor, name: NAME, port: server.network.port, password: ACCOUNT.password });
    await app.byId('field-user').fill(ACCOUNT.user);
  };
  /** The last stage that the test came to, and how. */
  const lastStage = async () => {
    const states = await testStages(app);
    const last = app.byId('connection-test-result').locator('li').last();
    return `${(await last.innerText()).split('\n')[0] ?? ''}: ${states[states.length - 1] ?? ''}`;
  };

  it('is refused without one, and with an authority that has not signed the server’s', async () => {
    await fill();
    await chooseOption(app, 'field-tls', 'required');
    expect(await lastStage()).toBe('Sign in: failed');
    await chooseOption(app, 'field-tls', 'verify-ca');
    await app.byId('field-ca').fill(otherAuthority);
    expect(await lastStage()).toBe('Encryption: failed');
    await app.byId('field-ca').fill('/nowhere/ca.pem');
    expect(await lastStage()).toBe('Encryption: failed');
    await expect.poll(() => app.byId('connection-test-result').textContent()).toContain('/nowhere/ca.pem');
    await closeForm(app);
  });

  it('signs in with the files that were typed and chosen', async () => {
    await fill();
    await chooseOption(app, 'field-tls', 'verify-ca');
    await app.byId('field-ca').fill(made('ca.pem'));
    for (const [field, file] of [
      ['field-cert', 'client-cert.pem'],
      ['field-key', 'client-key.pem'],
    ] as const) {
      await answerFolderDialogs(app, made(file));
      await app.byId(`${field}-choose`).click();
      await expect.poll(() => app.byId(field).inputValue()).toBe(made(file));
    }
    expect(await lastStage()).toBe('Inspect privileges: ok');
    if (vendor === 'mysql') await lookAt(app, 'connection-form-certificate');
    await saveForm(app);
  });

  it('dumps by them, in the engine’s sessions too', async () => {
    await app.page.getByRole('button', { name: `Dump ${NAME}` }).click();
    await pickSchema(app, SCHEMA);
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
  });

  it('has them in the form again, and is let in no more when one is taken out', async () => {
    await app.menu('show-connections');
    await app.page.getByRole('button', { name: `Edit ${NAME}` }).click();
    await expect.poll(() => app.byId('field-ca').inputValue()).toBe(made('ca.pem'));
    await expect.poll(() => app.byId('field-cert').inputValue()).toBe(made('client-cert.pem'));
    await expect.poll(() => app.byId('field-key').inputValue()).toBe(made('client-key.pem'));
    await app.byId('field-cert').fill('');
    await app.byId('field-key').fill('');
    // The password that was given for the way with a certificate is not sent by another.
    expect(await lastStage()).toBe('Password: failed');
    await app.byId('field-password').fill(ACCOUNT.password);
    expect(await lastStage()).toBe('Sign in: failed');
    await closeForm(app);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
