/**
 * The test servers around a command: `node build/servers.mjs -- COMMAND …` runs it with SLUICE_TEST_MYSQL and
 * SLUICE_TEST_MARIADB set (see tests/servers/README.md) and ends with its exit code.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { buildBundle } from './bundles.mjs';
import { inRoot } from './setup/places.mjs';

let bundled = null;

/**
 * Starts fresh test servers, which end with this process at the latest.
 * @param temporary folder in which theirs are made
 * @returns their variables, process and end
 */
export async function startTestServers({ temporary = tmpdir() } = {}) {
  await (bundled ??= buildBundle('test-servers'));
  const server = spawn(process.execPath, [inRoot('dist', 'tools', 'test-servers.cjs')], {
    env: { ...process.env, TMPDIR: temporary },
    detached: true, // Ctrl-C is for the command; the servers end when it has
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const first = await Promise.race([once(lines, 'line'), ended.then(() => null)]);
  if (first === null) throw new Error('The test servers did not start.');
  return {
    variables: JSON.parse(first[0]),
    pid: server.pid,
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}

/** Runs `work` with the variables and the process of fresh test servers, which end with it, or with this process. */
export async function withTestServers(work) {
  const servers = await startTestServers();
  try {
    return await work(servers.variables, servers.pid);
  } finally {
    await servers.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [separator, program, ...argv] = process.argv.slice(2);
  if (separator !== '--' || program === undefined) {
    console.error('Usage: node build/servers.mjs -- COMMAND [ARGUMENT…]');
    process.exit(2);
  }
  process.once('SIGINT', () => undefined);
  process.exitCode = await withTestServers(async (variables) => {
    const child = spawn(program, argv, { stdio: 'inherit', env: { ...process.env, ...variables } });
    const [code] = await once(child, 'exit');
    return code ?? 1;
  });
}
