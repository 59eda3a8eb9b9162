import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { patternOf } from '../../app/contract/commands/pattern';
import type { Profile } from '../../app/contract/connections/connection';
import { dumpHandlers } from '../../app/main/handlers/dump';
import { Connections } from '../../app/profiles/connections';
import { KnownServers } from '../../app/profiles/known-servers';
import { MemoryVault } from '../../app/profiles/secrets';
import { ProfileStore } from '../../app/profiles/store';
import { testServer, testVendors } from '../servers/test-server';
import { FaultyNetwork } from './harness/faulty-network';
import { withFolder } from './harness/runs';

/** The run that a form has started reads the same catalogue: the form's own reading would take its time from it. */
describe.each(testVendors)('the preflight of a form that was left, %s', (vendor) => {
  it('ends at once, in the middle of a server’s answer', async () => {
    const network = await FaultyNetwork.to(testServer(vendor));
    try {
      await withFolder(async (folder) => {
        const { user, password } = testServer(vendor);
        const profile: Profile = {
          ...{ id: 'mine', name: 'Mine', user, environment: 'development', colour: 'blue' },
          ...{ address: { kind: 'tcp', host: '127.0.0.1', port: network.port }, tls: { mode: 'disabled' } },
        };
        const vaults = { memory: new MemoryVault(), keychain: new MemoryVault() };
        const store = new ProfileStore(join(folder, 'profiles.json'));
        const connections = new Connections(
          { profiles: store, vaults, servers: new KnownServers(join(folder, 'servers.json')) },
          () => Promise.resolve([]),
        );
        await connections.save(profile, password);
        // A preflight needs only the connections.
        const handlers = dumpHandlers({ connections } as Parameters<typeof dumpHandlers>[0]);
        const held = network.at('schemas', 'hold');
        const selection = selecting([{ kind: 'schema', schema: patternOf('mysql') }]);
        const left = handlers['dump/preflight']({
          profileId: profile.id,
          options: { ...DUMP_DEFAULTS, selection },
        });
        const refused = expect(left).rejects.toMatchObject({ failure: { code: 'cancelled' } });
        await held;
        expect(handlers['dump/cancel-preflight'](null)).toBeNull();
        await refused;
      });
    } finally {
      await network.close();
    }
  });
});
