import { once } from 'events';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'net';
import type { Place } from '../../integration/harness/faulty-network';

/** Outcome of the connection on which a moment came. */
export type Outcome = 'goes on' | 'breaks' | 'all break';

interface Trap {
  readonly packet: number;
  readonly work: () => Outcome | Promise<Outcome>;
}

/**
 * A network that counts what clients send, over all connections, and does something when the n-th of it comes: before
 * the server sees it. Without a moment that is set it is no more than a relay.
 */
export class CountingWire {
  readonly #listener: Server;
  readonly #target: () => Place;
  readonly #links = new Set<readonly [Socket, Socket]>();
  #packets = 0;
  #traps: readonly Trap[] = [];
  #working: Promise<unknown> = Promise.resolve();

  private constructor(listener: Server, target: () => Place) {
    this.#listener = listener;
    this.#target = target;
    listener.on('connection', (client) => this.#connect(client));
  }

  static async to(target: () => Place): Promise<CountingWire> {
    const listener = createServer({ allowHalfOpen: false });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new CountingWire(listener, target);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Number of packets since the last {@link rest}. */
  get packets(): number {
    return this.#packets;
  }

  /** Counts from 1. */
  at(packet: number, work: () => Outcome | Promise<Outcome>): void {
    this.#traps = [...this.#traps, { packet, work }];
  }

  /** Lets everything through from now on, and waits for what a moment has begun. */
  async rest(): Promise<void> {
    this.#traps = [];
    await this.#working;
    this.#packets = 0;
  }

  async close(): Promise<void> {
    for (const link of this.#links) drop(link);
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #connect(client: Socket): void {
    const server = createConnection(this.#target());
    const link = [client, server] as const;
    this.#links.add(link);
    client.setNoDelay(true).on('data', (bytes) => void this.#fromClient(link, bytes));
    server.setNoDelay(true).on('data', (bytes) => relay(bytes, server, client));
    for (const end of link) {
      end.on('error', () => undefined);
      end.on('close', () => {
        this.#links.delete(link);
        drop(link);
      });
    }
  }

  async #fromClient(link: readonly [Socket, Socket], bytes: Buffer): Promise<void> {
    this.#packets += 1;
    const [client, server] = link;
    const now = this.#packets;
    const met = this.#traps.filter(({ packet }) => packet === now);
    if (met.length > 0) {
      client.pause();
      const fates = Promise.all(met.map(async ({ work }) => await work()));
      this.#working = Promise.all([this.#working, fates]);
      const said = await fates;
      if (said.includes('all break')) for (const other of this.#links) drop(other);
      if (said.some((outcome) => outcome !== 'goes on')) drop(link);
      client.resume();
    }
    if (!server.destroyed) relay(bytes, client, server);
  }
}

function drop(link: readonly [Socket, Socket]): void {
  for (const end of link) end.destroy();
}

function relay(bytes: Buffer, from: Socket, to: Socket): void {
  if (to.destroyed || to.write(bytes)) return;
  from.pause();
  to.once('drain', () => from.resume());
}
