import { connect } from '../../../app/catalog/connect/connect';
import { toEngineConnection, type Endpoint } from '../../../app/catalog/connect/endpoint';
import { SluiceError } from '../../../app/contract/failure';
import { openEngine } from '../../../app/engine/open';
import { EngineWaiter } from '../../../app/engine/wait';
import { ENGINE_FILE } from '../../integration/harness/runs';

const engine = openEngine(ENGINE_FILE);

/** Words of a refused sign-in; null for one that succeeded. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Signs in for control work, and out again. */
export async function signInAsControl(endpoint: Endpoint): Promise<Refused | null> {
  return await refusalOf(async () => await (await connect(endpoint)).close());
}

/** Signs in as a lane of a job does, by a job that has no tables. */
export async function signInAsLane(endpoint: Endpoint): Promise<Refused | null> {
  return await refusalOf(async () => {
    const waiter = new EngineWaiter();
    const connection = toEngineConnection(endpoint, null);
    const job = engine.startChecksum(
      { connection, session: [], lanes: 1, memoryLimitBytes: 64 << 20, silenceMs: 60_000 },
      waiter.sink(() => undefined),
    );
    job.seal();
    await waiter.finished();
  });
}

async function refusalOf(signIn: () => Promise<void>): Promise<Refused | null> {
  try {
    await signIn();
    return null;
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const { code, message, hint } = error.failure;
    return { code, message, hint };
  }
}
