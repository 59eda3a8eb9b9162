import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../../app/contract/connections/connection';
import { KnownServers } from '../../../app/profiles/known-servers';

const live: Profile = {
  ...{ id: 'live', name: 'Live', user: 'somebody', environment: 'production', colour: 'red' },
  ...{ address: { kind: 'tcp', host: 'db', port: 3306 }, tls: { mode: 'required' } },
};
const mine: Profile = { ...live, id: 'mine', name: 'Mine', environment: 'development' };

describe('KnownServers', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-servers-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const known = () => new KnownServers(join(folder, 'servers.json'));
  const serversOf = async (...profiles: readonly Profile[]) =>
    (await known().of(profiles)).map(({ server }) => server);

  it('has no record of unused connections', async () => {
    expect(await known().of([live])).toEqual([{ name: 'Live', environment: 'production', server: null }]);
  });

  it('keeps the server that each connection last led to', async () => {
    await known().learn(live, 'one');
    await known().learn(mine, 'two');
    await known().learn(live, 'three');
    expect(await serversOf(live, mine)).toEqual(['three', 'two']);
  });

  it('forgets it where the connection leads to another address, not where it is renamed', async () => {
    await known().learn(live, 'one');
    expect(await serversOf({ ...live, name: 'Old', user: 'other', environment: 'unknown' })).toEqual(['one']);
    expect(await serversOf({ ...live, address: { kind: 'tcp', host: 'db', port: 3307 } })).toEqual([null]);
  });
});
