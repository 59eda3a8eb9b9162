import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ForksPoolWorker } from 'vitest/node';
import { inRoot } from '../setup/places.mjs';

const POOL = 'lasting';
const REMNANTS = inRoot('build', 'test', 'remnants.mjs');
/** Only ends the wait for a worker that hangs. */
const ANSWER_MS = 30_000;
/** Time in which whatever a file closes at its end is closed. */
const CLOSING_MS = 2_000;
const BETWEEN_LOOKS_MS = 50;
/** A module that is replaced must not be loaded yet, and stays replaced. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|unmock|doUnmock|resetModules)\(/;

/**
 * Vitest's worker processes, taken for one test file after the other instead of one each: most of the processor time of
 * a short file was the loading of modules. A worker in which a file has left something (remnants.mjs), or in which a
 * test has failed, is ended; a file that replaces modules has one to itself. For files that are run one at a time.
 */
export class LastingWorkers {
  #idle = null;
  #taken = new Set();

  /** Makes a project of Vitest use these workers. */
  serve({ config }) {
    const createPoolWorker = (options) => {
      const worker = new LastingWorker(options, this);
      this.#taken.add(worker);
      return worker;
    };
    config.setupFiles = [...config.setupFiles, REMNANTS];
    // Else the modules of a worker would be loaded again for each file.
    config.isolate = false;
    config.pool = POOL;
    config.poolRunner = { name: POOL, createPoolWorker };
  }

  /**
   * Runs files.
   * @param run must give what Vitest's runTestSpecifications does
   */
  async around(files, run) {
    const isAlone = files.some((file) => REPLACES_MODULES.test(readFileSync(file, 'utf8')));
    if (isAlone) await this.end();
    const result = await run();
    // Vitest goes on while its workers are still being stopped.
    await Promise.all([...this.#taken].map((worker) => worker.left));
    this.#taken.clear();
    // Vitest gives the modules of earlier runs too.
    const own = result.testModules.filter(({ moduleId }) => files.includes(moduleId));
    const isGreen = result.unhandledErrors.length === 0 && own.every((each) => each.ok());
    if (isAlone || !isGreen) await this.end();
    return result;
  }

  /** Ends the worker that waits for its next file. */
  async end() {
    const idle = this.#idle;
    this.#idle = null;
    if (idle !== null && isAlive(idle.worker)) await idle.worker.stop();
  }

  /** The process that waits, where it is what a new one would be; else null. */
  async take(key) {
    const idle = this.#idle;
    if (idle?.key !== key || !isAlive(idle.worker)) {
      await this.end();
      return null;
    }
    this.#idle = null;
    return idle.worker;
  }

  async keep(key, worker) {
    await this.end();
    this.#idle = { key, worker };
  }
}

/** A worker to Vitest, for one run of files: it takes a process that waits, or starts one, and may leave it to the next. */
class LastingWorker {
  name = POOL;
  cacheFs = true;
  #options;
  #workers;
  #key;
  #worker = null;
  #isUsed = false;
  #isClean = false;
  #listeners = [];
  #finish;

  constructor(options, workers) {
    this.#options = options;
    this.#workers = workers;
    const { project, env, execArgv } = options;
    this.#key = JSON.stringify([project.name, project.serializedConfig, env, execArgv]);
    /** Resolves when its process has ended or waits. */
    this.left = new Promise((resolve) => (this.#finish = resolve));
  }

  async start() {
    this.#worker = await this.#workers.take(this.#key);
    this.#isUsed = this.#worker !== null;
    if (this.#isUsed) return;
    this.#worker = new ForksPoolWorker(this.#options);
    await this.#worker.start();
  }

  /** The process hears neither that it starts again nor that it stops. */
  send(message) {
    if (message.type === 'start' && this.#isUsed) this.#answer('started');
    else if (message.type === 'stop') void this.#leave();
    else this.#worker.send(message);
  }

  async stop() {
    try {
      for (const { event, listener } of this.#listeners) this.#worker.off(event, listener);
      if (this.#isClean) await this.#workers.keep(this.#key, this.#worker);
      else await this.#worker.stop();
    } finally {
      this.#finish();
    }
  }

  on(event, listener) {
    this.#listeners.push({ event, listener });
    this.#worker.on(event, listener);
  }

  off(event, listener) {
    this.#listeners = this.#listeners.filter((each) => each.event !== event || each.listener !== listener);
    this.#worker.off(event, listener);
  }

  deserialize(message) {
    return message;
  }

  async #leave() {
    this.#isClean = await isClean(this.#worker);
    this.#answer('stopped');
  }

  #answer(type) {
    const message = { type, __vitest_worker_response__: true };
    setImmediate(() => {
      for (const { event, listener } of this.#listeners) if (event === 'message') listener(message);
    });
  }
}

const isAlive = ({ fork }) => fork.connected && fork.exitCode === null && fork.signalCode === null;

async function isClean(worker) {
  const begin = performance.now();
  for (;;) {
    const remnants = await remnantsOf(worker);
    if (remnants.length === 0) return true;
    if (!isAlive(worker) || performance.now() - begin > CLOSING_MS) {
      console.log(`Its worker is not used again: ${remnants.join('; ')}.`);
      return false;
    }
    await sleep(BETWEEN_LOOKS_MS);
  }
}

async function remnantsOf(worker) {
  if (!isAlive(worker)) return ['it has ended'];
  const waiting = new AbortController();
  const hang = setTimeout(() => waiting.abort(), ANSWER_MS);
  try {
    const exit = once(worker.fork, 'exit', { signal: waiting.signal }).then(() => ['it has ended']);
    const answer = answerOf(worker, waiting.signal);
    worker.send({ kind: 'remnants' });
    return await Promise.race([answer, exit]);
  } catch {
    return ['it does not answer'];
  } finally {
    clearTimeout(hang);
    waiting.abort();
  }
}

async function answerOf({ fork }, signal) {
  for (;;) {
    const [message] = await once(fork, 'message', { signal });
    if (message?.kind === 'remnants') return message.remnants;
  }
}
