import { once } from 'events';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'net';
import type { Place } from '../faulty-network';
import { answersInOwnWords, heardBy, inNewWords, inOldWords, numberOf, wordsOf } from './dialect';
import { denial } from './lacks';
import { bytesOf, errorPacket, PacketReader, rowOf, textsOf, type Packet } from './packets';

const COM_QUERY = 0x03;
const BETWEEN_STATEMENTS = ';\n';
const [OK, LOCAL_FILE, FAILED] = [0x00, 0xfb, 0xff];

/** Capabilities of the protocol by their bit, and the first version that offers each; null: not through this proxy. */
const CAPABILITIES: readonly (readonly [bit: number, since: number | null])[] = [
  ...[5, 11, 26].map((bit) => [bit, null] as const),
  ...[[23, 50_704] as const, [24, 50_705] as const],
  ...[[25, 80_003] as const, [27, 80_023] as const, [28, 80_027] as const],
];

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  state: 'greeting' | 'sign-in' | 'commands' | 'local-file';
  /** True while the answer to a statement comes that is the server's own words. */
  speaks: boolean;
  /** True until the first packet of an answer. */
  isFirst: boolean;
}

/**
 * A MySQL 9.7 that speaks as an older version: a proxy that greets as it, denies what it lacks, takes what it took and
 * prints what it printed, as far as Sluice asks. Its rows are the real server's. No TLS and no compression.
 */
export class SpokenVersion {
  readonly #version: string;
  readonly #number: number;
  readonly #target: Place;
  readonly #listener: Server;
  readonly #links = new Set<Link>();
  readonly #denied: string[] = [];

  private constructor(version: string, target: Place, listener: Server) {
    this.#version = version;
    this.#number = numberOf(version);
    this.#target = target;
    this.#listener = listener;
    listener.on('connection', (client) => this.#connect(client));
  }

  static async of(target: Place, version: string): Promise<SpokenVersion> {
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new SpokenVersion(version, target, listener);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** The statements that were denied, each with the error's words. */
  get denied(): readonly string[] {
    return this.#denied;
  }

  async close(): Promise<void> {
    for (const { client, server } of this.#links) for (const end of [client, server]) end.destroy();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #connect(client: Socket): void {
    const server = createConnection(this.#target);
    const link: Link = { client, server, state: 'greeting', speaks: false, isFirst: false };
    this.#links.add(link);
    const [fromClient, fromServer] = [new PacketReader(), new PacketReader()];
    client.setNoDelay(true).on('data', (bytes: Buffer) => {
      for (const packet of fromClient.take(bytes)) this.#hear(link, packet);
    });
    server.setNoDelay(true).on('data', (bytes: Buffer) => {
      for (const packet of fromServer.take(bytes)) client.write(bytesOf(this.#answer(link, packet)));
    });
    for (const end of [client, server]) {
      end.on('error', () => undefined);
      end.on('close', () => {
        this.#links.delete(link);
        client.destroy();
        server.destroy();
      });
    }
  }

  #hear(link: Link, packet: Packet): void {
    const { payload, sequence } = packet;
    if (link.state === 'local-file' && payload.length === 0) link.state = 'commands';
    if (link.state === 'sign-in' && sequence === 1) {
      link.server.write(bytesOf({ sequence, payload: this.#response(payload) }));
      return;
    }
    if (link.state !== 'commands' || sequence !== 0 || payload[0] !== COM_QUERY) {
      link.server.write(bytesOf(packet));
      return;
    }
    link.isFirst = true;
    // With query attributes: their number, and that of their sets.
    const start = payload[1] === 0 && payload[2] === 1 ? 3 : 1;
    const statement = payload.toString('latin1', start);
    // Each statement of a call is denied by its own words.
    const words = statement.split(BETWEEN_STATEMENTS).map((one) => wordsOf(heardBy(this.#number, one)));
    const [error] = words.flatMap((one) => denial(one, this.#number) ?? []);
    if (error !== undefined) {
      this.#denied.push(`${error.message}: ${statement}`);
      link.client.write(bytesOf({ sequence: 1, payload: errorPacket(error) }));
      return;
    }
    link.speaks = words.some(answersInOwnWords);
    const now = Buffer.from(inNewWords(this.#version, statement), 'latin1');
    link.server.write(bytesOf({ sequence, payload: Buffer.concat([payload.subarray(0, start), now]) }));
  }

  #answer(link: Link, packet: Packet): Packet {
    const { payload, sequence } = packet;
    const [kind] = payload;
    switch (link.state) {
      case 'greeting':
        link.state = 'sign-in';
        return kind === FAILED ? packet : { sequence, payload: this.#greeting(payload) };
      case 'sign-in':
        if (kind === OK) link.state = 'commands';
        return packet;
      case 'commands':
        if (link.isFirst && kind === LOCAL_FILE) link.state = 'local-file';
        link.isFirst = false;
        return link.speaks ? { sequence, payload: this.#inOldWords(payload) } : packet;
      case 'local-file':
        return packet;
    }
  }

  /** Replaces version and capabilities (MySQL manual, "Protocol::HandshakeV10"). */
  #greeting(payload: Buffer): Buffer {
    const end = payload.indexOf(0);
    const rest = Buffer.from(payload.subarray(end));
    const [low, high] = [14, 19];
    const before = rest.readUInt16LE(low) + rest.readUInt16LE(high) * 2 ** 16;
    const flags = this.#offered(before);
    rest.writeUInt16LE(flags & 0xffff, low);
    rest.writeUInt16LE(flags >>> 16, high);
    return Buffer.concat([payload.subarray(0, 1), Buffer.from(this.#version), rest]);
  }

  /** Clears what was not offered: an older server takes no notice of it. */
  #response(payload: Buffer): Buffer {
    const response = Buffer.from(payload);
    response.writeUInt32LE(this.#offered(response.readUInt32LE(0)), 0);
    return response;
  }

  #offered(flags: number): number {
    const absent = CAPABILITIES.filter(([, since]) => since === null || this.#number < since);
    return absent.reduce((left, [bit]) => (left & (2 ** bit) ? left - 2 ** bit : left), flags);
  }

  #inOldWords(payload: Buffer): Buffer {
    const texts = textsOf(payload);
    if (texts === null) return payload;
    const old = (text: Buffer | null) =>
      text === null ? null : Buffer.from(inOldWords(this.#number, text.toString('latin1')), 'latin1');
    return rowOf(texts.map(old));
  }
}
