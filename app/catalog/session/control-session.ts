import type { Connection, QueryError } from 'mysql2';
import type { Duplex } from 'stream';
import { sessionFailures, sessionText } from '../../text/catalog/session';
import {
  answersOf,
  askAhead,
  callsOf,
  isOfCall,
  type Answers,
  type Asker,
  type StatementsPerCall,
} from './answers';
import { identify, identityQuery, type ConnectionIdentity } from './process-list';
import { quoteName } from '../text/quote';
import { isProxy, type CautionKind } from '../server/impostors';
import type { ServerFacts } from '../server/server';
import type { ServerVersion } from '../server/dialect';
import type { EngineLaneVariable } from '../../engine/specs';
import { steadyNow } from '../../engine/steady-clock';
import type { Row } from './row';
import { readServer } from './server-facts';
import { cut, refusalOf, statementError } from './statement-failure';
import {
  FIRST_VARIABLES,
  holds,
  readingVariables,
  UNLIMITED_TIME,
  type SessionVariableRule,
} from './variables';

/** Collation by which mysql2 sends each character of a statement as one byte. */
const BINARY = 63;
const GOODBYE_WITHIN_MS = 3000;

/** Silence after which the server ends a session, and interval at which a living client breaks it. */
export interface Heartbeat {
  readonly silenceSeconds: number;
  readonly everyMs: number;
}

/** Facts that a session has found out about its server, for further sessions of the same account. */
export interface KnownServer {
  readonly server: ServerFacts;
  readonly caution: CautionKind | null;
  /** Identity of the server process. */
  readonly process: string;
  /** Variables that the session has set so far. */
  readonly changed: readonly SessionVariableRule[];
}

/** Variables that a session is to have on a server. */
export type SessionRules = (server: ServerVersion) => readonly SessionVariableRule[];

/** A connection that is signed in. */
export interface SignedIn {
  readonly connection: Connection;
  readonly perCall: StatementsPerCall;
}

const HEARTBEAT: Heartbeat = { silenceSeconds: 60, everyMs: 20_000 };

/**
 * One signed-in connection for metadata, DDL and locks. Statements run one after the other. Every failure is a
 * `SluiceError` that carries the statement and the server's error number.
 */
export class ControlSession {
  #server: ServerFacts;
  /** A proxy, or a server that differs from MySQL in its consistency; null for MySQL and MariaDB themselves. */
  readonly caution: CautionKind | null;
  readonly #connection: Connection;
  readonly #perCall: StatementsPerCall;
  /** True while several statements are tried in one call. */
  #takesMany: boolean;
  /** Resolves when the connection has ended: from then on it answers no goodbye. */
  readonly #ended: Promise<void>;
  /** Number of running `inBytes` calls, and the current form of results: the next statement may want the same. */
  #inBytes = 0;
  #results: 'text' | 'bytes' = 'text';
  #pending = 0;
  #shortestAnswerMs = Infinity;
  #turn = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  #identity: ConnectionIdentity | null = null;
  #changed: readonly SessionVariableRule[] = [];
  /** The default schema, where it is known. */
  #schema: string | null = null;

  private constructor({ connection, perCall }: SignedIn, server: ServerFacts, caution: CautionKind | null) {
    this.#connection = connection;
    this.#perCall = perCall;
    this.#takesMany = perCall === 'many';
    this.#server = server;
    this.caution = caution;
    this.#ended = new Promise((resolve) => {
      connection.once('error', () => resolve());
      streamOf(connection).once('end', resolve).once('close', resolve);
    });
    void this.#ended.then(() => this.#stopHeartbeat());
  }

  /**
   * Takes over a connected connection, reads the server's facts and applies session hygiene. Where the connection leads to a
   * `known` server that takes three questions instead of nine, and one call where the session takes many: far away each
   * call takes longer than its answer.
   */
  static async over(
    signedIn: SignedIn,
    known: KnownServer | null = null,
    rules: SessionRules = readingVariables,
  ): Promise<ControlSession> {
    return (
      (known && (await ControlSession.#again(signedIn, known, rules))) ??
      (await ControlSession.#first(signedIn, rules))
    );
  }

  /** Returns null where the connection leads to another server, or that can't be told. */
  static async #again(
    signedIn: SignedIn,
    known: KnownServer,
    rules: SessionRules,
  ): Promise<ControlSession | null> {
    const { server } = known;
    const session = new ControlSession(signedIn, server, known.caution);
    const change = setStatement([...FIRST_VARIABLES, ...known.changed]) + UNLIMITED_TIME;
    const variables = rules(server);
    const question = selectStatement(variables);
    try {
      const ask = await session.askAhead([change, identityQuery(server), question]);
      await ask(change);
      const isGreetedAs = (id: string) => session.isGreetedAs(id);
      session.#identity = await identify({ server, rows: ask, isGreetedAs });
      if (session.#identity?.server !== known.process) return null;
      session.#server = { ...server, connectionId: Number(session.#identity.id) };
      session.#changed = known.changed;
      const [values = {}] = await ask(question);
      await session.#change(differing(variables, values));
      return session;
    } catch (error) {
      refusalOf(error);
      return null;
    }
  }

  static async #first(signedIn: SignedIn, rules: SessionRules): Promise<ControlSession> {
    const { connection, perCall } = signedIn;
    const { server, caution } = await readServer({
      greeting: greetingOf(connection),
      rows: (statement) => queryRows(connection, statement),
      together: perCall === 'one' ? null : (statements) => answersOf(connection, statements),
      // A hostile global limit would truncate even the next answers.
      unlimit: setStatement(FIRST_VARIABLES) + UNLIMITED_TIME,
    });
    const session = new ControlSession(signedIn, server, caution);
    await session.apply(rules(session.server));
    session.#identity = await identify(session);
    return session;
  }

  get server(): ServerFacts {
    return this.#server;
  }

  /** Null where the server can't be told from others. */
  get known(): KnownServer | null {
    const { server, caution } = this;
    return this.#identity === null
      ? null
      : { server, caution, process: this.#identity.server, changed: this.#changed };
  }

  /**
   * Sets the variables that have other values: some need a privilege, which an account can do without where the
   * server's default is right already. All are read back.
   */
  async apply(variables: readonly SessionVariableRule[]): Promise<void> {
    await this.#change(await this.differingVariables(variables));
  }

  async #change(changes: readonly SessionVariableRule[]): Promise<void> {
    if (changes.length === 0) return;
    const [change, question] = [setStatement(changes), selectStatement(changes)];
    const ask = await this.askAhead([change, question]);
    await ask(change);
    const [now = {}] = await ask(question);
    const [refused] = differing(changes, now);
    if (refused !== undefined)
      throw sessionFailures.variableNotKept({ variable: refused.name, value: refused.value });
    const names = new Set(changes.map(({ name }) => name));
    this.#changed = [...this.#changed.filter(({ name }) => !names.has(name)), ...changes];
  }

  /** Returns the variables that have other values in the session. */
  async differingVariables(
    variables: readonly SessionVariableRule[],
  ): Promise<readonly SessionVariableRule[]> {
    return differing(variables, await this.row(selectStatement(variables)));
  }

  /** Returns the variables of a lane of the same account: it sets at once what this session had to set. */
  laneVariables(rules: readonly SessionVariableRule[]): readonly EngineLaneVariable[] {
    const names = new Set([...FIRST_VARIABLES, ...this.#changed].map(({ name }) => name));
    return rules.map(({ name, value }) => ({ name, value, differs: names.has(name) }));
  }

  async rows(statement: string, values: readonly (string | number)[] = []): Promise<readonly Row[]> {
    this.#forgetSchema(statement);
    await this.#haveResults('text');
    return await this.#waitFor(queryRows(this.#connection, statement, values));
  }

  /** Null where the server does not report it, or a proxy hides it. */
  get identity(): ConnectionIdentity | null {
    return this.#identity;
  }

  /** Returns whether the greeting gave this number, of which it has room for 32 bits: a proxy gives one of its own. */
  isGreetedAs(id: string): boolean {
    const { threadId } = this.#connection;
    return BigInt.asUintN(32, BigInt(threadId)) === BigInt.asUintN(32, BigInt(id));
  }

  /** Number of the current wait for the server, different for each wait; null while no statement runs. */
  get wait(): number | null {
    return this.#pending === 0 ? null : this.#turn;
  }

  /**
   * Sends statements in one call, on a session that takes many: far away a call takes longer than its answer. Returns what
   * gives each answer. Statements are asked then, one by one, on any other session, behind a proxy, and after a call that
   * was refused or not answered whole, so that a failure names its statement: they must bear to be run again.
   */
  async askAhead(statements: readonly string[]): Promise<Asker> {
    return await this.#askAhead(statements, this.#takesMany && !isProxy(this.caution));
  }

  /** As `askAhead`, through a proxy too: of questions, which set nothing. */
  async askQuestions(statements: readonly string[]): Promise<Asker> {
    return await this.#askAhead(statements, this.#takesMany);
  }

  /** Returns the rows of each question, which go in one call where the session takes many, through a proxy too. */
  async rowsOfEach(statements: readonly string[]): Promise<readonly (readonly Row[])[]> {
    const ask = await this.askQuestions(statements);
    const all: (readonly Row[])[] = [];
    for (const statement of statements) all.push(await ask(statement));
    return all;
  }

  async #askAhead(statements: readonly string[], inOneCall: boolean): Promise<Asker> {
    const together = inOneCall ? (all: readonly string[]) => this.#answersOfMany(all) : null;
    const rows = (statement: string) => this.rows(statement);
    const askers = new Map<string, Asker>();
    for (const some of callsOf(statements)) {
      const ask = await askAhead(some, together, rows);
      for (const statement of some) askers.set(statement, ask);
    }
    return async (statement) => await (askers.get(statement) ?? rows)(statement);
  }

  /** Asks by single calls from then on where a call of several is refused as such. */
  async #answersOfMany(statements: readonly string[]): Promise<Answers> {
    const answers = await this.answersTo(statements);
    if (isOfCall(answers)) this.#takesMany = false;
    return answers;
  }

  /**
   * Returns the answers to statements sent in one call, on a session that takes many, up to the first that is refused.
   * Fails with `connect-lost`.
   */
  async answersTo(statements: readonly string[]): Promise<Answers> {
    for (const statement of statements) this.#forgetSchema(statement);
    await this.#haveResults('text');
    return await this.#waitFor(answersOf(this.#connection, statements));
  }

  /** Returns the first row; fails with `internal` where there is none. */
  async row(statement: string, values: readonly (string | number)[] = []): Promise<Row> {
    const [row] = await this.rows(statement, values);
    if (row === undefined) throw sessionFailures.noRow({ statement: cut(statement) });
    return row;
  }

  /** Returns the first column of the first row; null where there is none. */
  async scalar(statement: string, values: readonly (string | number)[] = []): Promise<string | null> {
    const [row] = await this.rows(statement, values);
    return row === undefined ? null : (Object.values(row)[0] ?? null);
  }

  /**
   * Runs a statement that holds a text of the user's. Fails with `internal` on a session that takes many in one call: the text
   * might add one.
   */
  async runTextOfUser(statement: string): Promise<void> {
    if (this.#perCall === 'many') throw sessionFailures.takesMany({ statement: cut(statement) });
    await this.run(statement);
  }

  /** Runs a query to its last row, and keeps none: a failure may wait in any of them. */
  async readToEnd(statement: string): Promise<void> {
    await this.#haveResults('text');
    await this.#waitFor(discardRows(this.#connection, statement));
  }

  async run(statement: string): Promise<void> {
    this.#forgetSchema(statement);
    await this.#waitFor(query(this.#connection, statement, []));
  }

  /**
   * Runs a statement that is sent as these bytes: in the character set that the session currently has for its client.
   */
  async runAs(bytes: Buffer): Promise<void> {
    const { config } = this.#connection as unknown as { readonly config: { charsetNumber: number } };
    const before = config.charsetNumber;
    config.charsetNumber = BINARY;
    try {
      await this.run(bytes.toString('latin1'));
    } finally {
      config.charsetNumber = before;
    }
  }

  /**
   * Runs `work` while results come as the bytes that the server holds: it prints definitions as if they were in one
   * character set, and a conversion loses characters of others (measured: 😀 and `_latin1'€'` in the expressions of a
   * table become question marks on MySQL).
   */
  async inBytes<T>(work: () => Promise<T>): Promise<T> {
    this.#inBytes += 1;
    try {
      await this.#haveResults('bytes');
      return await work();
    } finally {
      this.#inBytes -= 1;
    }
  }

  /**
   * Changes the form of results only where the next ones need another, so that reading many definitions changes it
   * once.
   */
  async #haveResults(as: 'text' | 'bytes'): Promise<void> {
    if (this.#results === as || (as === 'text' && this.#inBytes > 0)) return;
    this.#results = as;
    await this.run(`SET SESSION character_set_results = ${as === 'bytes' ? 'binary' : 'utf8mb4'}`);
  }

  /**
   * Lets the server keep the session, with its locks and snapshot, only while its client is alive: the server releases
   * them within a minute after the client vanished.
   */
  async keepAlive({ silenceSeconds, everyMs } = HEARTBEAT): Promise<void> {
    await this.run(`SET SESSION wait_timeout = ${silenceSeconds}`);
    this.#stopHeartbeat();
    this.#heartbeat = setInterval(() => this.#beat(), everyMs);
    this.#heartbeat.unref();
  }

  #beat(): void {
    // A session is not silent while its statement runs.
    if (this.wait !== null) return;
    // The next statement reports a lost session.
    this.run('DO 0').catch(() => this.#stopHeartbeat());
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  /** Shortest time, in ms, in which the server has answered so far: far away that of the line. */
  get shortestAnswerMs(): number {
    return this.#shortestAnswerMs;
  }

  async #waitFor<T>(answer: Promise<T>): Promise<T> {
    this.#pending += 1;
    this.#turn += 1;
    const since = steadyNow();
    try {
      const answered = await answer;
      this.#shortestAnswerMs = Math.min(this.#shortestAnswerMs, steadyNow() - since);
      return answered;
    } finally {
      this.#pending -= 1;
      this.#turn += 1;
    }
  }

  /** Makes a schema the default one, where it is not that already. */
  async use(schema: string): Promise<void> {
    if (this.#schema === schema) return;
    await this.run(`USE ${quoteName(schema)}`);
    this.#schema = schema;
  }

  /** Another default schema may be behind a statement: a dropped one leaves none. */
  #forgetSchema(statement: string): void {
    if (/\b(?:USE|DATABASE|SCHEMA)\b/i.test(statement)) this.#schema = null;
  }

  /**
   * Says goodbye, and waits for the server to end the session: then it no longer counts among those that an account may
   * have (a server counts it off before it closes the connection: `end_connection` before `close_connection` in MySQL's
   * connection_handler_per_thread.cc and MariaDB's sql_connect.cc).
   */
  async close(): Promise<void> {
    this.#stopHeartbeat();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      // The goodbye waits behind a statement whose answer may never come.
      timer = setTimeout(resolve, GOODBYE_WITHIN_MS);
    });
    this.#connection.end();
    await Promise.race([this.#ended, tooLate]);
    clearTimeout(timer);
    this.destroy();
  }

  /** Cuts the connection, also while a statement runs: its caller gets `connect-lost`. */
  destroy(): void {
    this.#stopHeartbeat();
    cutConnection(this.#connection);
  }
}

/**
 * Cuts a connection without a goodbye. mysql2's own `destroy` says one first, for which it would wait for ever on a
 * network that drops every packet.
 */
export function cutConnection(connection: Connection): void {
  const stream = streamOf(connection);
  connection.destroy();
  stream.destroy(new Error(sessionText.connectionCut));
}

/** The stream of a connection, under TLS that of the open text. */
function streamOf(connection: Connection): Duplex {
  return (connection as unknown as { readonly stream: Duplex }).stream;
}

/** Version in the server's greeting, which mysql2 keeps to itself. */
function greetingOf(connection: Connection): string {
  const { _handshakePacket: greeting } = connection as unknown as {
    readonly _handshakePacket?: { readonly serverVersion?: string };
  };
  return greeting?.serverVersion ?? '';
}

function differing(variables: readonly SessionVariableRule[], now: Row): readonly SessionVariableRule[] {
  return variables.filter(({ name, value }) => !holds(value, now[name] ?? null));
}

function selectStatement(variables: readonly SessionVariableRule[]): string {
  return `SELECT ${variables.map(({ name }) => `@@SESSION.${name} AS ${name}`).join(', ')}`;
}

function setStatement(variables: readonly SessionVariableRule[]): string {
  return `SET ${variables.map(({ name, value }) => `SESSION ${name} = ${value}`).join(', ')}`;
}

async function queryRows(
  connection: Connection,
  statement: string,
  values: readonly (string | number)[] = [],
): Promise<readonly Row[]> {
  const result = await query(connection, statement, values);
  return Array.isArray(result) ? (result as readonly Row[]) : [];
}

/** Reads the rows of a query one by one. mysql2 tells of a lost connection there, for a query without a callback. */
async function discardRows(connection: Connection, statement: string): Promise<void> {
  const failed = await new Promise<QueryError | null>((resolve) => {
    connection.once('error', resolve);
    connection
      // Values as the bytes of the packet: a text is not made of them for nothing.
      .query({ sql: statement, rowsAsArray: true, typeCast: false })
      .once('error', resolve)
      .once('end', () => {
        connection.off('error', resolve);
        resolve(null);
      });
  });
  if (failed !== null) throw statementError(failed, statement);
}

function query(
  connection: Connection,
  statement: string,
  values: readonly (string | number)[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(statement, [...values], (error, result) => {
      if (error) reject(statementError(error, statement));
      else resolve(result);
    });
  });
}
