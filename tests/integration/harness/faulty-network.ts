import { once } from 'events';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'net';

/** A moment in a load or at the source of a migration, as it shows on the wire of a connection without TLS. */
export type Moment =
  /** A lane of the source opens its snapshot. */
  | 'snapshot'
  /** The engine asks for rows, or where to cut them. */
  | 'read'
  /** In the middle of the rows of a LOAD DATA. */
  | 'rows'
  | 'commit'
  /** An index build. */
  | 'index'
  /** The count that verifies a table. */
  | 'count'
  /** A control session asks which schemas there are. */
  | 'schemas'
  /** A load writes the first entry of its journal. */
  | 'first-entry'
  /** A load makes a schema to try definitions in. */
  | 'trial'
  /** A dump's control session asks which tables a schema has, when its plan stands. */
  | 'tables'
  /** The control session makes a table. */
  | 'table'
  /** Any session makes a table, but for trials and the journal. */
  | 'made'
  /** The control session makes a view of the dump's, its placeholder aside: routines and events are made. */
  | 'view'
  /** The control session creates an account or a role. */
  | 'account'
  /** The control session puts foreign keys back. */
  | 'foreign-key'
  /** A control session says goodbye. */
  | 'goodbye';

/** COM_QUERY, behind its four bytes of header; mysql2 tells MySQL how many attributes it has, which is none. */
const STATEMENTS: Readonly<Record<Exclude<Moment, 'rows'>, RegExp>> = {
  snapshot: /^[^]{4}\x03START TRANSACTION WITH CONSISTENT SNAPSHOT/,
  read: /^[^]{4}\x03SELECT HIGH_PRIORITY (?!COUNT\()/,
  commit: /^[^]{4}\x03COMMIT$/,
  index: /^[^]{4}\x03ALTER TABLE [^]* ADD /,
  schemas: /^[^]{4}\x03(?:\0\x01)?SELECT SCHEMA_NAME AS name FROM /,
  'first-entry': /^[^]{4}\x03(?:\0\x01)?REPLACE INTO `[^`]*`\.`sluice_load_journal` [^]* VALUES \('load'/,
  trial: /^[^]{4}\x03(?:\0\x01)?CREATE DATABASE [^`]*`sluice_check_/,
  tables: /^[^]{4}\x03(?:\0\x01)?SELECT TABLE_NAME AS name, TABLE_TYPE AS type/,
  count: /^[^]{4}\x03SELECT (?:\(SELECT )?COUNT\(\*\) FROM (?!information_schema)/,
  'foreign-key': /^[^]{4}\x03(?:\0\x01)?ALTER TABLE [^]* ADD CONSTRAINT /,
  table: /^[^]{4}\x03(?:\0\x01)?CREATE TABLE (?![^]*sluice_load_journal)/,
  view: /^[^]{4}\x03(?:\0\x01)?CREATE (?:(?! 1 AS )[^])* VIEW (?![^]* 1 AS )/,
  account: /^[^]{4}\x03(?:\0\x01)?CREATE (?:USER|ROLE) /,
  goodbye: /^\x01\0\0\0\x01$/,
  made: /^[^]{4}\x03(?:\0\x01)?CREATE TABLE `(?:[^`]*`\.`)?sluice-/,
};
const LOAD = /^[^]{4}\x03LOAD DATA LOCAL /;
const LOOKED_AT = 4000;

/** Fault of the connection on which a moment comes. */
export type Fault =
  /** The statement goes nowhere, and the connection stands still until the network is cut. */
  | 'hold'
  /** As `hold`, and the statement goes nowhere on any connection that repeats it. */
  | 'hold-repeated'
  /** The statement waits until {@link FaultyNetwork.release}; whatever else there is goes through. */
  | 'wait'
  /** The statement arrives and is carried out; its answer is swallowed, and then the connection breaks. */
  | 'lose-reply'
  /** From now on nothing goes through, in either direction, and nobody is told. */
  | 'silence'
  /** The statement arrives and its answer begins; behind its first bytes nothing goes through any more. */
  | 'starve';

interface Trap {
  readonly moment: Moment;
  readonly fault: Fault;
  left: number;
  readonly sprung: () => void;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** True after a LOAD DATA of the client: its rows come next. */
  loading: boolean;
  fault: Fault | null;
  /** True while a statement of it waits: its server hears of nothing meanwhile, not even of the client's end. */
  isWaiting: boolean;
}

/** Server behind a network. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * A network between Sluice and a server that breaks when it is told to: a relay on the loopback, of the test's own.
 * It looks at statements, so its connections must not use TLS.
 */
export class FaultyNetwork {
  /** Server behind it; one that was started again has another port. */
  target: Place;
  /** Delay of everything on its way, in ms; the order stays. */
  delayMs = 0;
  /** Bytes that went through, in both directions together. */
  relayedBytes = 0;
  readonly #listener: Server;
  readonly #links = new Set<Link>();
  readonly #deaf = new Set<Socket>();
  #waiting: (() => void)[] = [];
  #traps: Trap[] = [];
  readonly #held = new Set<string>();
  #state: 'whole' | 'cut' | 'silent' = 'whole';

  private constructor(target: Place, listener: Server) {
    this.target = target;
    this.#listener = listener;
    listener.on('connection', (client) => this.#connect(client));
  }

  static async to(target: Place): Promise<FaultyNetwork> {
    const listener = createServer({ allowHalfOpen: false });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new FaultyNetwork(target, listener);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Resolves when the moment has come for the n-th time, on whatever connection, and the fault has happened to it. */
  at(moment: Moment, fault: Fault, times = 1): Promise<void> {
    return new Promise((sprung) => {
      this.#traps.push({ moment, fault, left: times, sprung });
    });
  }

  /** Lets the statements go on that wait. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const pass of waiting) pass();
  }

  /** Every connection breaks, and no new one is let in. */
  cut(): void {
    this.#state = 'cut';
    for (const link of [...this.#links]) this.#drop(link);
  }

  /** Nothing goes through any more, and nobody is told: neither who is connected nor who tries to be. */
  silence(): void {
    this.#state = 'silent';
    for (const link of this.#links) hush(link);
  }

  /** New connections are let through again, without delay; those that were cut or silent stay so. */
  mend(): void {
    this.#state = 'whole';
    this.delayMs = 0;
    this.#traps = [];
    this.#held.clear();
  }

  async close(): Promise<void> {
    this.cut();
    for (const socket of this.#deaf) socket.destroy();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #connect(client: Socket): void {
    client.on('error', () => undefined);
    if (this.#state === 'cut') {
      client.destroy();
      return;
    }
    if (this.#state === 'silent') {
      client.pause();
      this.#deaf.add(client);
      return;
    }
    const server = createConnection(this.target);
    const link: Link = { client, server, loading: false, fault: null, isWaiting: false };
    this.#links.add(link);
    client.setNoDelay(true).on('data', (bytes) => this.#fromClient(link, bytes));
    server.setNoDelay(true).on('data', (bytes) => this.#fromServer(link, bytes));
    server.on('error', () => undefined);
    for (const end of [client, server]) end.on('close', () => this.#ended(link));
  }

  #ended(link: Link): void {
    if (!link.isWaiting) this.#drop(link);
  }

  #drop(link: Link): void {
    this.#links.delete(link);
    link.client.destroy();
    link.server.destroy();
  }

  #fromClient(link: Link, bytes: Buffer): void {
    const text = bytes.toString('latin1', 0, LOOKED_AT);
    if (this.#held.has(text)) {
      hush(link);
      return;
    }
    const trap = this.#sprungBy(link, text);
    if (trap !== undefined) {
      this.#traps = this.#traps.filter((other) => other !== trap);
      link.fault = trap.fault;
      if (trap.fault === 'hold-repeated') this.#held.add(text);
      if (trap.fault === 'wait') this.#delay(link, bytes);
      else if (trap.fault === 'lose-reply' || trap.fault === 'starve') link.server.write(bytes);
      else hush(link);
      trap.sprung();
      return;
    }
    this.#relay(bytes, link.client, link.server);
  }

  #delay(link: Link, bytes: Buffer): void {
    const { client, server } = link;
    link.isWaiting = true;
    client.pause();
    this.#waiting.push(() => {
      link.isWaiting = false;
      if (client.destroyed) {
        server.end(bytes);
        return;
      }
      client.resume();
      relay(bytes, client, server);
    });
  }

  #sprungBy(link: Link, text: string): Trap | undefined {
    const wasLoading = link.loading;
    link.loading = LOAD.test(text);
    const isNow = (moment: Moment) => (moment === 'rows' ? wasLoading : STATEMENTS[moment].test(text));
    const [met] = this.#traps.filter(({ moment }) => isNow(moment));
    if (met === undefined) return undefined;
    met.left -= 1;
    return met.left === 0 ? met : undefined;
  }

  #fromServer(link: Link, bytes: Buffer): void {
    if (link.fault === 'lose-reply') this.#drop(link);
    else this.#relay(bytes, link.server, link.client);
    if (link.fault === 'starve') hush(link);
  }

  #relay(bytes: Buffer, from: Socket, to: Socket): void {
    this.relayedBytes += bytes.length;
    if (this.delayMs === 0) {
      relay(bytes, from, to);
      return;
    }
    from.pause();
    setTimeout(() => {
      from.resume();
      relay(bytes, from, to);
    }, this.delayMs);
  }
}

function hush({ client, server }: Link): void {
  client.pause();
  server.pause();
}

/** As slow as the slower end: nothing piles up here. */
function relay(bytes: Buffer, from: Socket, to: Socket): void {
  if (to.write(bytes)) return;
  from.pause();
  to.once('drain', () => from.resume());
}
