import { once } from 'events';
import { mkdtemp, rm } from 'fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'net';
import { tmpdir } from 'os';
import { join } from 'path';

/**
 * A socket file before a server's own that passes bytes on steadily and slowly, or stops in the middle of many. The
 * kernel counts no bytes of a socket file, unlike those of TCP.
 */
export class SlowSocket {
  readonly #folder: string;
  readonly #listener: Server;
  readonly #sockets = new Set<Socket>();
  readonly #bytesPerMs: number;
  #stopBehind = Infinity;
  #stopped: () => void = () => undefined;

  private constructor(folder: string, listener: Server, bytesPerMs: number) {
    this.#folder = folder;
    this.#listener = listener;
    this.#bytesPerMs = bytesPerMs;
  }

  static async to(serverSocket: string, bytesPerMs: number): Promise<SlowSocket> {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-slow-'));
    const listener = createServer();
    const slow = new SlowSocket(folder, listener, bytesPerMs);
    listener.on('connection', (client) => slow.#join(client, createConnection(serverSocket)));
    listener.listen(slow.path);
    await once(listener, 'listening');
    return slow;
  }

  get path(): string {
    return join(this.#folder, 'slow.sock');
  }

  /** Resolves when a connection has passed more than so many bytes in one direction; nothing goes over it any more. */
  stopBehind(bytes: number): Promise<void> {
    this.#stopBehind = bytes;
    return new Promise((stopped) => {
      this.#stopped = stopped;
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#listener.close();
    await once(this.#listener, 'close');
    await rm(this.#folder, { recursive: true, force: true });
  }

  #join(client: Socket, server: Socket): void {
    this.#pass(client, server);
    this.#pass(server, client);
  }

  #pass(from: Socket, to: Socket): void {
    let passed = 0;
    this.#sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => {
      from.pause();
      passed += bytes.length;
      if (passed > this.#stopBehind) {
        to.pause();
        this.#stopped();
        return;
      }
      to.write(bytes, () => {
        setTimeout(() => from.resume(), bytes.length / this.#bytesPerMs);
      });
    });
  }
}
