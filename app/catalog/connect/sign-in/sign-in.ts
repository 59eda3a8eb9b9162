import { authPlugins, type AuthPlugin, type Connection } from 'mysql2';
import type { SignInRefusal } from '../../../engine/sign-in/refusal';
import { signEd25519 } from './ed25519';
import { answerParsec } from './parsec';

/** Facts about a connection that decide what may be said over it. */
export interface Line {
  /** As `user@host:port`. */
  readonly server: string;
  /** Passwords of the account's factors, the first one first. */
  readonly passwords: readonly string[];
  /** TLS has verified the server's certificate. */
  readonly isVerified: boolean;
  /** A key that the server sends may be taken: the line is encrypted, or stays on this machine or within ssh. */
  readonly mayTakeKey: boolean;
}

/** Packets of MySQL's protocol between two methods ("Connection Phase"). */
const SWITCH = 0xfe;
const NEXT_FACTOR = 2;
/** A server of before 5.5 asks for it by a packet without a name. */
const OLD_PASSWORD = 'mysql_old_password';
/** Types of the questions of MariaDB's `dialog` begin with these (plugin/auth_dialog); none is the next factor. */
const QUESTIONS: readonly number[] = [2, 3, 4, 5];

type Answer = (packet: Buffer) => Buffer;

/**
 * One sign-in by mysql2, with the same rules as the engine's (auth_guard.h): the password itself is said only to a
 * server that TLS has verified; a key out of an unencrypted network is not taken; a method that nobody knows gets an
 * empty answer, after which MariaDB may go on to another one of the account.
 */
export class SignIn {
  readonly #line: Line;
  #factor = 1;
  #method = '';
  #declined = '';
  #refusal: SignInRefusal | null = null;

  constructor(line: Line) {
    this.#line = line;
  }

  /** Methods for mysql2's `authPlugins`. It asks for any name; those that it knows better itself are left out. */
  get plugins(): Record<string, AuthPlugin> {
    const own: Record<string, AuthPlugin> = {
      client_ed25519: this.#answering(() => (nonce) => this.#ed25519(nonce)),
      parsec: this.#answering(() => this.#parsec()),
      mysql_clear_password: this.#answering(() => () => this.#passwordItself()),
      dialog: this.#answering(() => this.#dialog()),
      ...(!this.#line.mayTakeKey && this.#withoutKeys()),
    };
    return new Proxy(own, {
      get: (known, name: string) => known[name] ?? this.#declining(name),
      getOwnPropertyDescriptor: (known, name: string) => {
        if (STANDARD.has(name) && known[name] === undefined) return undefined;
        return { value: known[name] ?? this.#declining(name), configurable: true, enumerable: true };
      },
    });
  }

  /** Follows the server's requests; returns the function that ends it, for when the sign-in is over. */
  follow(connection: Connection): () => void {
    const handler = connection as unknown as PacketHandler;
    const handle = handler.handlePacket.bind(handler);
    handler.handlePacket = (packet) => {
      if (packet === undefined || this.#take(handler, packet)) handle(packet);
    };
    return () => {
      handler.handlePacket = handle;
    };
  }

  /** Explains a sign-in that the server or this client refused. */
  refusal(): SignInRefusal {
    if (this.#refusal !== null) return this.#refusal;
    if (this.#declined !== '') return { ...this.#because('unknown-method'), method: this.#declined };
    return this.#because(this.#password === null ? 'factor-unknown' : 'refused');
  }

  /** Returns false for a packet that mysql2 must not see. */
  #take(handler: PacketHandler, packet: Packet): boolean {
    const { _command: handshake } = handler;
    const kind = packet.peekByte() ?? 0;
    if (!isAuthenticating(handshake)) return true;
    if (this.#method === 'dialog' && QUESTIONS.includes(kind)) {
      this.#noteQuestion(packet.buffer.subarray(packet.offset, packet.end));
      handler._handleFatalError(refusedError());
      handler.stream.destroy();
      return false;
    }
    const hasFactors = handshake.authenticationFactor > 0;
    if (kind !== SWITCH && !(kind === NEXT_FACTOR && hasFactors)) return true;
    if (kind === NEXT_FACTOR) this.#factor += 1;
    // mysql2 counts requests for another method among the factors, and not the first method without one (3.24).
    if (hasFactors) handshake.authenticationFactor = this.#factor;
    this.#method = nameIn(packet);
    return true;
  }

  get #password(): string | null {
    return this.#line.passwords[this.#factor - 1] ?? null;
  }

  #because(reason: SignInRefusal['reason']): SignInRefusal {
    const { server } = this.#line;
    return { reason, method: this.#method, factor: this.#factor, question: '', server };
  }

  #refuse(reason: SignInRefusal['reason']): never {
    this.#refusal = this.#because(reason);
    throw refusedError();
  }

  #answering(begin: () => Answer): AuthPlugin {
    return () => begin();
  }

  /** mysql2 sends no answer for null, and an empty packet for an empty one. */
  #declining(name: string): AuthPlugin {
    return this.#answering(() => () => {
      this.#declined = this.#declined === '' ? name : this.#declined;
      return Buffer.alloc(0);
    });
  }

  /** MariaDB 11 wraps a further question as more data of the method; before, it comes as a packet of its own. */
  #dialog(): Answer {
    let isFirst = true;
    return (question) => {
      if (!isFirst) {
        this.#noteQuestion(question);
        throw refusedError();
      }
      isFirst = false;
      return this.#passwordItself();
    };
  }

  /** Its first byte is the question's type. */
  #noteQuestion(packet: Buffer): void {
    const question = packet.toString('utf8', 1).replace(/\0+$/, '');
    this.#refusal = { ...this.#because('another-question'), question };
  }

  #ed25519(nonce: Buffer): Buffer {
    return signEd25519(Buffer.from(this.#password ?? ''), nonce);
  }

  #parsec(): Answer {
    let nonce: Buffer | null = null;
    return (packet) => {
      if (nonce === null) {
        nonce = Buffer.from(packet);
        // Asks for the salt.
        return Buffer.alloc(0);
      }
      const answer = answerParsec(this.#password ?? '', nonce, packet);
      return answer ?? this.#refuse('unknown-method');
    };
  }

  #passwordItself(): Buffer {
    if (!this.#line.isVerified) this.#refuse('password-itself');
    if (this.#password === null) this.#refuse('factor-unknown');
    return Buffer.from(`${this.#password}\0`);
  }

  #withoutKeys(): Record<string, AuthPlugin> {
    const onServerPublicKey = () => this.#refuse('wire-key');
    return {
      caching_sha2_password: authPlugins.caching_sha2_password({ onServerPublicKey }),
      sha256_password: authPlugins.sha256_password({ onServerPublicKey }),
    };
  }
}

/** Methods that mysql2 answers itself. */
const STANDARD: ReadonlySet<string> = new Set([
  'mysql_native_password',
  'caching_sha2_password',
  'sha256_password',
]);

/** Its words are replaced by those of the refusal. */
function refusedError(): Error {
  return Object.assign(new Error(), { code: 'AUTH_SWITCH_PLUGIN_ERROR', fatal: true });
}

/** Parts of mysql2's connection, handshake and packet (3.24). */
interface PacketHandler {
  handlePacket(packet?: Packet): void;
  _handleFatalError(error: Error): void;
  readonly _command?: object | null;
  readonly stream: { destroy(): void };
}

interface Packet {
  readonly buffer: Buffer;
  readonly offset: number;
  readonly end: number;
  peekByte(): number | undefined;
}

interface Handshake {
  authenticationFactor: number;
}

/** Returns whether the greeting is over and the server's verdict has not come. */
function isAuthenticating(command: object | null | undefined): command is Handshake {
  return (
    command !== null &&
    command !== undefined &&
    'authenticationFactor' in command &&
    (command as { readonly handshake?: unknown }).handshake !== null
  );
}

function nameIn({ buffer, offset, end }: Packet): string {
  const ending = buffer.indexOf(0, offset + 1);
  const name = buffer.toString('latin1', offset + 1, ending < 0 ? end : Math.min(ending, end));
  return name === '' ? OLD_PASSWORD : name;
}
