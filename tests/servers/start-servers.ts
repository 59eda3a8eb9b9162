import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Vendor } from '../../app/contract/connections/connection';
import { SluiceError } from '../../app/contract/failure';
import { startInstance, sweepTemporary, type Instance } from '../../app/sandbox/instance';
import { locateServer } from '../../app/sandbox/locate';
import { writeState } from '../../app/sandbox/state-file';
import { identifySelf } from '../../app/storage/process-identity';
import { copyPreparedData, redoLog } from './prepared-data';
import { testVendors, variableOf, type TestServer } from './test-server';

const FOLDER_PREFIX = 'sluice-test-';
const BUFFER_POOL_BYTES = 512 * 1024 * 1024;
/** Nothing that these servers hold is worth a flush. */
const OPTIONS = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--max-connections=500',
];

const REDO_LOG_MEBIBYTES = 128;

/** The servers of one test run. */
export interface TestServers {
  /** The variables that describe them to the tests. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts one server of each vendor in temporary folders. They end with this process, however it ends, and leave
 * nothing behind; what a crash of the whole machine left is cleared first.
 */
export async function startServers(): Promise<TestServers> {
  await sweepTemporary(tmpdir(), FOLDER_PREFIX);
  const started = await Promise.allSettled(testVendors.map(startServer));
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  const failed = started.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const environment = servers.map((server) => [variableOf(server.vendor), JSON.stringify(describe(server))]);
  return { environment: Object.fromEntries(environment) as Record<string, string>, stop };
}

async function startServer(vendor: Vendor): Promise<Instance> {
  const located = locateServer(vendor);
  if (located === null) throw new SluiceError('server-missing', `There is no ${vendor} server to test with.`);
  const ownLog = redoLog(vendor, REDO_LOG_MEBIBYTES);
  const program = { ...located, options: [...located.options, ownLog] };
  const folder = await fs.mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${vendor}-`));
  const owner = { process: await identifySelf(), lifetime: 'temporary', vendor } as const;
  // So that a later run clears the copy away if this process dies now.
  await writeState(folder, { ...owner, port: 0, socketPath: '', password: '' });
  await copyPreparedData(program, folder);
  return await startInstance({
    program,
    folder,
    lifetime: 'temporary',
    bufferPoolBytes: BUFFER_POOL_BYTES,
    options: [...OPTIONS, ownLog],
  });
}

function describe(server: Instance): TestServer {
  const { vendor, version, host, port, user, password, log } = server;
  return {
    vendor,
    version,
    host,
    port,
    socket: server.socketPath,
    user,
    password,
    pid: server.process.pid,
    dataDir: server.dataFolder,
    log,
  };
}
