/**
 * Test servers of this checkout's keeper (keeper.mjs). Its socket tells whether there is one: a killed keeper's refuses,
 * whatever process has its number today.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildBundle } from '../bundles.mjs';
import { withLock } from '../setup/lock.mjs';
import { inRoot } from '../setup/places.mjs';

const HOUR_MS = 3_600_000;
const KEEPER = inRoot('build', 'test', 'keeper.mjs');

/**
 * Servers that nobody has used, from the keeper, which is started where there is none.
 * @param socket the keeper's
 * @param idleMs how long a keeper that is started waits for a next call
 * @returns as startTestServers gives it, and the keeper's process; `stop` hands them back
 */
export async function takeWarmServers({ socket = socketOf(), idleMs = HOUR_MS } = {}) {
  const key = await keyOfServers();
  for (;;) {
    const connection = await withLock(`${socket}.lock`, async () => {
      return (await reach(socket)) ?? (await startKeeper(socket, key, idleMs));
    });
    const answer = await ask(connection, `take ${key}`);
    if (answer.kind === 'failed') throw new Error(`The test servers did not start: ${answer.message}`);
    const { variables, keeper } = answer;
    if (answer.kind === 'servers') return { variables, keeper, stop: () => close(connection) };
    await close(connection);
  }
}

/** Stops the keeper and its servers. @returns whether there was one */
export async function stopKeeper({ socket = socketOf() } = {}) {
  const connection = await reach(socket);
  if (connection === null) return false;
  await ask(connection, 'stop');
  await close(connection);
  return true;
}

/** Servers that were started by other sources, or are other programs, are not what a fresh start would give. */
async function keyOfServers() {
  await buildBundle('test-servers');
  const bundle = readFileSync(inRoot('dist', 'tools', 'test-servers.cjs'));
  const programs = [process.env.SLUICE_MYSQLD ?? '', process.env.SLUICE_MARIADBD ?? ''];
  return createHash('sha256').update(bundle).update(JSON.stringify(programs)).digest('hex');
}

/** A connection to the keeper, or null where nobody listens. */
async function reach(socket) {
  const connection = connect(shortest(socket));
  try {
    await once(connection, 'connect');
    connection.on('error', () => undefined);
    return connection;
  } catch (error) {
    if (!['ENOENT', 'ECONNREFUSED'].includes(error.code)) throw error;
    return null;
  }
}

async function startKeeper(socket, key, idleMs) {
  mkdirSync(dirname(socket), { recursive: true });
  const log = openSync(`${socket}.log`, 'w');
  const argv = [KEEPER, shortest(socket), key, String(idleMs)];
  const keeper = spawn(process.execPath, argv, { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  keeper.unref();
  for (;;) {
    const connection = await reach(socket);
    if (connection !== null) return connection;
    if (keeper.exitCode !== null || keeper.signalCode !== null)
      throw new Error(`The keeper of the test servers has ended:\n${readFileSync(`${socket}.log`, 'utf8')}`);
    await sleep(50);
  }
}

/** The keeper's answer; one that ended before it had one gives way. */
async function ask(connection, request) {
  const lines = createInterface({ input: connection });
  const answer = Promise.race([once(lines, 'line'), once(lines, 'close').then(() => null)]);
  connection.write(`${request}\n`);
  const first = await answer;
  return first === null ? { kind: 'ended' } : JSON.parse(first[0]);
}

async function close(connection) {
  if (connection.closed) return;
  const closed = once(connection, 'close');
  connection.destroy();
  await closed;
}

function socketOf() {
  return inRoot('.cache', 'test-servers.sock');
}

/** A socket's name must not be longer than about a hundred characters. */
function shortest(path) {
  const here = relative(process.cwd(), path);
  return here.length < path.length ? here : path;
}
