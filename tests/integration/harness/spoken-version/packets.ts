/** One packet of MySQL's protocol (its manual, "MySQL Packets"). */
export interface Packet {
  readonly sequence: number;
  readonly payload: Buffer;
}

const HEAD = 4;

/** Cuts a stream of bytes into packets. */
export class PacketReader {
  #unread = Buffer.alloc(0);

  /** Returns the packets that are complete with these bytes. */
  take(bytes: Buffer): readonly Packet[] {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    const packets: Packet[] = [];
    while (this.#unread.length >= HEAD) {
      const end = HEAD + this.#unread.readUIntLE(0, 3);
      if (this.#unread.length < end) break;
      packets.push({ sequence: this.#unread.readUInt8(3), payload: this.#unread.subarray(HEAD, end) });
      this.#unread = this.#unread.subarray(end);
    }
    return packets;
  }
}

export function bytesOf({ sequence, payload }: Packet): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUIntLE(payload.length, 0, 3);
  head.writeUInt8(sequence, 3);
  return Buffer.concat([head, payload]);
}

/** Error of a server: its number, its SQL state and its words. */
export interface ServerError {
  readonly number: number;
  readonly state: string;
  readonly message: string;
}

export function errorPacket({ number, state, message }: ServerError): Buffer {
  return Buffer.concat([Buffer.from([0xff, number & 0xff, number >> 8]), Buffer.from(`#${state}${message}`)]);
}

/** Reads a payload that is nothing but length-encoded texts, as a row is; null for any other. */
export function textsOf(payload: Buffer): readonly (Buffer | null)[] | null {
  const texts: (Buffer | null)[] = [];
  let at = 0;
  while (at < payload.length) {
    const first = payload.readUInt8(at);
    const size = { 0xfb: 0, 0xfc: 2, 0xfd: 3, 0xfe: 6 }[first] ?? 0;
    if (first === 0xff || at + 1 + size > payload.length) return null;
    const length = size === 0 ? first : payload.readUIntLE(at + 1, size);
    // NULL; lengths of eight bytes have their two highest at zero here.
    const start = at + 1 + (first === 0xfe ? 8 : size);
    if (first === 0xfb) texts.push(null);
    else if (start + length > payload.length) return null;
    else texts.push(payload.subarray(start, start + length));
    at = first === 0xfb ? start : start + length;
  }
  return texts;
}

/** The reverse of {@link textsOf}. */
export function rowOf(texts: readonly (Buffer | null)[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => (text === null ? [Buffer.from([0xfb])] : [lengthOf(text), text])),
  );
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0xfb) return Buffer.from([length]);
  const size = length < 1 << 16 ? 2 : 3;
  const bytes = Buffer.alloc(1 + size);
  bytes.writeUInt8(size === 2 ? 0xfc : 0xfd, 0);
  bytes.writeUIntLE(length, 1, size);
  return bytes;
}
