/** A process that starts a server and stays: `starter VENDOR FOLDER LIFETIME`. Prints the instance as one line of JSON. */
import { startInstance } from '../../../app/sandbox/instance';
import { locateServer } from '../../../app/sandbox/locate';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { Lifetime } from '../../../app/sandbox/state-file';

async function main(): Promise<void> {
  const [vendor, folder, lifetime] = process.argv.slice(2) as [Vendor, string, Lifetime];
  const program = locateServer(vendor);
  if (program === null) throw new Error(`There is no ${vendor} server`);
  const server = await startInstance({ program, folder, lifetime, bufferPoolBytes: 128 << 20, options: [] });
  process.stdout.write(`${JSON.stringify(server)}\n`);
  setInterval(() => undefined, 60_000);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
