import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startTestServers } from '../servers.mjs';
import { inRoot } from '../setup/places.mjs';
import { tellFailure } from './failures.mjs';
import { makeLaneFolder, removeLaneFolder } from './lane-folder.mjs';
import { markLogs } from './log-tail.mjs';
import { treeSeconds, watchTree } from './processor-time.mjs';
import { virtualDisplay } from './virtual-display.mjs';

const PROGRAM = inRoot('build', 'test', 'vitest-process.mjs');

/** No authorities of the system's for the tests' TLS: libmariadb reads all of them for each session, which takes 18 ms. */
export const NO_AUTHORITIES = { SSL_CERT_FILE: '/dev/null' };

/**
 * Authorities that whoever runs the tests trusts too are none of theirs. Each process of Node's reads them at its start,
 * which takes three times as long then.
 */
const FOR_TESTS = [
  ...['-u', 'NODE_EXTRA_CA_CERTS'],
  ...Object.entries(NO_AUTHORITIES).map(([name, value]) => `${name}=${value}`),
];

/**
 * One of the places in which tests are run side by side. What its tests share is its own: a server of each vendor, a
 * display, a folder for temporary files, a process of Vitest. Each is started when it is first needed. For one piece of work at a time.
 */
export class Lane {
  #number;
  #showsWindows;
  #servers = null;
  #vitest = null;
  #folder = null;
  #watched = [];
  #log;
  #startServers;
  #project;
  #temporary;

  /**
   * @param showsWindows whether its tests may need a display
   * @param startServers gives its servers; see startTestServers
   * @param project folder of vitest.config.mjs
   * @param temporary where its folder for temporary files is made, and those of its servers
   */
  constructor(number, { showsWindows, startServers, project = inRoot(), temporary = tmpdir() }) {
    this.#number = number;
    this.#showsWindows = showsWindows;
    this.#startServers = startServers ?? (() => startTestServers({ temporary }));
    this.#project = project;
    this.#temporary = temporary;
    this.#log = inRoot('dist', 'test-results', `lane-${number}.log`);
    rmSync(this.#log, { force: true });
  }

  get number() {
    return this.#number;
  }

  /** The variables of its servers. */
  async variables() {
    this.#servers ??= await this.#startServers(this.#number);
    return this.#servers.variables;
  }

  /**
   * Runs files of one project of vitest.config.mjs.
   * @param names what their tests' names must hold one of, or null for all tests
   * @returns their tests, and what was written meanwhile to the logs around them
   */
  async runFiles(project, files, { env = {}, names = null }) {
    if (this.#vitest === null) await this.#startVitest();
    const vitest = this.#vitest;
    const logs = markLogs([{ title: 'what it printed', file: this.#log }, ...this.#serverLogs()]);
    vitest.send({ project, files, env, names });
    const answer = await nextAnswer(vitest, (failure) => tellFailure(failure, logs));
    if (answer.kind === 'done') return { tests: answer.tests, logs: logs() };
    await this.#endVitest();
    throw Object.assign(new Error(answer.message), { logs: logs() });
  }

  #serverLogs() {
    const servers = Object.values(this.#servers?.variables ?? {}).map((text) => JSON.parse(text));
    return servers.map(({ vendor, log }) => ({ title: `log of ${vendor}`, file: log }));
  }

  /** Counts the processor time of a process that a piece of work has started itself. */
  watch(pid) {
    this.#watched.push(watchTree(pid));
  }

  /** Processor time in seconds that its processes have taken so far: what two calls differ by is that of the time between. */
  usedSeconds() {
    const pids = [this.#vitest?.pid, this.#servers?.pid].filter((pid) => pid !== undefined);
    return this.#watched.reduce((total, seconds) => total + seconds(), treeSeconds(pids) ?? 0);
  }

  /** Ends it, also in the middle of a piece of work, which fails then. */
  async end() {
    await this.#endVitest();
    await this.#servers?.stop();
    this.#servers = null;
    if (this.#folder !== null) removeLaneFolder(this.#folder);
    this.#folder = null;
  }

  async #startVitest() {
    this.#folder ??= makeLaneFolder(this.#temporary);
    // Not for the display, which needs its own files to the end.
    const inFolder = ['env', ...FOR_TESTS, `TMPDIR=${this.#folder}`, process.execPath, PROGRAM];
    const [program, ...argv] = [...(this.#showsWindows ? virtualDisplay() : []), ...inFolder];
    const log = openSync(this.#log, 'a');
    // In a process group of its own: at Ctrl-C it is this process that ends it, and it ends what its tests have started.
    const child = spawn(program, argv, {
      cwd: this.#project,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#vitest = child;
    const answer = await nextAnswer(child);
    if (answer.kind === 'ready') return;
    this.#vitest = null;
    throw new Error(`${answer.message}\n${readFileSync(this.#log)}`);
  }

  async #endVitest() {
    const child = this.#vitest;
    this.#vitest = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    await ended;
  }
}

/** The first message that is none of a failed test; `broken` when there will be none. */
function nextAnswer(child, onFailure = () => undefined) {
  return new Promise((resolve) => {
    const finish = (answer) => {
      child.removeListener('message', onMessage);
      child.removeListener('exit', onExit);
      child.removeListener('error', onError);
      resolve(answer);
    };
    const onMessage = (message) => (message.kind === 'failed' ? onFailure(message) : finish(message));
    const onExit = (code, signal) =>
      finish({ kind: 'broken', message: `Vitest has ended (${signal ?? code}).` });
    const onError = (error) => finish({ kind: 'broken', message: error.message });
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.once('error', onError);
  });
}
