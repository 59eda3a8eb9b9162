import { promises as dns } from 'dns';
import { createConnection, isIP } from 'net';
import { canCompress, connect, wasEncrypted } from '../catalog/connect/connect';
import { unreachedReason } from '../catalog/connect/connect-failure';
import type { ControlSession } from '../catalog/session/control-session';
import {
  CONNECT_TIMEOUT_MS,
  describeEndpoint,
  dialAddress,
  type Access,
  type Endpoint,
} from '../catalog/connect/endpoint';
import { newerNotice } from '../catalog/server/server';
import { readPrivileges } from '../catalog/privileges/grants';
import { tunnelFor } from '../catalog/connect/route';
import { openTunnel, type Tunnel } from '../catalog/connect/tunnel';
import { isThisMachine, type ConnectionTest } from '../contract/connections/connection';
import type { SluiceError } from '../contract/failure';
import { failureOf } from '../engine/failures';
import { dumpPrivileges, inspectPrivileges, loadPrivileges, type PrivilegeFinding } from './privileges';
import { StageFailed, TestStages, type Outcome } from './test-stages';
import { connectFailures } from '../text/catalog/connect';
import { profileFailures, profileText } from '../text/profiles';

/**
 * Tries a connection stage by stage and says how far it came: the tunnel or the host's name, whether a server answers,
 * encryption, the account, and its privileges for each kind of work. A stage that fails ends the test; nothing is thrown.
 * `findAccess` is asked for the passwords where the endpoint has none yet.
 */
export async function testConnection(
  endpoint: Endpoint,
  findAccess: (() => Promise<Access>) | null = null,
): Promise<ConnectionTest> {
  const stages = new TestStages();
  try {
    const access = findAccess === null ? {} : await passPassword(stages, findAccess);
    const server = await throughTunnel(stages, { ...endpoint, ...access }, (reachable) =>
      tryServer(stages, reachable),
    );
    return { stages: stages.passed, server };
  } catch (error) {
    if (!(error instanceof StageFailed)) throw error;
    return { stages: stages.passed, server: null };
  }
}

/** Passes the password stage, which is shown only where it fails. */
async function passPassword(stages: TestStages, find: () => Promise<Access>): Promise<Access> {
  const startedAt = Date.now();
  try {
    return await find();
  } catch (error) {
    throw stages.fail('password', failureOf(error), Date.now() - startedAt);
  }
}

async function throughTunnel<T>(
  stages: TestStages,
  endpoint: Endpoint,
  work: (reachable: Endpoint) => Promise<T>,
): Promise<T> {
  const host = sshHostOf(endpoint);
  if (host === null) return await work(endpoint);
  const tunnel = await stages.pass(
    'ssh',
    () => openTunnelOf(endpoint),
    () => ({ state: 'ok', detail: profileText.test.tunnelOpen(host) }),
  );
  try {
    return await work({ ...endpoint, tunnelPort: tunnel.port });
  } finally {
    await tunnel.close();
  }
}

function sshHostOf({ address }: Endpoint): string | null {
  return address.kind === 'socket' ? null : (address.ssh?.host ?? null);
}

async function openTunnelOf(endpoint: Endpoint): Promise<Tunnel> {
  const wish = tunnelFor(endpoint);
  if (wish === null) throw profileFailures.noTunnel();
  return await openTunnel(wish);
}

async function tryServer(stages: TestStages, endpoint: Endpoint): Promise<ConnectionTest['server']> {
  await resolveName(stages, endpoint);
  await stages.pass(
    'connect',
    () => awaitGreeting(endpoint),
    () => ({ state: 'ok', detail: profileText.test.answers }),
  );
  const session = await signIn(stages, endpoint);
  try {
    const { server } = session;
    const { vendor, version, tls } = server;
    const privileges = await readPrivileges(session);
    stages.note('dump-privileges', outcomeOf(dumpPrivileges(server, privileges)));
    stages.note('load-privileges', outcomeOf(loadPrivileges(server, privileges)));
    stages.note('inspect-privileges', outcomeOf(inspectPrivileges(server, privileges)));
    return { vendor, version, tls };
  } finally {
    await session.close();
  }
}

/** A name behind a tunnel is resolved by the SSH host, which says so when it can't. */
async function resolveName(stages: TestStages, { address }: Endpoint): Promise<void> {
  if (address.kind === 'socket' || address.ssh !== undefined || isIP(address.host) !== 0) return;
  const { host } = address;
  await stages.pass(
    'resolve',
    async () =>
      await dns.lookup(host, { all: true }).catch((error: unknown) => {
        throw profileFailures.nameUnresolved({
          host,
          reason: unreachedReason(error as NodeJS.ErrnoException),
        });
      }),
    (found) => ({
      state: 'ok',
      detail: profileText.test.resolved(
        host,
        found.map((each) => each.address),
      ),
    }),
  );
}

/**
 * A server speaks first (MySQL's protocol, "Connection Phase"). Only its first byte proves that it is reached: the near
 * end of a tunnel takes any connection.
 */
function awaitGreeting(endpoint: Endpoint): Promise<void> {
  const reach = dialAddress(endpoint);
  const place = { server: describeEndpoint(endpoint), address: endpoint.address.kind };
  return new Promise((resolve, reject) => {
    const socket = createConnection(
      reach.kind === 'tcp' ? { host: reach.host, port: reach.port } : { path: reach.path },
    );
    const refuse = (failure: SluiceError) => {
      socket.destroy();
      reject(failure);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => refuse(profileFailures.noAnswer(place)));
    socket.once('error', (error) =>
      refuse(connectFailures.unreached({ ...place, reason: unreachedReason(error) })),
    );
    socket.once('close', () => refuse(profileFailures.noGreeting(place)));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
  });
}

/** Signs in, and records the stages of encryption and version, which signing in decides too. */
async function signIn(stages: TestStages, endpoint: Endpoint): Promise<ControlSession> {
  const startedAt = Date.now();
  try {
    const session = await connect(endpoint);
    const ms = Date.now() - startedAt;
    const { account, tls, version } = session.server;
    noteTls(stages, endpoint, tls);
    const packed = endpoint.compression === 'zlib' ? await compressionOf(endpoint) : null;
    stages.note(
      'sign-in',
      withNote({ state: 'ok', detail: profileText.test.signedInAs(account) }, packed),
      ms,
    );
    const newer = newerNotice(session.server);
    stages.note(
      'version',
      newer === null ? { state: 'ok', detail: version } : { state: 'warning', detail: newer },
    );
    return session;
  } catch (error) {
    const failure = failureOf(error);
    const ms = Date.now() - startedAt;
    if (failure.code === 'tls-failed') throw stages.fail('tls', failure, ms);
    if (wasEncrypted(error)) stages.note('tls', { state: 'ok', detail: profileText.test.encrypted });
    if (failure.code !== 'unsupported-server') throw stages.fail('sign-in', failure, ms);
    // It has accepted the password before it said what it is.
    stages.note('sign-in', { state: 'ok', detail: profileText.test.signedIn }, ms);
    throw stages.fail('version', failure, 0);
  }
}

async function compressionOf(endpoint: Endpoint): Promise<Outcome> {
  return (await canCompress(endpoint))
    ? { state: 'ok', detail: profileText.test.compressed }
    : { state: 'warning', detail: profileText.test.notCompressed };
}

function withNote(outcome: Outcome, note: Outcome | null): Outcome {
  return note === null
    ? outcome
    : { state: note.state, detail: profileText.test.withNote(outcome.detail, note.detail) };
}

/** A socket file has no TLS and needs none. */
function noteTls(stages: TestStages, { address }: Endpoint, cipher: string | null): void {
  if (address.kind === 'socket') return;
  if (cipher !== null) {
    stages.note('tls', { state: 'ok', detail: profileText.test.encryptedWith(cipher) });
  } else if (address.ssh !== undefined) {
    const detail = profileText.test.encryptedBySsh(address.ssh.host);
    stages.note('tls', { state: 'ok', detail });
  } else if (isThisMachine(address.host)) {
    stages.note('tls', { state: 'ok', detail: profileText.test.thisMachine });
  } else {
    stages.note('tls', {
      state: 'warning',
      detail: profileText.test.notEncrypted,
    });
  }
}

function outcomeOf({ missing, detail }: PrivilegeFinding): Outcome {
  return { state: missing.length === 0 ? 'ok' : 'warning', detail };
}
