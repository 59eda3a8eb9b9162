import { createConnection, type Socket } from 'net';
import type { Place } from './faulty-network';
import { Relay } from './relay';

/** A load balancer on the loopback, of the test's own: each connection goes to the next of several servers. */
export class RoundRobin {
  #places: readonly Place[];
  #connections = 0;
  #relay: Relay | null = null;

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  static async over(places: readonly Place[]): Promise<RoundRobin> {
    const balancer = new RoundRobin(places);
    balancer.#relay = await Relay.listen((client) => balancer.#connect(client));
    return balancer;
  }

  get port(): number {
    return this.#relay?.port ?? 0;
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
    await this.#relay?.close();
  }

  #connect(client: Socket): Socket {
    const place = this.#places[this.#connections % this.#places.length];
    this.#connections += 1;
    if (place === undefined) throw new Error('The balancer leads nowhere');
    const server = createConnection(place);
    client.pipe(server).pipe(client);
    return server;
  }
}
