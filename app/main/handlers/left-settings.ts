import type { ChangedServer, LeftServer } from '../../contract/connections/changed-server';
import { dsn, isSameServer } from '../../catalog/connect/dsn';
import { commandLine } from '../../contract/commands/command-line';
import type { Profile } from '../../contract/connections/connection';
import type { SettingsRecords } from '../../load/speed-ups/records';
import { restoreAt } from '../../load/speed-ups/restore';
import type { Connections } from '../../profiles/connections';
import type { Handlers } from '../answer';
import { mainFailures } from '../../text/main';

type Area = 'left-settings/list' | 'left-settings/restore';

export function leftSettingsHandlers(
  connections: Connections,
  records: SettingsRecords,
): Pick<Handlers, Area> {
  return {
    'left-settings/list': async () => {
      const profiles = await connections.list();
      const left = (await records.describe()).filter(({ inUse }) => !inUse);
      return left.map((server) => leftServer(server, profiles));
    },
    'left-settings/restore': async ({ id }) => {
      const record = (await records.left()).find((other) => other.id === id);
      if (record === undefined) throw mainFailures.settingsRestored();
      const { target } = record;
      const profile = connectionTo(target, await connections.list());
      if (profile === null) throw mainFailures.noConnectionTo({ target });
      return { target, said: await restoreAt(await connections.endpoint(profile.id), record, records) };
    },
  };
}

function leftServer(
  { id, target, since, settings }: ChangedServer,
  profiles: readonly Profile[],
): LeftServer {
  const profile = connectionTo(target, profiles);
  const command = commandLine(['sluice', 'restore-server-settings', '--target', target]);
  return {
    id,
    target: profile?.name ?? target,
    since,
    settings,
    profileId: profile?.id ?? null,
    command,
  };
}

/** The one that was named, or that leads to where a DSN does. */
function connectionTo(target: string, profiles: readonly Profile[]): Profile | null {
  const named = profiles.find(({ name }) => name === target);
  return named ?? profiles.find((profile) => isSameServer(dsn(profile), target)) ?? null;
}
