import { once } from 'events';
import { createServer, type AddressInfo, type Server, type Socket } from 'net';

/**
 * A listener on the loopback, of the test's own, before a server: each end of a connection goes with the other. What
 * is passed on, and in which form, is for those who open the way to the server.
 */
export class Relay {
  readonly #listener: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(listener: Server, open: (client: Socket) => Socket) {
    this.#listener = listener;
    listener.on('connection', (client) => this.#join(client, open(client)));
  }

  /** Listens on a port that is free; `open` connects to the server and passes on what comes. */
  static async listen(open: (client: Socket) => Socket): Promise<Relay> {
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new Relay(listener, open);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #join(client: Socket, server: Socket): void {
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(end);
      end.setNoDelay(true).on('error', () => undefined);
      end.on('close', () => {
        this.#sockets.delete(end);
        other.destroy();
      });
    }
  }
}
