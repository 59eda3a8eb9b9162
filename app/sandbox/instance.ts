import { randomBytes } from 'crypto';
import { promises as fs } from 'fs';
import { dirname, join } from 'path';
import { connect } from '../catalog/connect/connect';
import type { Endpoint } from '../catalog/connect/endpoint';
import type { Vendor } from '../contract/connections/connection';
import { SluiceError } from '../contract/failure';
import { prepareDataFolder } from './data-folder';
import { lastLines } from './error-log';
import { ignoreMissing, makePrivateFolder, removeFolder } from './folders';
import { findFreePort } from '../catalog/connect/free-port';
import { runDetached, runKept, type KeptProcess } from './keeper';
import type { ServerProgram } from './locate';
import { socketPathOf } from './places';
import { identifySelf, isRunning, signal, type ProcessIdentity } from '../storage/process-identity';
import { initStatements, SERVER_USER, serverOptions, type ServerWishes } from './server-options';
import { readState, removeState, writeState, type Lifetime, type ServerState } from './state-file';
import { sandboxFailures } from '../text/sandbox';

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_EVERY_MS = 50;
const PORT_ATTEMPTS = 3;

export interface InstanceRequest extends ServerWishes {
  readonly program: ServerProgram;
  /** Folder of the server: data folder, log, state. Created when missing; an existing data folder is used again. */
  readonly folder: string;
  readonly lifetime: Lifetime;
  /** Port of an earlier start, to be taken again; absent for any free one. */
  readonly port?: number;
}

/** A server of ours that runs, or did when this was created. */
export interface Instance {
  readonly vendor: Vendor;
  /** Text of `SELECT VERSION()`. */
  readonly version: string;
  readonly process: ProcessIdentity;
  readonly lifetime: Lifetime;
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly socketPath: string;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
  readonly dataFolder: string;
  readonly log: string;
  /**
   * Shuts it down in peace, kills it when that takes too long, and waits until it is gone. A temporary one is killed.
   */
  stop(): Promise<void>;
}

/**
 * Starts a server in a folder of its own and waits until a sign-in with its password succeeds. The folder's owner
 * must see to it that nobody else starts one there at the same time (see {@link findRunning}).
 * Fails with `server-start-failed`, with the end of its log.
 */
export async function startInstance(request: InstanceRequest): Promise<Instance> {
  const { folder, lifetime, program } = request;
  await makePrivateFolder(folder);
  if (lifetime !== 'temporary') return await startOnFreePort(request, null);
  // Says whose folder it is as long as there is no server in it: see sweepTemporary.
  const process = await identifySelf();
  await writeState(folder, {
    process,
    lifetime,
    vendor: program.vendor,
    port: 0,
    socketPath: '',
    password: '',
  });
  try {
    return await startOnFreePort(request, folder);
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function startOnFreePort(request: InstanceRequest, sweep: string | null): Promise<Instance> {
  const log = join(request.folder, 'server.log');
  const dataFolder = await prepareDataFolder(request.program, { folder: request.folder, log, sweep });
  for (let attempt = 1; ; attempt += 1) {
    const port = request.port ?? (await findFreePort());
    try {
      return await startOn(request, { port, dataFolder, log, sweep });
    } catch (error) {
      if (attempt >= PORT_ATTEMPTS || !(await portWasTaken(log))) throw error;
    }
  }
}

interface StartPlaces {
  readonly port: number;
  readonly dataFolder: string;
  readonly log: string;
  readonly sweep: string | null;
}

async function startOn(request: InstanceRequest, places: StartPlaces): Promise<Instance> {
  const { program, folder, lifetime } = request;
  const { log, port, sweep } = places;
  const password = randomBytes(18).toString('hex');
  const socketPath = socketPathOf(folder);
  await makePrivateFolder(dirname(socketPath));
  const initFile = join(folder, 'init.sql');
  await fs.writeFile(initFile, `${initStatements(program, password).join('\n')}\n`, { mode: 0o600 });
  await fs.writeFile(log, '');
  const listen = {
    dataFolder: places.dataFolder,
    socketPath,
    port,
    initFile,
    pidFile: join(folder, 'server.pid'),
  };
  const command = [...program.command, ...serverOptions(program, listen, request)];
  const kept = lifetime === 'detached' ? null : await runKept({ command, log, input: '/dev/null', sweep });
  const process = kept?.process ?? (await runDetached({ command, log }));
  const state: ServerState = { process, lifetime, vendor: program.vendor, port, socketPath, password };
  await writeState(folder, state);
  try {
    const version = await waitUntilReady(state, program, log);
    await fs.unlink(initFile).catch(ignoreMissing);
    return describe(folder, state, version, kept);
  } catch (error) {
    await stopProcess(folder, state, kept);
    throw error;
  }
}

/**
 * Finds the server that runs in a folder, whichever process started it; null where none does. Removes the remains of a
 * crash.
 */
export async function findRunning(folder: string): Promise<Instance | null> {
  const state = await readState(folder);
  if (state === null) return null;
  const log = join(folder, 'server.log');
  // It may be starting still, or be shutting down because its starter has just ended.
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (await isRunning(state.process)) {
    const version = await trySignIn(state);
    if (version !== null) return describe(folder, state, version, null);
    if (Date.now() > deadline)
      throw sandboxFailures.usedButClosed({ pid: state.process.pid, folder, log: await lastLines(log) });
    await pause();
  }
  await clearAway(folder, state);
  return null;
}

/** Removes the folders of temporary servers whose starter and keeper were both killed, or lost their power. */
export async function sweepTemporary(parent: string, prefix: string): Promise<void> {
  for (const name of await fs.readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const state = await readState(join(parent, name));
    if (state?.lifetime === 'temporary' && !(await isRunning(state.process)))
      await removeFolder(join(parent, name));
  }
}

function describe(folder: string, state: ServerState, version: string, kept: KeptProcess | null): Instance {
  const { vendor, process, lifetime, port, socketPath, password } = state;
  return {
    vendor,
    version,
    process,
    lifetime,
    host: '127.0.0.1',
    port,
    socketPath,
    user: SERVER_USER,
    password,
    folder,
    dataFolder: join(folder, 'data'),
    log: join(folder, 'server.log'),
    async stop() {
      await stopProcess(folder, state, kept);
      if (lifetime === 'temporary') await removeFolder(folder);
    },
  };
}

async function stopProcess(folder: string, state: ServerState, kept: KeptProcess | null): Promise<void> {
  // Nothing that a peaceful end would write is read again; MySQL takes more than a second for it.
  if (state.lifetime === 'temporary') await signal(state.process, 'SIGKILL');
  if (kept !== null) await kept.stop();
  else await end(state.process);
  await clearAway(folder, state);
}

async function end(process: ProcessIdentity): Promise<void> {
  await signal(process, 'SIGTERM');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while ((await isRunning(process)) && Date.now() < deadline) await pause();
  await signal(process, 'SIGKILL');
  while (await isRunning(process)) await pause();
}

/** A killed server leaves its socket and the socket's lock behind. */
async function clearAway(folder: string, state: ServerState): Promise<void> {
  for (const file of [state.socketPath, `${state.socketPath}.lock`])
    await fs.unlink(file).catch(ignoreMissing);
  await removeState(folder);
}

async function waitUntilReady(state: ServerState, program: ServerProgram, log: string): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (await isRunning(state.process)) {
    const version = await trySignIn(state);
    if (version !== null) return version;
    if (Date.now() > deadline)
      throw sandboxFailures.signInRefused({ version: program.version, log: await lastLines(log) });
    await pause();
  }
  throw sandboxFailures.endedAtStart({ version: program.version, log: await lastLines(log) });
}

/** @returns the server's version, or null while it does not take connections. */
async function trySignIn(state: ServerState): Promise<string | null> {
  const endpoint: Endpoint = {
    address: { kind: 'socket', path: state.socketPath },
    user: SERVER_USER,
    password: state.password,
    tls: { mode: 'disabled' },
  };
  try {
    const session = await connect(endpoint);
    const { version } = session.server;
    await session.close();
    return version;
  } catch (error) {
    if (error instanceof SluiceError && error.failure.code === 'connect-refused') return null;
    throw error;
  }
}

async function portWasTaken(log: string): Promise<boolean> {
  return /Address already in use/i.test(await lastLines(log));
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
}
