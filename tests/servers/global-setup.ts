import { startServers } from './start-servers';
import { testVendors, variableOf } from './test-server';

/**
 * Vitest's global set-up for every tier that talks to servers. `npm test` starts them once for all tiers; a tier
 * that is run alone, by vitest itself or an editor, gets its own here.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (testVendors.every((vendor) => process.env[variableOf(vendor)] !== undefined))
    return () => Promise.resolve();
  const servers = await startServers();
  Object.assign(process.env, servers.environment);
  return () => servers.stop();
}
