/**
 * Keeps test servers ready between the calls of one checkout: `keeper.mjs SOCKET KEY IDLE_MS`. Whoever connects says
 * `take KEY` and gets variables, for as long as the connection lives; or `stop`. A keeper of another key gives way.
 * Servers end with it, also when it is killed (see tests/servers/README.md).
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { startTestServers } from '../servers.mjs';
import { ServerPool } from './server-pool.mjs';

/** The process that started it calls at once, or has been killed. */
const FIRST_CALL_MS = 60_000;

const [, , socket, key, idleMs] = process.argv;

const pool = new ServerPool(startTestServers, ({ variables }) => pidsOf(variables).every(isAlive));
let idle = null;
let ending = null;

// Nobody listens there: whoever starts a keeper has tried, and holds a lock meanwhile.
rmSync(socket, { force: true });
const server = createServer((connection) => {
  connection.on('error', () => undefined);
  serve(connection).catch((error) => {
    console.error(error);
    connection.end(`${JSON.stringify({ kind: 'failed', message: error.message })}\n`);
  });
});
server.listen(socket);
idle = setTimeout(() => void end(), FIRST_CALL_MS);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => void end());

async function serve(connection) {
  const [line] = await once(createInterface({ input: connection }), 'line');
  if (line !== `take ${key}`) {
    await end();
    connection.end(`${JSON.stringify({ kind: 'ended' })}\n`);
    return;
  }
  clearTimeout(idle);
  const servers = await pool.take();
  const giveBack = () => pool.giveBack(servers).then(awaitIdleness, console.error);
  if (connection.destroyed) return void giveBack();
  connection.once('close', giveBack);
  const { variables } = servers;
  connection.write(`${JSON.stringify({ kind: 'servers', variables, keeper: process.pid })}\n`);
}

function awaitIdleness() {
  clearTimeout(idle);
  if (!pool.isUsed) idle = setTimeout(() => void end(), Number(idleMs));
}

/** The socket is closed first: who comes now starts another keeper. */
function end() {
  clearTimeout(idle);
  server.close();
  return (ending ??= pool.end().finally(() => setImmediate(() => process.exit())));
}

function pidsOf(variables) {
  return Object.values(variables).map((text) => JSON.parse(text).pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
