import { createConnection } from 'net';
import { connect } from '../catalog/connect';
import type { ControlSession } from '../catalog/control-session';
import { CONNECT_TIMEOUT_MS, describeEndpoint, type Endpoint } from '../catalog/endpoint';
import { readPrivileges } from '../catalog/grants';
import type { ConnectionTest, ConnectionTestStage } from '../contract/connection';
import { SluiceError, type Failure } from '../contract/failure';
import { failureOf } from '../engine/failures';
import { dumpPrivileges, loadPrivileges, type PrivilegeFinding } from './privileges';

type Stage = ConnectionTestStage['stage'];

/** Tries a connection stage by stage and says how far it came. A stage that fails ends the test; nothing is thrown. */
export async function testConnection(endpoint: Endpoint): Promise<ConnectionTest> {
  const stages: ConnectionTestStage[] = [];
  try {
    await timed(stages, 'connect', () => reach(endpoint));
    const session = await signIn(stages, endpoint);
    try {
      const { vendor, version, tls } = session.server;
      const privileges = () => readPrivileges(session);
      await timed(stages, 'dump-privileges', async () =>
        outcomeOf(dumpPrivileges(vendor, await privileges())),
      );
      await timed(stages, 'load-privileges', async () => outcomeOf(loadPrivileges(await privileges())));
      return { stages, server: { vendor, version, tls } };
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!(error instanceof StageFailed)) throw error;
    return { stages, server: null };
  }
}

/** The stage that is noted last has failed: its story is told there. */
class StageFailed extends Error {}

interface Outcome {
  readonly state: 'ok' | 'warning';
  readonly detail: string;
}

async function timed(
  stages: ConnectionTestStage[],
  stage: Stage,
  work: () => Promise<Outcome>,
): Promise<void> {
  const startedAt = Date.now();
  try {
    stages.push({ stage, ...(await work()), ms: Date.now() - startedAt });
  } catch (error) {
    stages.push(failedStage(stage, failureOf(error), startedAt));
    throw new StageFailed();
  }
}

function failedStage(stage: Stage, failure: Failure, startedAt: number): ConnectionTestStage {
  return { stage, state: 'failed', detail: `${failure.message} ${failure.hint}`, ms: Date.now() - startedAt };
}

/** Whether anything listens there; whether it is a database is found out by signing in. */
function reach({ address, user }: Endpoint): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(
      address.kind === 'tcp' ? { host: address.host, port: address.port } : { path: address.path },
    );
    const refuse = (reason: string) => {
      socket.destroy();
      reject(new SluiceError('connect-refused', `${describeEndpoint({ address, user })}: ${reason}.`));
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => refuse('no answer'));
    socket.once('error', (error) => refuse(error.message));
    socket.once('connect', () => {
      socket.destroy();
      resolve({ state: 'ok', detail: 'The server answers.' });
    });
  });
}

/** Signing in tells the version as well: a server that is too old has accepted the password, and says so. */
async function signIn(stages: ConnectionTestStage[], endpoint: Endpoint): Promise<ControlSession> {
  const startedAt = Date.now();
  try {
    const session = await connect(endpoint);
    const ms = Date.now() - startedAt;
    const { account, tls, version } = session.server;
    stages.push({ stage: 'sign-in', state: 'ok', detail: `Signed in as ${account}, ${tlsText(tls)}.`, ms });
    stages.push({ stage: 'version', state: 'ok', detail: version, ms: 0 });
    return session;
  } catch (error) {
    const failure = failureOf(error);
    const signedIn = failure.code === 'unsupported-server';
    if (signedIn)
      stages.push({ stage: 'sign-in', state: 'ok', detail: 'Signed in.', ms: Date.now() - startedAt });
    stages.push(failedStage(signedIn ? 'version' : 'sign-in', failure, startedAt));
    throw new StageFailed();
  }
}

function tlsText(cipher: string | null): string {
  return cipher === null ? 'without TLS' : `with TLS (${cipher})`;
}

function outcomeOf({ missing, detail }: PrivilegeFinding): Outcome {
  return { state: missing.length === 0 ? 'ok' : 'warning', detail };
}
