import { once } from 'events';
import { mkdtemp, rm, writeFile } from 'fs/promises';
import { connect as connectTo } from 'net';
import { tmpdir } from 'os';
import { join } from 'path';
import { text } from 'stream/consumers';
import { findFreePort } from '../../app/catalog/connect/free-port';
import { runKept, type KeptProcess } from '../../app/sandbox/keeper';
import { debianProgram } from './debian-program';

/** A server behind HAProxy. */
export interface Backend {
  readonly port: number;
  /** Port at which HAProxy asks whether it is there, where that is another one. */
  readonly checkedAt?: number;
}

/** Rule by which new connections are spread: in turn, by the client's address, or all to the first that is there. */
export type Balance = 'roundrobin' | 'source' | 'first';

/** Only ends a wait for what will never come. */
const GIVE_UP_AFTER_MS = 60_000;

/** A real HAProxy of the test's own, in TCP mode on 127.0.0.1: set-up has unpacked it, or it is the system's. */
export class Haproxy {
  readonly port: number;
  readonly #folder: string;
  readonly #kept: KeptProcess;

  private constructor(port: number, folder: string, kept: KeptProcess) {
    this.port = port;
    this.#folder = folder;
    this.#kept = kept;
  }

  static async over(backends: readonly Backend[], balance: Balance): Promise<Haproxy> {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-haproxy-'));
    const port = await findFreePort();
    const config = join(folder, 'haproxy.cfg');
    await writeFile(config, configuration(backends, { balance, port, socket: join(folder, 'admin') }));
    const command = [...debianProgram('haproxy-2.6', 'haproxy'), '-db', '-f', config];
    const kept = await runKept({ command, log: join(folder, 'log'), input: '/dev/null', sweep: folder });
    const haproxy = new Haproxy(port, folder, kept);
    await haproxy.#until(async () => (await haproxy.states()).every((state) => state === 'UP'));
    return haproxy;
  }

  /** State of each backend, such as `UP`, `DOWN` and `DRAIN`. */
  async states(): Promise<readonly string[]> {
    const [head = '', ...lines] = (await this.#tell('show stat')).trim().split('\n');
    const names = head.replace(/^# /, '').split(',');
    const rows = lines.map((line) => line.split(','));
    const servers = rows.filter((row) => /^s\d/.test(row[names.indexOf('svname')] ?? ''));
    return servers.map((row) => row[names.indexOf('status')] ?? '');
  }

  /** From now on new connections go to the others; those that are there stay. */
  async drain(backend: number): Promise<void> {
    await this.#tell(`set server all/s${backend} state drain`);
  }

  /** Waits until HAProxy has seen a backend go or come back. */
  async untilSeen(backend: number, wanted: 'UP' | 'DOWN'): Promise<void> {
    await this.#until(async () => (await this.states())[backend] === wanted);
  }

  async stop(): Promise<void> {
    await this.#kept.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #tell(command: string): Promise<string> {
    const socket = connectTo(join(this.#folder, 'admin'));
    await once(socket, 'connect');
    socket.end(`${command}\n`);
    return await text(socket);
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    for (let waited = 0; !(await holds().catch(() => false)); waited += 50) {
      if (waited > GIVE_UP_AFTER_MS) throw new Error('HAProxy does not get there');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Through its own loader where set-up has unpacked it. */
interface Frontend {
  readonly balance: Balance;
  readonly port: number;
  readonly socket: string;
}

function configuration(backends: readonly Backend[], { balance, port, socket }: Frontend): string {
  const servers = backends.map(
    ({ port: to, checkedAt }, at) =>
      `  server s${at} 127.0.0.1:${to} check ${checkedAt === undefined ? '' : `port ${checkedAt} `}inter 100 fall 1 rise 1 on-marked-down shutdown-sessions`,
  );
  const lines = [
    'global',
    `  stats socket ${socket} level admin`,
    'defaults',
    '  mode tcp',
    '  timeout connect 10s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen all',
    `  bind 127.0.0.1:${port}`,
    `  balance ${balance}`,
    '  option redispatch',
    ...servers,
  ];
  return `${lines.join('\n')}\n`;
}
