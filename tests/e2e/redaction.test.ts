import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATE_DEFAULTS } from '../../app/contract/runs/migrate';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import type { RunHeader } from '../../app/contract/runs/run';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { filesWith, holds, processesWith, startedBy } from '../integration/harness/secrets';
import { connectPlain } from '../integration/harness/servers';
import { SSH_HOSTS, startSshServer, type SshServer } from '../servers/ssh-server';
import { testServer } from '../servers/test-server';
import { ask } from './harness/ask';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { makeSchema, onTestServer, testProfile } from './harness/server';

const SECRET = 'DistinctiveXk37';
const USER = 'e2e_secretive';
const SCHEMA = 'e2e_redaction';
const [COPY, MOVED] = [`${SCHEMA}_copy`, `${SCHEMA}_moved`];
const GATE: Gate = { column: 'id', value: 2 };
const PATIENCE = { timeout: 180_000, interval: 100 };

/** A password that is typed into the window goes into the connection, and into nothing that the window leaves or starts. */
describe('a password given to the window', () => {
  let home: Home;
  let app: RunningApp;
  let ssh: SshServer;
  let gate: Connection;
  let dump: RunHeader;
  /** Output of the app in the terminal that it was started from. */
  let said = '';

  beforeAll(async () => {
    ssh = await startSshServer();
    gate = await connectPlain('mysql');
    await gate.query(`CREATE USER ${USER}@'%' IDENTIFIED BY '${SECRET}'`);
    await gate.query(`GRANT ALL PRIVILEGES ON *.* TO ${USER}@'%'`);
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 64));
    home = makeHome();
    app = await launch({ ...home, environment: { ...home.environment, PATH: ssh.path } });
    const { stdout, stderr } = app.electron.process();
    for (const stream of [stdout, stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  });

  afterAll(async () => {
    await app.close();
    home.remove();
    await ssh.stop();
    await gate.query(`DROP USER ${USER}@'%'`);
    for (const schema of [SCHEMA, COPY, MOVED]) await gate.query(`DROP SCHEMA IF EXISTS ${schema}`);
    await gate.end();
  });

  const profile = (id: string) => {
    const { host, port } = testServer('mysql');
    const address = { kind: 'tcp', host, port, ssh: { host: SSH_HOSTS.bastion } } as const;
    return { ...testProfile('mysql', id), user: USER, address };
  };

  async function resultOf({ runId }: RunHeader) {
    await expect
      .poll(async () => (await app.request('runs/view', { runId })).result, PATIENCE)
      .not.toBeNull();
    return (await app.request('runs/view', { runId })).result;
  }

  it('is typed into the form, right and wrong', async () => {
    const { host, port } = testServer('mysql');
    await app.byId('new-connection').click();
    await app.byId('field-name').fill('Typed');
    await app.byId('field-host').fill(host);
    await app.byId('field-port').fill(String(port));
    await app.byId('field-user').fill(USER);
    for (const [password, outcome] of [
      [`${SECRET}-wrong`, 'Access denied'],
      [SECRET, 'Inspect privileges'],
    ] as const) {
      await app.byId('field-password').fill(password);
      await app.byId('connection-test').click();
      await app.byId('connection-test-result').getByText(outcome).waitFor();
    }
    await app.byId('connection-save').click();
    await app.byId('connection-form').waitFor({ state: 'detached' });
  });

  it('is in no other process while a dump runs', async () => {
    await app.request('profiles/save', { profile: profile('secretive'), password: SECRET });
    const folder = await app.request('folders/suggest-output', { name: SCHEMA, extension: '' });
    const selection = {
      ...selecting([{ kind: 'schema', schema: SCHEMA }]),
      where: [{ schema: SCHEMA, table: 'part0', condition: waitsAt(GATE) }],
    };
    await closeGate(gate, GATE);
    dump = await app.request('dump/start', {
      profileId: 'secretive',
      folder: folder.handle,
      options: { ...DUMP_DEFAULTS, selection },
    });
    await expect
      .poll(async () => {
        const [waiting] = await gate.query(
          `SELECT 1 FROM information_schema.PROCESSLIST WHERE USER = '${USER}' AND STATE LIKE 'User lock%'`,
        );
        return (waiting as readonly unknown[]).length;
      }, PATIENCE)
      .toBeGreaterThan(0);
    const pid = app.electron.process().pid ?? 0;
    expect(startedBy(pid)).toContain('ssh');
    expect(processesWith(pid, SECRET)).toEqual([]);
    await openGate(gate, GATE);
    expect(await resultOf(dump)).toMatchObject({ ok: true });
  });

  it('works for what else the window does, and for what fails', async () => {
    const { handle } = await app.request('runs/folder', { runId: dump.runId });
    const request = { profileId: 'secretive', folder: handle };
    const load = { ...request, options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } } };
    expect(await resultOf(await app.request('load/start', load))).toMatchObject({ ok: true });
    const again = await resultOf(await app.request('load/start', load));
    expect(again?.errors[0]?.code).toBe('target-exists');
    const moved = await app.request('migrate/start', {
      sourceProfileId: 'secretive',
      targetProfileId: 'secretive',
      options: {
        ...MIGRATE_DEFAULTS,
        selection: selecting([{ kind: 'schema', schema: SCHEMA }]),
        schemaMap: { [SCHEMA]: MOVED },
      },
    });
    expect(await resultOf(moved)).toMatchObject({ ok: true });
    await app.request('profiles/unlock', { profileId: 'secretive', password: `${SECRET}-wrong` });
    const options = { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: SCHEMA }]) };
    const refused = { profileId: 'secretive', options };
    expect(await ask(app.page, 'dump/preflight', refused)).toMatchObject({
      failure: { code: 'sign-in-refused' },
    });
    const misshapen = { profile: { ...profile('x'), colour: SECRET }, password: SECRET };
    expect(await ask(app.page, 'profiles/save', misshapen)).toMatchObject({ kind: 'failed' });
    const report = join(home.path, 'report.html');
    await app.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, report);
    expect(await app.request('runs/save-report', { runId: dump.runId })).toBe(true);
  });

  it('stands nowhere once the window is closed: no store, history, report, log or cache of Chromium’s', async () => {
    await app.close();
    expect(filesWith(home.path, USER)).not.toEqual([]);
    expect(filesWith(home.path, SECRET)).toEqual([]);
    expect(holds(said, SECRET)).toBe(false);
  });
});
