import { createConnection, type Socket } from 'net';
import type { Place } from './faulty-network';
import { Relay } from './relay';

/** Answer of a provider to statements that its server would carry out. */
export interface Refusal {
  readonly statement: RegExp;
  readonly errno: number;
  readonly sqlstate?: string;
  readonly message: string;
}

const COM_QUERY = 3;
/** mysql2 tells MySQL how many attributes a statement has, which is none. */
const NO_ATTRIBUTES = Buffer.from([0, 1]);

/**
 * A provider's gateway on the loopback, before a real server: it answers some statements with errors of its own, and
 * passes on everything else. It reads packets, so its connections must use neither TLS nor compression.
 */
export class ProviderProxy {
  /** Statements that were refused, in order. */
  readonly refused: string[] = [];
  /** Statements of all connections that went through, in order. */
  readonly passed: string[] = [];
  #relay: Relay | null = null;

  static async to(target: Place, refusals: readonly Refusal[]): Promise<ProviderProxy> {
    const proxy = new ProviderProxy();
    proxy.#relay = await Relay.listen((client) => proxy.#connect(client, target, refusals));
    return proxy;
  }

  get port(): number {
    return this.#relay?.port ?? 0;
  }

  async close(): Promise<void> {
    await this.#relay?.close();
  }

  #connect(client: Socket, target: Place, refusals: readonly Refusal[]): Socket {
    const server = createConnection(target);
    let waiting = Buffer.alloc(0);
    server.on('data', (bytes: Buffer) => client.write(bytes));
    client.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      for (;;) {
        const length = waiting.length < 4 ? Infinity : 4 + waiting.readUIntLE(0, 3);
        if (waiting.length < length) return;
        const packet = waiting.subarray(0, length);
        waiting = waiting.subarray(length);
        const statement = statementOf(packet);
        const refusal = refusals.find((one) => statement !== null && one.statement.test(statement));
        if (statement !== null) (refusal === undefined ? this.passed : this.refused).push(statement);
        if (refusal === undefined) server.write(packet);
        else client.write(errorPacket(refusal));
      }
    });
    return server;
  }
}

/** Returns the statement of a COM_QUERY; null for every other packet. */
function statementOf(packet: Buffer): string | null {
  if (packet[3] !== 0 || packet[4] !== COM_QUERY) return null;
  const text = packet.subarray(5);
  return (text.subarray(0, 2).equals(NO_ATTRIBUTES) ? text.subarray(2) : text).toString('utf8');
}

function errorPacket({ errno, sqlstate = 'HY000', message }: Refusal): Buffer {
  const body = Buffer.concat([
    Buffer.from([0xff, errno & 0xff, errno >> 8]),
    Buffer.from(`#${sqlstate}${message}`, 'utf8'),
  ]);
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = 1;
  return Buffer.concat([head, body]);
}
