import { createConnection, type Socket } from 'net';
import type { Place } from './faulty-network';
import { Relay } from './relay';

/** Answer of a provider to statements that its server would carry out. */
export interface Refusal {
  readonly statement: RegExp;
  /** True where it is the answer to a call of several statements. */
  readonly toSeveral?: boolean;
  readonly errno: number;
  readonly sqlstate?: string;
  readonly message: string;
}

const COM_QUERY = 3;
/** Between the statements of one call. */
const BETWEEN_STATEMENTS = ';\n';
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
  /** Calls of all connections, in order: the statements of each. */
  readonly calls: (readonly string[])[] = [];
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
        const answer = this.#judge(packet, refusals);
        (answer.to === 'server' ? server : client).write(answer.packet);
      }
    });
    return server;
  }

  /** Returns what becomes of a packet. Of several statements in one, the server itself raises the error of a refusal. */
  #judge(packet: Buffer, refusals: readonly Refusal[]): Judged {
    const start = startOfStatement(packet);
    if (start === null) return { to: 'server', packet };
    const statements = packet.toString('utf8', start).split(BETWEEN_STATEMENTS);
    this.calls.push(statements);
    const toSeveral = statements.length > 1 ? refusals.find((one) => one.toSeveral) : undefined;
    if (toSeveral !== undefined) {
      this.refused.push(...statements);
      return { to: 'client', packet: errorPacket(toSeveral) };
    }
    const refusalOf = (statement: string) =>
      refusals.find((one) => !one.toSeveral && one.statement.test(statement));
    for (const statement of statements)
      (refusalOf(statement) === undefined ? this.passed : this.refused).push(statement);
    const [first] = statements.flatMap((statement) => refusalOf(statement) ?? []);
    if (first === undefined) return { to: 'server', packet };
    if (statements.length === 1) return { to: 'client', packet: errorPacket(first) };
    const raised = statements.map((statement) => raising(refusalOf(statement)) ?? statement);
    const body = Buffer.concat([packet.subarray(4, start), Buffer.from(raised.join(BETWEEN_STATEMENTS))]);
    return { to: 'server', packet: Buffer.concat([headOf(body, 0), body]) };
  }
}

interface Judged {
  readonly to: 'server' | 'client';
  readonly packet: Buffer;
}

/** Returns where the statement of a COM_QUERY starts; null for every other packet. */
function startOfStatement(packet: Buffer): number | null {
  if (packet[3] !== 0 || packet[4] !== COM_QUERY) return null;
  return packet.subarray(5, 7).equals(NO_ATTRIBUTES) ? 7 : 5;
}

function raising(refusal: Refusal | undefined): string | null {
  if (refusal === undefined) return null;
  const { errno, sqlstate = 'HY000', message } = refusal;
  return `SIGNAL SQLSTATE '${sqlstate}' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = '${message}'`;
}

function errorPacket({ errno, sqlstate = 'HY000', message }: Refusal): Buffer {
  const body = Buffer.concat([
    Buffer.from([0xff, errno & 0xff, errno >> 8]),
    Buffer.from(`#${sqlstate}${message}`, 'utf8'),
  ]);
  return Buffer.concat([headOf(body, 1), body]);
}

function headOf(body: Buffer, sequence: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = sequence;
  return head;
}
