import { existsSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellWord } from '../../app/contract/commands/command-line';
import type { Profile } from '../../app/contract/connections/connection';
import { SSH_HOSTS, startSshServer, type SshServer } from '../servers/ssh-server';
import { testServer } from '../servers/test-server';
import { closeForm, fillForm, testStages } from './harness/connection-form';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { SilentServer } from './harness/silent-server';

const SCHEMA = 'e2e_connections';
/** Saved connections of somebody with several servers. */
const OFFICES: Readonly<Record<string, Partial<Profile>>> = {
  orders: { name: 'Orders, primary', group: 'Shop', environment: 'production', colour: 'red' },
  ordersCopy: { name: 'Orders, rehearsal', group: 'Shop', environment: 'staging', colour: 'amber' },
  stock: { name: 'Stock, primary', group: 'Warehouses', environment: 'production', colour: 'orange' },
  stockCopy: {
    ...{ name: 'Stock, replica', group: 'Warehouses', environment: 'production', colour: 'green' },
    address: { kind: 'socket', path: '/run/mysqld/stock.sock' },
  },
};

describe('connections', () => {
  let home: Home;
  let app: RunningApp;
  let ssh: SshServer;
  beforeAll(async () => {
    ssh = await startSshServer();
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 4));
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'saved'));
    app = await launch({ ...home, environment: { ...home.environment, PATH: ssh.path } });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await ssh.stop();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  it('takes a password from a program that the user has allowed, and from no other', async () => {
    const { password } = testServer('mysql');
    await app.menu('show-connections');
    const [vault, ran] = [join(home.path, 'the vault'), join(home.path, 'ran')];
    writeFileSync(vault, `${password}\n`);
    await fillForm(app, { vendor: 'mysql', name: 'By program', password: '' });
    const isKeychainThere = (await app.request('profiles/keychain', null)) === null;
    await expect.poll(() => app.byId('password-keychain').isEnabled()).toBe(isKeychainThere);
    if (!isKeychainThere) await app.page.getByText('The keychain can’t be used here').waitFor();
    await app.byId('password-command').click();
    await app.byId('field-passwordCommand').fill(`cat ${vault} | head -1`);
    await app.byId('connection-test').click();
    await app.page.getByText('No shell runs it').waitFor();

    await app.byId('field-passwordCommand').fill(`touch ${shellWord(ran)}`);
    const refused = await answerQuestions(app, 0);
    await app.byId('connection-test').click();
    await app.page.getByText('was not allowed').waitFor();
    expect((await refused()).join()).toContain(ran);
    expect(existsSync(ran)).toBe(false);

    await app.byId('field-passwordCommand').fill('false');
    const allowed = await answerQuestions(app, 1);
    expect(await testStages(app)).toEqual(['failed']);
    await app.byId('field-passwordCommand').fill(`cat ${shellWord(vault)}`);
    expect(await testStages(app)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
    await lookAt(app, 'connection-form-program');
    await app.byId('connection-save').click();
    await app.byId('connection-form').waitFor({ state: 'detached' });
    expect(await allowed()).toHaveLength(2);

    await app.page.getByRole('button', { name: 'Dump By program' }).click();
    await app.byId(`tree-row-${SCHEMA}`).waitFor();
    await app.menu('show-connections');
    expect(readFileSync(join(home.config, 'sluice', 'profiles.json'), 'utf8')).not.toContain(password);
  });

  it('does not ask for a password that a program supplies', async () => {
    const passwordFrom = { kind: 'command', command: 'echo wrong' } as const;
    const profile = { ...testProfile('mysql', 'misled'), name: 'Misled', passwordFrom };
    await app.request('profiles/save', { profile, password: null });
    await app.page.reload();
    await app.byId('connection-dump-misled').click();
    await app.page.locator('[data-code="sign-in-refused"]').waitFor();
    expect(await app.byId('unlock-dialog').count()).toBe(0);
    await app.menu('show-connections');
  });

  it('offers the statements of an account with just the privileges for a job, and changes nothing', async () => {
    await fillForm(app, { vendor: 'mysql', name: 'Account' });
    await app.byId('connection-privileges').click();
    await app.byId('account-purpose').click();
    await app.byId('option-verify').click();
    await app.byId('account-schemas').fill(` ${SCHEMA}, `);
    await app.page.keyboard.press('Enter');
    const statements = (await app.byId('account-statements').textContent()) ?? '';
    expect(statements).toMatch(/^CREATE USER 'sluice_verify'@'%' IDENTIFIED BY '.{20,}';\nGRANT /);
    expect(statements).toContain(`ON \`${SCHEMA.replaceAll('_', '\\_')}\`.*`);
    await lookAt(app, 'connection-form-account');
    await app.byId('account-copy').click();
    await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(statements);
    await onTestServer('mysql', async (session) => {
      expect(await session.rows("SELECT 1 FROM mysql.user WHERE user = 'sluice_verify'")).toEqual([]);
      // They are whole: the account that they make can sign in.
      for (const statement of statements.split('\n')) await session.run(statement.replace(/;$/, ''));
      await session.run("DROP USER 'sluice_verify'@'%'");
    });
    await app.byId('field-password').fill('wrong');
    await app.byId('account-show').click();
    await app.byId('connection-account').locator('[data-code="sign-in-refused"]').waitFor();
    await closeForm(app);
  });

  it('shows no answer to a question about other settings, nor one that a later answer has replaced', async () => {
    const silent = await SilentServer.start();
    /** A question and its answer: by then the answers to earlier ones are here too. */
    const passTime = () =>
      app.request('profiles/test', {
        profile: testProfile('mysql', 'asked-last'),
        password: testServer('mysql').password,
      });
    try {
      await fillForm(app, { vendor: 'mysql', name: 'Slow', port: silent.port });
      await app.byId('connection-test').click();
      await silent.asked();
      await app.byId('field-user').fill('somebody');
      silent.hangUp();
      await passTime();
      expect(await app.byId('connection-test-result').count()).toBe(0);

      await app.byId('connection-test').click();
      await silent.asked();
      await app.byId('field-port').fill(String(testServer('mysql').port));
      await app.byId('field-user').fill(testServer('mysql').user);
      expect(await testStages(app)).not.toContain('failed');
      silent.hangUp();
      await passTime();
      expect(await app.byId('connection-test-result').locator('[data-state="failed"]').count()).toBe(0);

      await app.byId('field-port').fill(String(silent.port));
      await app.byId('connection-privileges').click();
      await app.byId('account-show').click();
      await silent.asked();
      await app.byId('field-port').fill(String(testServer('mysql').port));
      await app.byId('account-show').click();
      await app.byId('account-statements').waitFor();
      silent.hangUp();
      await passTime();
      expect(await app.byId('account-statements').textContent()).toMatch(/^CREATE USER/);
      expect(await app.byId('connection-account').locator('[data-code]').count()).toBe(0);
    } finally {
      silent.stop();
    }
    // They stay while their account is typed in, and go with their server.
    await app.byId('field-user').fill('sluice_dump');
    expect(await app.byId('account-statements').count()).toBe(1);
    await app.byId('field-port').fill('1');
    expect(await app.byId('account-statements').count()).toBe(0);
    await closeForm(app);
  });

  it('asks before Escape or a click outside throws away what was typed', async () => {
    await fillForm(app, { vendor: 'mysql', name: 'Half typed' });
    await app.page.keyboard.press('Escape');
    await app.byId('confirm-dialog').getByText('Discard changes?').waitFor();
    await app.page.keyboard.press('Enter');
    await app.byId('confirm-dialog').waitFor({ state: 'detached' });
    await expect.poll(() => app.byId('field-name').inputValue()).toBe('Half typed');
    await app.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-testid') === 'field-password',
    );
    await app.page.mouse.click(4, 300);
    await lookAt(app, 'connection-form-discard');
    await app.byId('confirm-accept').click();
    await app.byId('connection-form').waitFor({ state: 'detached' });
    await app.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-testid') === 'new-connection',
    );
  });

  it('says of a socket file that is not there just that, and nothing of a host and a port', async () => {
    await fillForm(app, { vendor: 'mysql', name: 'By socket' });
    await app.byId('reach-socket').click();
    await app.byId('field-socket').fill(join(home.path, 'nowhere.sock'));
    await app.byId('connection-test').click();
    const result = app.byId('connection-test-result');
    await result.getByText('there is no such socket file').waitFor();
    const words = await result.innerText();
    expect(words).toContain('that the path is its socket file');
    expect(words).not.toMatch(/\b(?:host|port)\b/i);
    await closeForm(app);
  });

  it('forgets a connection that is removed', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-delete-misled').click();
    await app.byId('confirm-accept').click();
    await app.byId('connection-row-misled').waitFor({ state: 'detached' });
    await app.page.waitForFunction(() => document.activeElement?.closest('main [role="row"]') != null);
    const profiles = await app.request('profiles/list', null);
    expect(profiles.map(({ id }) => id)).not.toContain('misled');
  });

  it('has the focus where it was when the command palette is closed', async () => {
    await app.byId('connection-dump-saved').focus();
    await app.page.keyboard.press('Control+K');
    await app.byId('command-palette').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-testid') === 'connection-dump-saved',
    );
  });

  it('goes through an SSH host: tested stage by stage, saved in a group, and used', async () => {
    await fillForm(app, { vendor: 'mysql', name: 'Behind' });
    await app.byId('field-group').fill('Branch office');
    await app.byId('field-ssh').click();
    await app.byId('field-sshHost').fill('-oProxyCommand=x');
    await app.byId('connection-test').click();
    await app.page.getByText('no dash at the beginning').waitFor();
    await app.byId('field-sshHost').fill(SSH_HOSTS.bastion);
    expect(await testStages(app)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
    await lookAt(app, 'connection-form-ssh');
    await app.byId('connection-save').click();
    await app.byId('connection-group-Branch office').getByText('Behind').waitFor();
    await app.byId('connection-group-Branch office').getByRole('button', { name: 'Dump Behind' }).click();
    await app.byId(`tree-row-${SCHEMA}`).waitFor();
    await app.menu('show-connections');
  });

  it('shows what another program’s file holds before anything is saved', async () => {
    const file = join(home.path, '.my.cnf');
    const { host, port, user, password } = testServer('mysql');
    const client = `[client]\nhost=${host}\nport=${port}\nuser=${user}\npassword="${password}"\n`;
    writeFileSync(file, `${client}[client_eu]\nhost=eu1.example\nssl-mode=REQUIRED\nuser root\n`);
    await answerDialogs(app, file);
    await app.byId('connections-import').click();
    // The first one is saved already.
    expect(await app.byId('import-pick-.my.cnf').getAttribute('aria-checked')).toBe('false');
    await expect.poll(() => app.byId('import-pick-eu').getAttribute('aria-checked')).toBe('true');
    await app.byId('import-left').getByText('line 9: “user root”').waitFor();
    await app.byId('import-passwords').click();
    await lookAt(app, 'connections-import');
    await app.byId('import-take').click();
    await app.byId('import-dialog').waitFor({ state: 'detached' });
    const names = (await app.request('profiles/list', null)).map(({ name }) => name);
    expect(names).toContain('eu');
    expect(names).not.toContain('.my.cnf');
  });

  it('finds connections by their words, and says when none is left', async () => {
    await app.byId('connections-search').fill('branch');
    await app.byId('connection-row-saved').waitFor({ state: 'detached' });
    await app.byId('connection-group-Branch office').waitFor();
    await app.byId('connections-search').fill('nowhere');
    await app.page.getByText('No connection matches').waitFor();
    await app.byId('connections-search').fill('');
    await app.byId('connection-row-saved').waitFor();
  });

  it('stand in groups, each with its environment', async () => {
    for (const [id, more] of Object.entries(OFFICES))
      await app.request('profiles/save', {
        profile: { ...testProfile('mysql', id), ...more },
        password: null,
      });
    await app.page.reload();
    await app.byId('connection-group-Warehouses').getByText('Stock, replica').waitFor();
    await lookAt(app, 'connections-groups');
  });

  it('exports them without any secret', async () => {
    const file = join(home.path, 'connections.json');
    await answerDialogs(app, file);
    await app.byId('connections-export').click();
    // The toast that says so goes by itself: the file is waited for.
    await expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : '')).toContain('"version": 1');
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('Branch office');
    expect(written).not.toContain(testServer('mysql').password);
    expect(readFileSync(join(home.config, 'sluice', 'profiles.json'), 'utf8')).not.toContain(
      testServer('mysql').password,
    );
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** The next dialogs that ask for a file, or for a place to save one, are answered with this one. */
async function answerDialogs(app: RunningApp, file: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
  }, file);
}

/**
 * The desktop's own questions get this button for an answer from now on. @returns what tells which were asked since
 */
async function answerQuestions(app: RunningApp, response: number): Promise<() => Promise<readonly string[]>> {
  await app.electron.evaluate(({ dialog }, button) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (_window: unknown, options?: { readonly detail?: string }) => {
      asked.push(options?.detail ?? '');
      return Promise.resolve({ response: button, checkboxChecked: false });
    };
  }, response);
  return () => app.electron.evaluate(() => (globalThis as unknown as { readonly asked: string[] }).asked);
}
