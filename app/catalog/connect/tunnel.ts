import { spawn, type ChildProcess } from 'child_process';
import type { Writable } from 'stream';
import { isSshJump, isSshWord, type SshRoute } from '../../contract/connections/connection';
import type { SluiceError } from '../../contract/failure';
import { connectText, tunnelFailures, type RoutePart } from '../../text/catalog/connect';
import { childEnvironment } from './child-environment';
import { findFreePort } from './free-port';

/**
 * Seconds that a host may take to answer; then interval and number of unanswered probes after which a tunnel is given
 * up.
 */
const CONNECT_TIMEOUT_S = 15;
const ALIVE_INTERVAL_S = 15;
const ALIVE_COUNT = 4;

/** Text that ssh prints to standard output when it has signed in and listens. */
const OPEN = 'sluice-tunnel-open';

/** Number of ports to try: another process may take a free one first. */
const PORT_TRIES = 5;
const PORT_TAKEN = /address already in use|cannot listen to port|could not request local forwarding/i;

/**
 * Runs ssh until it is told to stop or until this process has ended, in whatever way: the shell's standard input is a
 * pipe whose other end only this process holds. In a process group of its own, it does not receive a terminal's Ctrl-C,
 * so that the tunnel's users can still end in order.
 */
const KEEPER = `
exec 4<&0
"$@" </dev/null 4<&- &
ssh=$!
( read -r _ <&4; kill "$ssh" 2>/dev/null ) >/dev/null 2>&1 &
watch=$!
wait "$ssh"
code=$?
{ kill "$watch"; wait "$watch"; } 2>/dev/null
exit "$code"
`;

/** An open SSH tunnel to a server. */
export interface Tunnel {
  /** Port of 127.0.0.1 that leads to the server. */
  readonly port: number;
  /** Resolves when ssh has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Returns ssh's error message when it has ended by itself; null while it runs or after `close`. */
  trouble(): string | null;
  /** Ends ssh and resolves when it has ended. */
  close(): Promise<void>;
}

export interface TunnelOptions {
  readonly ssh: SshRoute;
  /** Host name of the server as the SSH host resolves it. */
  readonly host: string;
  readonly port: number;
  /** Receives a function that aborts the opening; returns one that unregisters it. */
  readonly onCancel?: (abort: () => void) => () => void;
}

/**
 * Opens a tunnel with the system's `ssh`, which may never prompt. Resolves when it listens. Fails with `ssh-failed` and
 * the last words of ssh. `at` is the required local port; else any free one.
 */
export async function openTunnel(options: TunnelOptions, at: number | null = null): Promise<Tunnel> {
  for (let tries = 1; ; tries += 1) {
    const opened = await start(at ?? (await findFreePort()), options);
    if (opened.kind === 'open') return opened.tunnel;
    if (at === null && tries < PORT_TRIES && PORT_TAKEN.test(opened.errorText)) continue;
    throw sshFailed(options.ssh, opened.errorText);
  }
}

/**
 * Returns the whole command line. Fails with `ssh-failed` for a route with a part that ssh, or its shell, might run.
 */
export function sshArguments(
  { ssh, host, port }: Pick<TunnelOptions, 'ssh' | 'host' | 'port'>,
  localPort: number,
): readonly string[] {
  assertPlain(ssh, host);
  const option = (name: string, value: string) => ['-o', `${name}=${value}`];
  const target = host.includes(':') ? `[${host}]` : host;
  return [
    '-N',
    '-T',
    ...option('BatchMode', 'yes'),
    ...option('ExitOnForwardFailure', 'yes'),
    ...option('ConnectTimeout', String(CONNECT_TIMEOUT_S)),
    ...option('ServerAliveInterval', String(ALIVE_INTERVAL_S)),
    ...option('ServerAliveCountMax', String(ALIVE_COUNT)),
    // A connection shared by the user's own ssh would keep the forward after its end.
    ...option('ControlMaster', 'no'),
    ...option('ControlPath', 'none'),
    ...option('PermitLocalCommand', 'yes'),
    ...option('LocalCommand', `echo ${OPEN}`),
    '-L',
    `127.0.0.1:${localPort}:${target}:${port}`,
    ...(ssh.port === undefined ? [] : ['-p', String(ssh.port)]),
    ...(ssh.user === undefined ? [] : ['-l', ssh.user]),
    ...(ssh.key === undefined ? [] : ['-i', ssh.key]),
    ...(ssh.jump === undefined ? [] : ['-J', ssh.jump]),
    '--',
    ssh.host,
  ];
}

interface RouteCheck {
  readonly part: RoutePart;
  readonly isPlain: boolean;
  readonly text: string;
}

/**
 * Checks the whole route, whatever its origin: a saved file may be older than the schema's rule, or written by hand.
 */
function assertPlain({ host, user, jump }: SshRoute, target: string): void {
  const parts: readonly RouteCheck[] = [
    { part: 'host', isPlain: isSshWord(host), text: host },
    { part: 'user', isPlain: user === undefined || isSshWord(user), text: user ?? '' },
    { part: 'jump', isPlain: jump === undefined || isSshJump(jump), text: jump ?? '' },
    { part: 'target', isPlain: isSshWord(target), text: target },
  ];
  const wrong = parts.find(({ isPlain }) => !isPlain);
  if (wrong === undefined) return;
  throw tunnelFailures.routePartRefused({ part: wrong.part, text: wrong.text });
}

type Started =
  | { readonly kind: 'open'; readonly tunnel: Tunnel }
  | { readonly kind: 'failed'; readonly errorText: string };

/** Starts ssh under the keeper. Without a POSIX shell ssh runs by itself: Windows ends it with our console. */
function spawnSsh(args: readonly string[]): ChildProcess {
  const env = childEnvironment();
  if (process.platform === 'win32') return spawn('ssh', args, { env, stdio: 'pipe', windowsHide: true });
  const keeper = ['-c', KEEPER, 'sluice-tunnel', 'ssh', ...args];
  return spawn('/bin/sh', keeper, { env, detached: true, stdio: 'pipe' });
}

function start(port: number, options: TunnelOptions): Promise<Started> {
  const child = spawnSsh(sshArguments(options, port));
  let output = '';
  let errorText = '';
  let state: 'opening' | 'open' | 'closing' | 'ended' = 'opening';
  const lifeline = child.stdin as Writable;
  // A keeper that has ended no longer reads.
  lifeline.on('error', () => undefined);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      errorText += reason;
      resolve();
    };
    child.once('error', (error) => end(error.message)).once('close', () => end(''));
  });
  const stop = () => {
    lifeline.end('stop\n');
    if (process.platform === 'win32') child.kill();
  };
  const tunnel: Tunnel = {
    port,
    ended,
    trouble: () => (state === 'ended' ? lastWords(errorText) : null),
    close: async () => {
      if (state === 'open') state = 'closing';
      stop();
      await ended;
    },
  };
  const stopListening = options.onCancel?.(stop);
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (state !== 'opening' || !output.includes(OPEN)) return;
      state = 'open';
      stopListening?.();
      resolve({ kind: 'open', tunnel });
    });
    void ended.then(() => {
      stopListening?.();
      if (state === 'open') state = 'ended';
      resolve({ kind: 'failed', errorText });
    });
  });
}

function sshFailed({ host }: SshRoute, errorText: string): SluiceError {
  if (/ENOENT|ssh: not found/.test(errorText)) return tunnelFailures.noSsh();
  const values = { host, words: lastWords(errorText) };
  return /host key verification failed/i.test(errorText)
    ? tunnelFailures.hostKeyUnknown(values)
    : tunnelFailures.notOpened(values);
}

/** Returns the last lines of ssh's messages: a host's banner may come before them. */
function lastWords(errorText: string): string {
  const lines = errorText.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length === 0 ? connectText.sshSaidNothing : lines.slice(-3).join(' ');
}
