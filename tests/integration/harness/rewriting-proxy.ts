import { createConnection, type Socket } from 'net';
import type { Place } from './faulty-network';
import { Relay } from './relay';

const COM_QUERY = 3;
const HEADER_BYTES = 4;

/** A statement that never arrives as it was sent: what matches is replaced. */
export interface Rewriting {
  readonly what: RegExp;
  /** As for `String.replace`. */
  readonly by: string;
}

interface Behind {
  readonly target: Place;
  readonly rewritings: readonly Rewriting[];
  /** Version that the greeting names instead of the server's. */
  readonly greeting?: string | undefined;
}

/**
 * A proxy on the loopback, of the test's own, that carries out other statements than it was sent and passes on their
 * answers: a lock that becomes `DO 0` is answered with OK and not taken. Connections through it must not use TLS.
 */
export class RewritingProxy {
  /** Number of statements that were changed. */
  changed = 0;
  #relay: Relay | null = null;

  static async to(
    target: Place,
    rewritings: readonly Rewriting[],
    greeting?: string,
  ): Promise<RewritingProxy> {
    const proxy = new RewritingProxy();
    proxy.#relay = await Relay.listen((client) => proxy.#connect(client, { target, rewritings, greeting }));
    return proxy;
  }

  get port(): number {
    return this.#relay?.port ?? 0;
  }

  async close(): Promise<void> {
    await this.#relay?.close();
  }

  #connect(client: Socket, { target, rewritings, greeting }: Behind): Socket {
    const server = createConnection(target);
    let unread = Buffer.alloc(0);
    client.on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      while (unread.length >= HEADER_BYTES) {
        const end = HEADER_BYTES + unread.readUIntLE(0, 3);
        if (unread.length < end) return;
        server.write(this.#rewrite(unread.subarray(0, end), rewritings));
        unread = unread.subarray(end);
      }
    });
    server.once('data', (bytes: Buffer) => {
      client.write(greeting === undefined ? bytes : greetAs(greeting, bytes));
      server.pipe(client);
    });
    return server;
  }

  #rewrite(packet: Buffer, rewritings: readonly Rewriting[]): Buffer {
    if (packet[HEADER_BYTES] !== COM_QUERY) return packet;
    const before = packet.toString('latin1', HEADER_BYTES);
    const after = rewritings.reduce((text, { what, by }) => text.replace(what, by), before);
    if (after === before) return packet;
    this.changed += 1;
    const payload = Buffer.from(after, 'latin1');
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUIntLE(payload.length, 0, 3);
    header.writeUInt8(packet[3] ?? 0, 3);
    return Buffer.concat([header, payload]);
  }
}

/** Changes the version in a greeting: a byte of the protocol's number, and the text with its end. */
function greetAs(version: string, greeting: Buffer): Buffer {
  const at = HEADER_BYTES + 1;
  const rest = greeting.subarray(greeting.indexOf(0, at));
  const payload = Buffer.concat([greeting.subarray(HEADER_BYTES, at), Buffer.from(version), rest]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUIntLE(payload.length, 0, 3);
  return Buffer.concat([header, payload]);
}
