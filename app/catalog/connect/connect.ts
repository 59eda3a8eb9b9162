import { readFileSync } from 'fs';
import { createConnection, type Connection, type ConnectionOptions, type SslOptions } from 'mysql2';
import { TLSSocket } from 'tls';
import { messageOf } from '../../engine/failures';
import type { WireCompression } from '../../contract/connections/connection';
import { SluiceError } from '../../contract/failure';
import { connectFailures } from '../../text/catalog/connect';
import { DEFINITION_COLUMNS } from '../text/byte-literals';
import { limitAnswers } from './answer-limits';
import { isVerified, withAuthorities } from './authorities';
import { connectFailure } from './connect-failure';
import {
  CONNECT_TIMEOUT_MS,
  describeEndpoint,
  dialAddress,
  isProtectedWithoutTls,
  type Endpoint,
} from './endpoint';
import {
  ControlSession,
  cutConnection,
  type KnownServer,
  type SessionRules,
} from '../session/control-session';
import type { StatementsPerCall } from '../session/answers';
import { serverIdOf } from '../server/server-id';
import { SignIn } from './sign-in/sign-in';
import { isRefusal } from '../session/statement-failure';

/**
 * Signs in for control work: metadata, DDL and locks, never rows. Applies the session variables of session hygiene.
 * `known` is what an earlier session of the same account has found out about the server; `rules` are for a session that
 * does more than read.
 * Fails with `connect-refused`, `sign-in-refused`, `tls-failed` or `unsupported-server`.
 */
export async function connect(
  endpoint: Endpoint,
  perCall: StatementsPerCall = 'one',
  known: KnownServer | null = null,
  rules?: SessionRules,
): Promise<ControlSession> {
  const connection = await openConnection(endpoint, perCall);
  // Without this time-out a network that drops every packet would block for ever.
  const first = { isLate: false };
  const tooLate = setTimeout(() => {
    first.isLate = true;
    cutConnection(connection);
  }, CONNECT_TIMEOUT_MS);
  try {
    const session = await ControlSession.over({ connection, perCall }, known, rules);
    endpoint.signedIn?.(session.server);
    const server = serverIdOf(session);
    if (server !== null) await endpoint.met?.(server);
    return session;
  } catch (error) {
    connection.destroy();
    throw first.isLate ? silence(endpoint) : firstFailure(error, endpoint);
  } finally {
    clearTimeout(tooLate);
  }
}

function silence(endpoint: Endpoint): SluiceError {
  return connectFailures.silent({
    server: describeEndpoint(endpoint),
    seconds: CONNECT_TIMEOUT_MS / 1000,
  });
}

/** `ER_NEW_ABORTING_CONNECTION`: the answer to an account's first statement where init_connect failed. */
const ER_NEW_ABORTING_CONNECTION = 1184;

/** Names init_connect where it failed; returns every other error as it is. */
function firstFailure(error: unknown, endpoint: Endpoint): unknown {
  if (!isRefusal(error, ER_NEW_ABORTING_CONNECTION)) return error;
  const { message: reason, errno, sqlstate } = error.failure;
  return connectFailures.initConnectFailed(
    { server: describeEndpoint(endpoint), reason },
    { errno, sqlstate },
  );
}

/**
 * Returns whether the server compresses the connection as the engine's sessions request. Tested on a connection of its
 * own: control sessions carry little data, and mysql2 takes the packets of several compressed answers for disordered
 * ones (3.24, measured).
 */
export async function canCompress(endpoint: Endpoint): Promise<boolean> {
  const connection = await openConnection(endpoint, 'one', 'zlib');
  const session = await ControlSession.over({ connection, perCall: 'one' });
  try {
    const status = await session.row("SHOW SESSION STATUS LIKE 'Compression'");
    return status.Value === 'ON';
  } finally {
    await session.close();
  }
}

/** Opens a connection; once more where the server refuses a password that a command has replaced since it was read. */
async function openConnection(
  endpoint: Endpoint,
  perCall: StatementsPerCall,
  compression: WireCompression = 'none',
): Promise<Connection> {
  const { renewal } = endpoint;
  if (renewal === undefined) return await openByMode(endpoint, perCall, compression);
  const password = await renewal.current();
  const open = (fresh: string) => openByMode({ ...endpoint, password: fresh }, perCall, compression);
  try {
    const connection = await open(password);
    renewal.worked();
    return connection;
  } catch (error) {
    const isRefused = error instanceof SluiceError && error.failure.code === 'sign-in-refused';
    if (!isRefused || !(await renewal.isReplaced(password))) throw error;
    return await open(renewal.latest);
  }
}

/**
 * Opens a connection. `preferred` means: with TLS where the server offers it. mysql2 has no such mode, so a refused
 * attempt is repeated without TLS.
 */
async function openByMode(
  endpoint: Endpoint,
  perCall: StatementsPerCall,
  compression: WireCompression,
): Promise<Connection> {
  const open = (ssl: SslOptions | null) => openOnce(endpoint, ssl, perCall, compression);
  if (endpoint.tls.mode !== 'preferred' || endpoint.address.kind === 'socket') {
    return await open(sslOptions(endpoint));
  }
  try {
    return await open(sslOptions(endpoint));
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code !== 'tls-failed') throw error;
    return await open(null);
  }
}

function sslOptions({ tls: wished, address }: Endpoint): SslOptions | null {
  if (wished.mode === 'disabled' || address.kind === 'socket') return null;
  const tls = withAuthorities(wished);
  const [ca, cert, key] = [readPem(tls.ca), readPem(tls.cert), readPem(tls.key)];
  return {
    // Without any list, Node reads all of its own authorities, for 16 ms.
    ca: ca ?? [],
    ...(cert && { cert }),
    ...(key && { key }),
    rejectUnauthorized: isVerified(tls),
    verifyIdentity: tls.mode === 'verify-identity',
  };
}

function readPem(path: string | undefined): Buffer | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    throw connectFailures.tlsFileUnreadable({ reason: messageOf(error) });
  }
}

function openOnce(
  endpoint: Endpoint,
  ssl: SslOptions | null,
  perCall: StatementsPerCall,
  compression: WireCompression,
): Promise<Connection> {
  const { user, password, furtherPasswords = [] } = endpoint;
  const reach = dialAddress(endpoint);
  const signIn = new SignIn({
    server: describeEndpoint(endpoint),
    passwords: [password, ...furtherPasswords],
    isVerified: ssl?.rejectUnauthorized === true,
    mayTakeKey: ssl !== null || isProtectedWithoutTls(endpoint),
  });
  const options: ConnectionOptions = {
    ...(reach.kind === 'tcp' ? { host: reach.host, port: reach.port } : { socketPath: reach.path }),
    user,
    password,
    password2: furtherPasswords[0] ?? '',
    password3: furtherPasswords[1] ?? '',
    ...(ssl && { ssl }),
    authPlugins: signIn.plugins,
    charset: 'utf8mb4',
    compress: compression === 'zlib',
    // Nobody reads what a server adds to its answers about the session, and mysql2 can't parse what MariaDB 10.2 adds
    // where session_track_system_variables is '*'.
    flags: ['-SESSION_TRACK'],
    connectTimeout: CONNECT_TIMEOUT_MS,
    multipleStatements: perCall === 'many',
    // Every value as the server's text: numbers beyond 2^53, dates and decimals must not change.
    typeCast: (field) => {
      if (!DEFINITION_COLUMNS.has(field.name)) return field.string('utf8');
      return field.buffer()?.toString('latin1') ?? null;
    },
  };
  return new Promise((resolve, reject) => {
    const connection = createConnection(options);
    limitAnswers(connection, compression);
    const stopFollowing = signIn.follow(connection);
    const fail = (error: NodeJS.ErrnoException) => {
      const failure = connectFailure(error, endpoint, signIn.refusal());
      if (isEncrypted(connection)) metEncrypted.add(failure);
      reject(failure);
    };
    connection.once('error', fail);
    connection.connect((error) => {
      if (error) {
        fail(error);
        connection.destroy();
      } else {
        stopFollowing();
        // From now on errors reject the running statement; the loss of an idle session is found by its next one.
        connection.on('error', () => undefined);
        resolve(connection);
      }
    });
  });
}

const metEncrypted = new WeakSet<Error>();

/** Returns whether `connect` failed with this error on a line that was already encrypted. */
export function wasEncrypted(error: unknown): boolean {
  return error instanceof Error && metEncrypted.has(error);
}

function isEncrypted(connection: Connection): boolean {
  const { stream } = connection as unknown as { readonly stream: unknown };
  return stream instanceof TLSSocket && stream.getProtocol() !== null;
}
