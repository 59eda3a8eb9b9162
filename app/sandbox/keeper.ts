import { spawn } from 'child_process';
import { once } from 'events';
import { closeSync, openSync } from 'fs';
import { createInterface } from 'readline';
import type { Readable, Writable } from 'stream';
import { childEnvironment } from '../catalog/connect/child-environment';
import { identify, type ProcessIdentity } from '../storage/process-identity';
import { sandboxFailures } from '../text/sandbox';

/** Time for a regular shutdown before the server is killed, in tenths of a second. */
const PATIENCE_TENTHS = 300;

/**
 * Ends the server when the process that wanted it ends, in whatever way: descriptor 4 is a pipe whose other end only
 * that process holds, so the kernel closes it even after kill -9. A line on it means that the process lives and wants
 * the server to end; without one its folder has no owner any more and goes too. A process group of its own keeps the
 * terminal's Ctrl-C away from the server, which would otherwise die before its clients have stopped in order.
 * $1: file for standard input, $2: folder of which nothing may be left, or nothing; the rest: the command.
 */
const KEEPER = `
exec 4<&0
input=$1 sweep=$2; shift 2
"$@" <"$input" 3>&- 4<&- &
server=$!
echo "$server" >&3
exec 3>&-
(
  if read -r _ <&4; then sweep=; fi
  trap '' TERM
  kill -TERM "$server" 2>/dev/null
  tenths=0
  while [ "$tenths" -lt ${PATIENCE_TENTHS} ] && kill -0 "$server" 2>/dev/null; do
    sleep 0.1; tenths=$((tenths + 1))
  done
  kill -KILL "$server" 2>/dev/null
  [ -z "$sweep" ] || rm -rf -- "$sweep"
) >/dev/null 2>&1 &
watch=$!
wait "$server"
code=$?
{ kill "$watch"; wait "$watch"; } 2>/dev/null
exit "$code"
`;

export interface KeptCommand {
  readonly command: readonly string[];
  /** Standard output and error are appended to this file. */
  readonly log: string;
  /** Standard input, '/dev/null' for none. */
  readonly input: string;
  /** A folder that is removed when this process ends before the kept one, or null. */
  readonly sweep: string | null;
}

/** A process that does not outlive this one. It does not hold this one up either. */
export interface KeptProcess {
  readonly process: ProcessIdentity;
  /** Waits for its end; gives its exit code (128 + number for a signal). */
  whenEnded(): Promise<number>;
  /** Asks it to end, kills it when it does not, and waits until it has. May be called twice. */
  stop(): Promise<void>;
}

export async function runKept({ command, log, input, sweep }: KeptCommand): Promise<KeptProcess> {
  const descriptor = openSync(log, 'a', 0o600);
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sluice-keeper', input, sweep ?? '', ...command], {
    env: childEnvironment(),
    detached: true,
    stdio: ['pipe', descriptor, descriptor, 'pipe'],
  });
  closeSync(descriptor);
  const ended = new Promise<number>((resolve, reject) => {
    keeper.once('error', reject);
    keeper.once('exit', (code) => resolve(code ?? 128));
  });
  const lifeline = keeper.stdin as Writable;
  lifeline.on('error', () => undefined); // the keeper has ended by itself
  const pid = await Promise.race([readPid(keeper.stdio[3] as Readable), ended.then(() => null)]);
  const process = pid === null ? null : await identify(pid);
  keeper.unref();
  unrefStream(lifeline);
  return {
    process: process ?? { pid: pid ?? 0, began: '' },
    async whenEnded() {
      keeper.ref();
      return await ended;
    },
    async stop() {
      keeper.ref();
      lifeline.end('stop\n');
      await ended;
    },
  };
}

/** Starts a process that lives on when this one ends, without our passwords in its environment. */
export async function runDetached({
  command,
  log,
}: Pick<KeptCommand, 'command' | 'log'>): Promise<ProcessIdentity> {
  const [program, ...argv] = command as [string, ...string[]];
  const descriptor = openSync(log, 'a', 0o600);
  const child = spawn(program, argv, {
    env: childEnvironment(),
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    throw sandboxFailures.notRun({ program, reason: error.message });
  }
  child.unref();
  return (await identify(child.pid)) ?? { pid: child.pid, began: '' };
}

async function readPid(stream: Readable): Promise<number> {
  const lines = createInterface({ input: stream });
  const [line] = (await once(lines, 'line')) as [string];
  lines.close();
  stream.destroy();
  return Number.parseInt(line, 10);
}

/** Streams over pipes have it; the general type does not. */
function unrefStream(stream: Writable & { unref?: () => void }): void {
  stream.unref?.();
}
