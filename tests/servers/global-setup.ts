import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { startServers } from './start-servers';
import { testVendors, variableOf } from './test-server';

/**
 * Vitest's global set-up for every tier that talks to servers. `npm test` starts them once for all tiers; a tier
 * that is run alone, by vitest itself or an editor, gets its own here.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // The command line's notes on its runs are no part of the history of the tests' user.
  const state = mkdtempSync(join(tmpdir(), 'sluice-state-'));
  process.env.XDG_STATE_HOME = state;
  const stopServers = await startMissing();
  return async () => {
    rmSync(state, { recursive: true, force: true });
    await stopServers();
  };
}

async function startMissing(): Promise<() => Promise<void>> {
  if (testVendors.every((vendor) => process.env[variableOf(vendor)] !== undefined))
    return () => Promise.resolve();
  const servers = await startServers();
  Object.assign(process.env, servers.environment);
  return () => servers.stop();
}
