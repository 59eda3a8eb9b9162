import { exists } from '../storage/exists';
import { join } from 'path';
import type { KnownAccess } from '../catalog/connect/endpoint';
import type { PracticeServer } from '../contract/connections/practice';
import type { Vendor } from '../contract/connections/connection';
import { fillPractice } from './fill-practice';
import { makePrivateFolder } from './folders';
import { findRunning, startInstance, type Instance } from './instance';
import { locateServer, type ServerProgram } from './locate';
import { practiceFolder } from './places';
import { practiceProfile, practiceProfileId } from './practice-profile';
import { isRunning } from '../storage/process-identity';
import { readState, type Lifetime } from './state-file';
import { withStartLock } from './start-lock';
import { sandboxFailures, sandboxText } from '../text/sandbox';

export const practiceVendors: readonly Vendor[] = ['mysql', 'mariadb'];

/** Enough for the whole shop, little enough for a laptop. */
const BUFFER_POOL_BYTES = 512 * 1024 * 1024;

const TELL_EVERY_MS = 100;
const WATCH_EVERY_MS = 1000;

export type PracticeListener = (servers: readonly PracticeServer[]) => void;
type PracticeState = Pick<PracticeServer, 'state' | 'detail'>;

/**
 * The practice servers of this user: one per vendor, with data that stays from one start to the next. A server that
 * another process of Sluice started is found and used; one that Sluice did not start is never touched.
 */
export class PracticeServers {
  readonly #listener: PracticeListener;
  readonly #states = new Map<Vendor, PracticeState>();
  readonly #starting = new Map<Vendor, Promise<Instance>>();
  readonly #programs = new Map<Vendor, ServerProgram | null>();
  #publishing: Promise<void> | null = null;
  #changed = false;
  #listedRunning: readonly Vendor[] = [];
  #watch: NodeJS.Timeout | null = null;
  /** Servers that end with this process. */
  readonly #own = new Map<Vendor, Instance>();

  /** The listener receives every change of any server's state, also while one is being filled. */
  constructor(listener: PracticeListener = () => undefined) {
    this.#listener = listener;
  }

  async list(): Promise<readonly PracticeServer[]> {
    const servers = await Promise.all(
      practiceVendors.map(async (vendor) => ({
        vendor,
        profileId: practiceProfileId(vendor),
        ...(await this.#stateOf(vendor)),
      })),
    );
    this.#listedRunning = servers.filter(({ state }) => state === 'running').map(({ vendor }) => vendor);
    if (this.#listedRunning.length > 0)
      this.#watch ??= setInterval(() => void this.#look(), WATCH_EVERY_MS).unref();
    return servers;
  }

  /** The predefined connections; the password of a server that does not run is empty. */
  async access(): Promise<readonly KnownAccess[]> {
    const installed = practiceVendors.filter((vendor) => this.#programOf(vendor) !== null);
    return await Promise.all(
      installed.map(async (vendor) => ({
        profile: practiceProfile(vendor),
        password: (await readState(practiceFolder(vendor)))?.password ?? '',
      })),
    );
  }

  /**
   * Makes sure that the server runs and has its shop; the first time this takes a minute. A `detached` one lives on
   * when this process ends. Fails with `server-missing` or `server-start-failed`.
   */
  async start(vendor: Vendor, lifetime: Exclude<Lifetime, 'temporary'>): Promise<Instance> {
    const starting = this.#starting.get(vendor) ?? this.#start(vendor, lifetime);
    this.#starting.set(vendor, starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(vendor);
    }
  }

  /** The running server of this vendor, whichever process started it, or null. */
  async running(vendor: Vendor): Promise<Instance | null> {
    return await findRunning(practiceFolder(vendor));
  }

  /** Stops the server, whichever process started it. */
  async stop(vendor: Vendor): Promise<void> {
    const server = this.#own.get(vendor) ?? (await this.running(vendor));
    await server?.stop();
    this.#own.delete(vendor);
    this.#states.delete(vendor);
    await this.#publish();
  }

  /** Stops those that would end with this process anyway: called before it ends, so that they end in order. */
  async stopOwn(): Promise<void> {
    await Promise.all([...this.#own.keys()].map((vendor) => this.stop(vendor)));
  }

  async #start(vendor: Vendor, lifetime: Lifetime): Promise<Instance> {
    try {
      this.#set(vendor, { state: 'starting', detail: sandboxText.starting });
      const folder = practiceFolder(vendor);
      await makePrivateFolder(folder);
      const server = await withStartLock(join(folder, 'starting.lock'), () =>
        this.#startAlone(vendor, lifetime),
      );
      this.#states.delete(vendor);
      await this.#publish();
      return server;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#set(vendor, { state: 'failed', detail });
      throw error;
    }
  }

  async #startAlone(vendor: Vendor, lifetime: Lifetime): Promise<Instance> {
    const folder = practiceFolder(vendor);
    const running = await findRunning(folder);
    if (running !== null) return running;
    const program = this.#programOf(vendor);
    if (program === null) throw sandboxFailures.noServer({ vendor });
    const wishes = { bufferPoolBytes: BUFFER_POOL_BYTES, options: [] };
    const server = await startInstance({ program, folder, lifetime, ...wishes });
    if (lifetime === 'bound') this.#own.set(vendor, server);
    try {
      await fillPractice(server, ({ table, rows }) =>
        this.#set(vendor, { state: 'starting', detail: sandboxText.filling(table, rows) }),
      );
    } catch (error) {
      await server.stop();
      this.#own.delete(vendor);
      throw sandboxFailures.shopNotCreated({ reason: String(error) });
    }
    return server;
  }

  async #stateOf(vendor: Vendor): Promise<PracticeState> {
    const known = this.#states.get(vendor);
    if (known !== undefined) return known;
    const program = this.#programOf(vendor);
    if (program === null) return { state: 'not-installed', detail: sandboxText.howToInstall };
    const takesConnections = await isServing(practiceFolder(vendor));
    return { state: takesConnections ? 'running' : 'stopped', detail: program.version };
  }

  /** Publishes the end of a server that nobody here stopped: it was killed, or its starter has ended. */
  async #look(): Promise<void> {
    const serving = this.#listedRunning.map((vendor) => isServing(practiceFolder(vendor)));
    if ((await Promise.all(serving)).includes(false)) await this.#publish();
    if (this.#listedRunning.length > 0 || this.#watch === null) return;
    clearInterval(this.#watch);
    this.#watch = null;
  }

  #set(vendor: Vendor, state: PracticeState): void {
    this.#states.set(vendor, state);
    void this.#publish();
  }

  /** Publishes the latest state, at most ten times a second; resolves afterwards. */
  #publish(): Promise<void> {
    this.#changed = true;
    this.#publishing ??= this.#publishWhileChanged().finally(() => (this.#publishing = null));
    return this.#publishing;
  }

  async #publishWhileChanged(): Promise<void> {
    while (this.#changed) {
      this.#changed = false;
      this.#listener(await this.list());
      await new Promise((resolve) => setTimeout(resolve, TELL_EVERY_MS));
    }
  }

  /** Asked once: it may have to run the program to learn its version. */
  #programOf(vendor: Vendor): ServerProgram | null {
    const program = this.#programs.get(vendor) ?? locateServer(vendor);
    this.#programs.set(vendor, program);
    return program;
  }
}

/** Returns whether the process runs and its socket is there: a server removes the socket as it begins to shut down. */
async function isServing(folder: string): Promise<boolean> {
  const state = await readState(folder);
  if (state === null || !(await isRunning(state.process))) return false;
  return await exists(state.socketPath);
}
