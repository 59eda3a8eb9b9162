/**
 * The servers of a test run as a process: prints their variables as one line of JSON, then serves until its standard
 * input ends. `node build/servers.mjs` runs it.
 */
import { startServers } from './start-servers';

async function serve(): Promise<void> {
  const servers = await startServers();
  process.stdout.write(`${JSON.stringify(servers.environment)}\n`);
  process.stdin.resume();
  process.stdin.once('end', () => void servers.stop().then(() => process.exit(0)));
}

serve().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
