import { createServer, type AddressInfo, type Server, type Socket } from 'net';

/** Capabilities of the protocol (MySQL's "Capabilities Flags") that a greeting here is made of. */
const CAPABILITIES = {
  longPassword: 1,
  connectWithDb: 8,
  localFiles: 128,
  protocol41: 512,
  ssl: 2048,
  transactions: 8192,
  secureConnection: 32768,
  multiStatements: 1 << 16,
  multiResults: 1 << 17,
  pluginAuth: 1 << 19,
  connectAttributes: 1 << 20,
  lengthEncodedAuth: 1 << 21,
} as const;

const SCRAMBLE = Buffer.from('abcdefghijklmnopqrst');
const UTF8MB4 = 45;
const AUTOCOMMIT = 2;

export interface FakeWish {
  /** The plugin that the greeting names. */
  readonly plugin?: string;
  /** True if the greeting offers TLS; nothing more of TLS is there. */
  readonly offersTls?: boolean;
  /** Error in place of a greeting. */
  readonly refuses?: { readonly number: number; readonly message: string };
  /** The conversation after the greeting; the connection is closed after it. */
  readonly talk: (client: FakeClient) => Promise<void>;
}

/**
 * A server of MySQL's protocol that says what a test wants and notes every byte that it hears. It is on 127.0.0.1, with
 * no account, no data and no rule.
 */
export class FakeServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #heard: Buffer[] = [];
  readonly #talks: Promise<void>[] = [];
  #connections = 0;

  private constructor(wish: FakeWish) {
    this.#server = createServer((socket) => {
      this.#connections += 1;
      this.#sockets.add(socket);
      socket.on('data', (bytes: Buffer) => this.#heard.push(bytes));
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      this.#talks.push(converse(socket, wish));
    });
  }

  static async start(wish: FakeWish): Promise<FakeServer> {
    const fake = new FakeServer(wish);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Number of connections so far. */
  get connections(): number {
    return this.#connections;
  }

  /** All that any client has sent, as Latin-1. */
  get heard(): string {
    return Buffer.concat(this.#heard).toString('latin1');
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.all(this.#talks);
  }
}

async function converse(socket: Socket, wish: FakeWish): Promise<void> {
  const client = new FakeClient(socket);
  if (wish.refuses !== undefined) {
    client.refuse(wish.refuses.number, wish.refuses.message);
    socket.end();
    return;
  }
  client.send(greeting(wish));
  try {
    await wish.talk(client);
  } catch (error) {
    // A client that goes away is how most attacks should end.
    if (!(error instanceof ClientGone)) throw error;
  } finally {
    socket.end();
  }
}

class ClientGone extends Error {}

/** One client, packet by packet. */
export class FakeClient {
  readonly #socket: Socket;
  readonly #waiting: (() => void)[] = [];
  #unread = Buffer.alloc(0);
  #isOver = false;
  #sequence = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    const wake = () => {
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
    socket.on('data', (bytes: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, bytes]);
      wake();
    });
    socket.on('close', () => {
      this.#isOver = true;
      wake();
    });
  }

  /** Sends a packet; `at` is its number where it should not be the next one. */
  send(payload: Buffer, at = this.#sequence): void {
    const head = Buffer.alloc(4);
    head.writeUIntLE(payload.length, 0, 3);
    head.writeUInt8(at & 0xff, 3);
    this.#sequence = (at + 1) & 0xff;
    this.#socket.write(Buffer.concat([head, payload]));
  }

  /** Sends a packet that comes `times` over, until the client is gone. */
  async sendMany(payload: Buffer, times: number): Promise<void> {
    const BATCH = 1000;
    for (let sent = 0; sent < times; sent += BATCH) {
      if (this.#isOver || this.#socket.destroyed) throw new ClientGone();
      this.#socket.cork();
      for (let at = 0; at < Math.min(BATCH, times - sent); at += 1) this.send(payload);
      this.#socket.uncork();
      if (this.#socket.writableNeedDrain) await this.#drained();
    }
  }

  /** The client's next packet. */
  async read(): Promise<Buffer> {
    const head = await this.#take(4);
    this.#sequence = (head.readUInt8(3) + 1) & 0xff;
    return await this.#take(head.readUIntLE(0, 3));
  }

  /** Asks for another way to sign in, and reads what the client makes of it. */
  async switchTo(plugin: string): Promise<Buffer> {
    this.send(Buffer.concat([Buffer.from([0xfe]), cString(plugin), SCRAMBLE, Buffer.from([0])]));
    return await this.read();
  }

  ok(): void {
    this.send(Buffer.from([0, 0, 0, AUTOCOMMIT, 0, 0, 0]));
  }

  refuse(number: number, message: string): void {
    const head = Buffer.from([0xff, number & 0xff, number >> 8]);
    this.send(Buffer.concat([head, Buffer.from(`#HY000${message}`)]));
  }

  /** Resolves when the network takes more, or when nobody is there any more. */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      this.#socket.once('drain', done).once('close', done);
    });
  }

  async #take(count: number): Promise<Buffer> {
    while (this.#unread.length < count) {
      if (this.#isOver) throw new ClientGone();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const taken = this.#unread.subarray(0, count);
    this.#unread = this.#unread.subarray(count);
    return taken;
  }
}

function greeting({ plugin = 'mysql_native_password', offersTls = false }: FakeWish): Buffer {
  const { ssl, ...plain } = CAPABILITIES;
  const capabilities = Object.values(plain).reduce((sum, flag) => sum | flag, offersTls ? ssl : 0);
  const [low, high] = [Buffer.alloc(2), Buffer.alloc(2)];
  low.writeUInt16LE(capabilities & 0xffff, 0);
  high.writeUInt16LE(capabilities >>> 16, 0);
  return Buffer.concat([
    Buffer.from([10]),
    cString('8.4.0'),
    Buffer.from([1, 0, 0, 0]),
    SCRAMBLE.subarray(0, 8),
    Buffer.from([0]),
    low,
    Buffer.from([UTF8MB4, AUTOCOMMIT, 0]),
    high,
    Buffer.from([SCRAMBLE.length + 1]),
    Buffer.alloc(10),
    SCRAMBLE.subarray(8),
    Buffer.from([0]),
    cString(plugin),
  ]);
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}
