import { once } from 'events';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'net';
import type { Place } from './faulty-network';

/** A load balancer on the loopback, of the test's own: each connection goes to the next of several servers. */
export class RoundRobin {
  readonly #listener: Server;
  readonly #sockets = new Set<Socket>();
  #places: readonly Place[];
  #connections = 0;

  private constructor(places: readonly Place[], listener: Server) {
    this.#places = places;
    this.#listener = listener;
    listener.on('connection', (client) => this.#connect(client));
  }

  static async over(places: readonly Place[]): Promise<RoundRobin> {
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new RoundRobin(places, listener);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Number of connections so far. */
  get connections(): number {
    return this.#connections;
  }

  /** From now on new connections go to these; those that are there stay. */
  lead(places: readonly Place[]): void {
    this.#places = places;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #connect(client: Socket): void {
    const place = this.#places[this.#connections % this.#places.length];
    this.#connections += 1;
    if (place === undefined) throw new Error('The balancer leads nowhere');
    const server = createConnection(place);
    client.pipe(server).pipe(client);
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
