import { execFileSync } from 'child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'fs';
import { tmpdir, userInfo } from 'os';
import { delimiter, join } from 'path';
import { which } from '../../build/setup/command.mjs';
import { inCache } from '../../build/setup/places.mjs';
import { findFreePort } from '../../app/catalog/connect/free-port';
import { runKept } from '../../app/sandbox/keeper';

/** An sshd of the test's own on 127.0.0.1, that lets one key in and forwards what it is asked to. */
export interface SshServer {
  readonly port: number;
  /** Prepend it to PATH: its `ssh` is the system's, with a configuration that knows the hosts below. */
  readonly path: string;
  /** The tunnels through it that are up, as the process ids of their `ssh`. */
  tunnels(): readonly number[];
  /** Ends every connection that it has, as a network that breaks does; it goes on listening. */
  breakConnections(): void;
  /** Kills each `ssh` that has a tunnel through it. */
  killTunnels(): void;
  /** Everything that it logged. */
  log(): string;
  stop(): Promise<void>;
}

/** The hosts of the client's configuration: this server, the same through itself, and one that lets nobody in. */
export const SSH_HOSTS = {
  bastion: 'sluice-bastion',
  inner: 'sluice-inner',
  stranger: 'sluice-stranger',
} as const;

const IS_ROOT = process.getuid?.() === 0;
/** An sshd of root's wants a system account of its own; nobody's only lets nobody in, which is all that is needed. */
const USER = IS_ROOT ? 'nobody' : userInfo().username;
const NOBODY = 65534;
const GIVE_UP_AFTER_MS = 60_000;

export async function startSshServer(): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-sshd-'));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const [config, log] = [writeServerConfig(folder, port), join(folder, 'log')];
  const kept = await runKept({
    // Not restarting itself for each connection keeps it on the libraries that it was unpacked with.
    command: [...asUnprivileged(), ...sshdCommand(folder), '-r', '-D', '-e', '-f', config],
    log,
    input: '/dev/null',
    sweep: folder,
  });
  const readLog = () => readFileSync(log, 'utf8');
  await until(() => readLog().includes('Server listening'), readLog);
  const clientConfig = join(folder, 'ssh_config');
  const tunnels = () =>
    processes()
      .filter(({ command }) => /^(\S*\/)?ssh /.test(command) && command.includes(clientConfig))
      .map(({ pid }) => pid);
  return {
    port,
    tunnels,
    killTunnels: () => killAll(tunnels()),
    breakConnections: () => killAll(descendantsOf(kept.process.pid)),
    path: [writeClient(folder, port), process.env.PATH ?? ''].join(delimiter),
    log: readLog,
    stop: async () => {
      const connections = descendantsOf(kept.process.pid);
      await kept.stop();
      // They would live on.
      killAll(connections);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function asUnprivileged(): readonly string[] {
  return IS_ROOT ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
}

/** The one that set-up unpacked, through its own loader, where whoever runs it may read it; else the system's. */
function sshdCommand(folder: string): readonly string[] {
  const unpacked = inCache('servers', 'openssh-9.2');
  if (!existsSync(unpacked)) return [which('sshd') ?? 'sshd'];
  const copy = join(folder, 'openssh');
  cpSync(unpacked, copy, { recursive: true });
  return [join(copy, 'loader'), '--library-path', copy, join(copy, 'sshd')];
}

function writeServerConfig(folder: string, port: number): string {
  const [hostKey, authorized] = [makeKey(folder, 'host'), join(folder, 'authorized')];
  makeKey(folder, 'id');
  makeKey(folder, 'stranger');
  writeFileSync(authorized, readFileSync(join(folder, 'id.pub')));
  const config = join(folder, 'sshd_config');
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${authorized}`,
    'AuthenticationMethods publickey',
    // Without PAM an account that has no password counts as locked.
    'UsePAM yes',
    'StrictModes no',
    'PidFile none',
    'LogLevel VERBOSE',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  if (IS_ROOT) chownSync(hostKey, NOBODY, NOBODY);
  return config;
}

/** @returns the folder of an `ssh` that reads the configuration written here, whoever's home it runs in */
function writeClient(folder: string, port: number): string {
  const [bin, config, known] = [join(folder, 'bin'), join(folder, 'ssh_config'), join(folder, 'known_hosts')];
  writeFileSync(known, `[127.0.0.1]:${port} ${readFileSync(join(folder, 'host.pub'), 'utf8')}`);
  const host = (name: string, key: string, more = '') =>
    `Host ${name}\n  HostName 127.0.0.1\n  Port ${port}\n  User ${USER}\n  IdentityFile ${join(folder, key)}\n` +
    `  IdentitiesOnly yes\n  UserKnownHostsFile ${known}\n  StrictHostKeyChecking yes\n${more}\n`;
  const { bastion, inner, stranger } = SSH_HOSTS;
  writeFileSync(
    config,
    host(bastion, 'id') + host(inner, 'id', `  ProxyJump ${bastion}\n`) + host(stranger, 'stranger'),
  );
  mkdirSync(bin);
  writeFileSync(join(bin, 'ssh'), `#!/bin/sh\nexec ${which('ssh') ?? 'ssh'} -F ${config} "$@"\n`, {
    mode: 0o755,
  });
  return bin;
}

function makeKey(folder: string, name: string): string {
  const file = join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  return file;
}

interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): readonly ListedProcess[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** It has a process for each connection, which may have another one. */
function descendantsOf(pid: number): readonly number[] {
  const children = processes().filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [...descendantsOf(child.pid), child.pid]);
}

/** Only ends a wait for what will never come. */
async function until(holds: () => boolean, story: () => string): Promise<void> {
  for (let waited = 0; !holds(); waited += 50) {
    if (waited > GIVE_UP_AFTER_MS) throw new Error(`The SSH server does not listen:\n${story()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
