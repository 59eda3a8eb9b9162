import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { delimiter, join } from 'path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTunnel } from '../../../app/catalog/connect/tunnel';
import type { SshRoute } from '../../../app/contract/connections/connection';
import { readConnections } from '../../../app/profiles/import/read-file';
import { ProfileStore } from '../../../app/profiles/store';
import { testConnection } from '../../../app/profiles/test-connection';
import { SSH_HOSTS, startSshServer, type SshServer } from '../../servers/ssh-server';
import { testServer } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { testEndpoint } from '../harness/servers';

const { bastion } = SSH_HOSTS;
/** Makes the file that `$MARK` names wherever a shell reads it as a word. */
const RUN = 'x$(touch${IFS}$MARK)';

const ATTACKS: readonly { readonly what: string; readonly ssh: SshRoute }[] = [
  { what: 'a substitution as jump host', ssh: { host: bastion, jump: RUN } },
  {
    what: 'backticks as the second jump host',
    ssh: { host: bastion, jump: `${bastion},\`touch\${IFS}$MARK\`` },
  },
  { what: 'a second command as jump host', ssh: { host: bastion, jump: 'x;touch${IFS}$MARK;' } },
  { what: 'a substitution as the user of a jump host', ssh: { host: bastion, jump: `${RUN}@${bastion}` } },
  {
    what: 'an option as jump host',
    ssh: { host: bastion, jump: `${bastion},-oProxyCommand=touch\${IFS}$MARK` },
  },
  { what: 'an option as the host of a jump host’s user', ssh: { host: bastion, jump: 'me@-E' } },
  { what: 'a substitution as host', ssh: { host: RUN, jump: bastion } },
  { what: 'a substitution as user', ssh: { host: bastion, user: RUN, jump: bastion } },
];

let folder: string;
let mark: string;
const pathBefore = process.env.PATH ?? '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-ssh-words-'));
  mark = join(folder, 'mark');
  process.env.MARK = mark;
});
afterEach(() => {
  process.env.PATH = pathBefore;
  delete process.env.MARK;
  rmSync(folder, { recursive: true });
});

function through(ssh: SshRoute) {
  const { host, port } = testServer('mysql');
  return { ssh, host, port };
}

const failureOf = (error: unknown): unknown => (error as { failure?: { code?: unknown } }).failure?.code;

describe('with an ssh that records its arguments', () => {
  const recorded = () => join(folder, 'arguments');
  beforeEach(() => {
    mkdirSync(join(folder, 'bin'));
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${recorded()}\nexit 7\n`;
    writeFileSync(join(folder, 'bin', 'ssh'), script, { mode: 0o755 });
    process.env.PATH = [join(folder, 'bin'), pathBefore].join(delimiter);
  });

  it('every part of a good route is one word', async () => {
    const ssh = { host: 'db_1.example', port: 2222, user: 'me', jump: 'you@[::1]:22,b.example' };
    await expect(openTunnel(through(ssh))).rejects.toThrow('db_1.example');
    const words = readFileSync(recorded(), 'utf8').trim().split('\n');
    expect(words.slice(-8)).toEqual(['-p', '2222', '-l', 'me', '-J', ssh.jump, '--', ssh.host]);
  });

  it.each(ATTACKS)('it is not even started for $what', async ({ ssh }) => {
    const error = await openTunnel(through(ssh)).catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toBe('ssh-failed');
    expect(existsSync(recorded())).toBe(false);
  });

  it('nor for a host behind it that is a file or an option', async () => {
    for (const host of ['/run/mysqld/mysqld.sock', '-oX', 'a b']) {
      await expect(openTunnel({ ...through({ host: bastion }), host })).rejects.toThrow('host behind SSH');
    }
    expect(existsSync(recorded())).toBe(false);
  });
});

describe('with a real ssh', () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await startSshServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    process.env.PATH = server.path;
  });

  it('a jump host is gone through', async () => {
    const tunnel = await openTunnel(through({ host: bastion, jump: bastion }));
    await tunnel.close();
    expect(tunnel.trouble()).toBeNull();
  });

  it.each(ATTACKS)('nothing is run by $what when a connection is tested', async ({ ssh }) => {
    const { host, port } = testServer('mysql');
    const address = { kind: 'tcp', host, port, ssh } as const;
    const { stages } = await testConnection(testEndpoint('mysql', { address }));
    expect(existsSync(mark)).toBe(false);
    expect(stages).toMatchObject([{ stage: 'ssh', state: 'failed' }]);
  });

  it('nothing is run by a DSN', async () => {
    const { host, port, user, password } = testServer('mysql');
    const jump = encodeURIComponent(RUN);
    const run = await runSluice(
      ['connections', 'test', `mysql://${user}@${host}:${port}/?ssh=${bastion}&ssh-jump=${jump}`],
      { SLUICE_PASSWORD: password, PATH: server.path, MARK: mark },
    );
    expect(existsSync(mark)).toBe(false);
    expect(run.exitCode).not.toBe(0);
    expect(run.output).toContain('The DSN names no host, socket or SSH host that can be.');
  });

  it('nothing is run by a connection that is saved already, which stays where it can be mended', async () => {
    const file = join(folder, 'profiles.json');
    const saved = [profile('bad', { host: bastion, jump: RUN }), profile('good', { host: bastion })];
    writeFileSync(file, JSON.stringify({ version: 1, profiles: saved }));
    const listed = await new ProfileStore(file).list();
    expect(listed).toEqual(saved);
    for (const { address } of listed) await testConnection(testEndpoint('mysql', { address }));
    expect(existsSync(mark)).toBe(false);
  });
});

describe('a file of connections', () => {
  it('brings none with such a route, and the others all the same', async () => {
    const file = join(folder, 'connections.json');
    const connections = [
      ...ATTACKS.map(({ what, ssh }) => profile(what, ssh)),
      profile('good', { host: bastion, jump: 'me@hop:2222' }),
    ];
    writeFileSync(file, JSON.stringify({ kind: 'sluice-connections', version: 1, connections }));
    const { found, left } = await readConnections(file);
    expect(found.map(({ profile: { name } }) => name)).toEqual(['good']);
    expect(left).toEqual(ATTACKS.map(({ what }) => `${what}: it can’t be read as one.`));
  });
});

function profile(name: string, ssh: SshRoute) {
  const { host, port, user } = testServer('mysql');
  return {
    id: name,
    name,
    address: { kind: 'tcp' as const, host, port, ssh },
    user,
    tls: { mode: 'preferred' as const },
    environment: 'development' as const,
    colour: 'slate' as const,
  };
}
