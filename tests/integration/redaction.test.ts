import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../app/contract/commands/command-line';
import type { Profile } from '../../app/contract/connections/connection';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { SavedJobs } from '../../app/jobs/saved-jobs';
import { ProfileStore } from '../../app/profiles/store';
import { SSH_HOSTS, startSshServer, type SshServer } from '../servers/ssh-server';
import { testVendors } from '../servers/test-server';
import { startSluice, type RunningCommand } from './harness/command';
import { closeGate, openGate, waitsAt, type Gate } from './harness/gate';
import { OwnServer } from './harness/own-server';
import { filesWith, holds, processesWith, startedBy } from './harness/secrets';

const SECRET = 'DistinctiveZq81';
const USER = 'secretive';
const SCHEMA = 'redaction';
const GATE: Gate = { column: 'id', value: 5 };

/**
 * A password goes into the connection and nowhere else: with a server of the test's own that logs every statement, in a
 * home of its own, on both ways of giving it, and through an SSH host, for that takes further programs.
 */
describe.each(testVendors)('a password given to the command line, %s', (vendor) => {
  let own: OwnServer;
  let ssh: SshServer;
  let root: Connection;
  let home = '';
  let dsn = '';
  /** Everything that any command has printed. */
  let printed = '';

  beforeAll(async () => {
    [own, ssh] = await Promise.all([OwnServer.start(vendor), startSshServer()]);
    root = await own.connect();
    for (const statement of [
      `CREATE USER ${USER}@'%' IDENTIFIED BY '${SECRET}'`,
      `GRANT ALL PRIVILEGES ON *.* TO ${USER}@'%'`,
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, word VARCHAR(20))`,
      `INSERT INTO ${SCHEMA}.t VALUES (1, 'a'), (2, 'b'), (5, 'c'), (6, 'd')`,
      `SET GLOBAL log_output = 'TABLE'`,
      `SET GLOBAL general_log = ON`,
    ])
      await root.query(statement);
    home = mkdtempSync(join(tmpdir(), 'sluice-redaction-'));
    dsn = `mysql://${USER}@127.0.0.1:${own.network.port}/?ssh=${SSH_HOSTS.bastion}`;
  });

  afterAll(async () => {
    await root.end();
    await Promise.all([own.end(), ssh.stop()]);
    rmSync(home, { recursive: true, force: true });
  });

  /** `variables` are all that the command has of passwords. */
  function start(words: readonly string[], variables: Readonly<Record<string, string>> = {}): RunningCommand {
    const places = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') };
    return startSluice([...words, '--json'], { ...places, PATH: ssh.path, ...variables });
  }

  async function ended(command: RunningCommand): Promise<string> {
    const { output } = await command.ended;
    printed += output;
    return output;
  }

  async function run(words: readonly string[], variables = byVariable): Promise<string> {
    return await ended(start(words, variables));
  }

  const byVariable: Readonly<Record<string, string>> = { SLUICE_PASSWORD: SECRET };
  const where = ['--where', `${SCHEMA}.t=${waitsAt(GATE)}`];
  const dumpWords = (server: string, name: string) => [
    ...['dump', '--source', server, '--out', join(home, name), '--schemas', SCHEMA, ...where],
  ];

  /** Looks at all processes while a dump waits in its middle. */
  async function lookWhileDumping(command: RunningCommand): Promise<void> {
    await expect
      .poll(async () => {
        const [waiting] = await root.query<RowDataPacket[]>(
          `SELECT 1 FROM information_schema.PROCESSLIST WHERE STATE LIKE 'User lock%'`,
        );
        return waiting.length;
      }, PATIENCE)
      .toBeGreaterThan(0);
    const pid = command.process.pid ?? 0;
    expect(startedBy(pid)).toContain('ssh');
    expect(processesWith(pid, SECRET)).toEqual([]);
  }

  it('is in no other process while a dump runs, when it came by the environment', async () => {
    await closeGate(root, GATE);
    const command = start(dumpWords(dsn, 'dump'), byVariable);
    await lookWhileDumping(command);
    await openGate(root, GATE);
    expect(await ended(command)).toContain('"state":"done"');
  });

  it('is in no process at all when a program gave it, in a job that runs by itself', async () => {
    const vault = join(home, 'vault');
    writeFileSync(vault, `${SECRET}\n`, { mode: 0o600 });
    const profile: Profile = {
      id: 'p1',
      name: 'secretive',
      address: {
        kind: 'tcp',
        host: '127.0.0.1',
        port: own.network.port,
        ssh: { host: SSH_HOSTS.bastion },
      },
      user: USER,
      passwordFrom: { kind: 'command', command: commandLine(['cat', vault]) },
      tls: { mode: 'preferred' },
      environment: 'development',
      colour: 'slate',
    };
    await new ProfileStore(join(home, 'config', 'sluice', 'profiles.json')).save(profile);
    await new SavedJobs(join(home, 'config', 'sluice', 'jobs.json')).add({
      name: 'Nightly',
      keep: null,
      setup: {
        kind: 'dump',
        server: { name: profile.name, profileId: profile.id },
        folder: join(home, 'nightly'),
        options: {
          ...DUMP_DEFAULTS,
          selection: {
            ...selecting([{ kind: 'schema', schema: SCHEMA }]),
            where: [{ schema: SCHEMA, table: 't', condition: waitsAt(GATE) }],
          },
        },
      },
    });
    await closeGate(root, GATE);
    const command = start(['run', 'Nightly']);
    await lookWhileDumping(command);
    await openGate(root, GATE);
    expect(await ended(command)).toContain('"state":"done"');
    rmSync(vault);
    // The program gives none now; and one that complains of it in the wrong place is not heard.
    expect(await run(['run', 'Nightly'], {})).toContain('password-unavailable');
    const loud = ['sh', '-c', 'printf %s%s >&2 Distinctive Zq81; exit 1'];
    await run(['connections', 'password', profile.name, '--command', commandLine(loud)], {});
    expect(await run(['run', 'Nightly'], {})).toContain('password-unavailable');
  });

  it('stands nowhere after commands of every kind, that worked and that failed', async () => {
    const dump = ['--dump', join(home, 'whole'), '--target', dsn, '--schema-map', `${SCHEMA}=copied`];
    const load = ['load', ...dump];
    const migrate = ['migrate', '--source', dsn, '--target', dsn, '--schemas', SCHEMA];
    const wrong = { SLUICE_PASSWORD: `${SECRET}-wrong` };
    expect(await run(dumpWords(dsn, 'whole'))).toContain('"state":"done"');
    expect(await run(['connections', 'test', dsn])).toContain('"vendor"');
    expect(await run(['connections', 'test', dsn], wrong)).toMatch(/sign-in","state":"failed/);
    expect(await run([...load, '--dry-run'])).toContain('"type":"plan"');
    expect(await run(load)).toContain('"state":"done"');
    expect(await run(load)).toContain('target-exists');
    expect(await run([...migrate, '--schema-map', `${SCHEMA}=moved`])).toContain('"state":"done"');
    expect(await run(migrate)).toContain('target-exists');
    expect(await run(dumpWords(dsn, 'refused'), wrong)).toContain('sign-in-refused');
    expect(await run(['verify', ...dump])).toContain('"state":"done"');
    const inArgument = dsn.replace('@', `:${SECRET}@`);
    expect(await run(['dump', '--source', inArgument, '--out', join(home, 'x')])).toContain('bad-dsn');
    expect(await run(['history'], {})).toContain('"kind":"migrate"');
    expect(holds(printed, SECRET)).toBe(false);
    expect(filesWith(home, SECRET)).toEqual([]);
  });

  it('is in no statement that the server was sent', async () => {
    await run(dumpWords(dsn, 'logged'));
    const [logged] = await root.query<RowDataPacket[]>(
      'SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log',
    );
    const texts = logged.map(({ text }) => String(text));
    expect(texts.join('\n')).toContain('CONSISTENT SNAPSHOT');
    expect(texts.filter((text) => holds(text, SECRET))).toEqual([]);
  });
});

const PATIENCE = { timeout: 180_000, interval: 100 };
