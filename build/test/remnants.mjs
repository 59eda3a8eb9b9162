/**
 * A set-up file of Vitest's, run in a worker before each of its test files: tells, when it is asked, what they have left
 * in it: open sockets, servers, files and timers, processes that still run, listeners of the process, variables, another
 * folder to work in. A worker without remnants is as good as a new one.
 */
import { readFileSync } from 'node:fs';

/** The next file need not pay for the memory of those before it. */
const MOST_BYTES = 700 * 1024 * 1024;
/** Listeners that could end a later file, or keep it from ending. */
const LISTENED_TO = [
  'uncaughtException',
  'unhandledRejection',
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGUSR1',
  'SIGUSR2',
];
const IS_WATCHED = Symbol.for('sluice.remnants');

// Before the first file, when Vitest has made what it needs itself.
if (!(IS_WATCHED in process)) {
  const before = state();
  const send = process.send.bind(process);
  process.on('message', (message) => {
    if (message?.kind === 'remnants') send({ kind: 'remnants', remnants: differences(before, state()) });
  });
  Object.defineProperty(process, IS_WATCHED, { value: true });
}

/** Everything that is compared, as text by name. */
function state() {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  return new Map([
    ['folder', process.cwd()],
    ['memory', String(process.memoryUsage().rss > MOST_BYTES)],
    ...variables.map(([name, value]) => [`variable ${name}`, value]),
    ...LISTENED_TO.map((name) => [`listeners of ${name}`, String(process.listenerCount(name))]),
    ...counted(process.getActiveResourcesInfo()),
    ['children', children()],
  ]);
}

/** Those too that Node does not wait for, where the system tells (proc(5)). */
function children() {
  try {
    return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  } catch {
    return '';
  }
}

function counted(resources) {
  const counts = new Map();
  for (const name of resources) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => [name, String(count)]);
}

function differences(before, now) {
  const names = [...new Set([...before.keys(), ...now.keys()])];
  return names
    .filter((name) => before.get(name) !== now.get(name))
    .map((name) => `${name} (${before.get(name) ?? 'none'}, now ${now.get(name) ?? 'none'})`);
}
