import { suitableThreads } from '../engine/threads';
import { app } from 'electron';
import { join } from 'path';
import type { PracticeServer } from '../contract/connections/practice';
import type { Addon } from '../engine/addon';
import { openEngine } from '../engine/open';
import { withKeptScans } from '../engine/scan/kept-scans';
import { RunHistory } from '../runs/history/history';
import { RunRegistry } from '../runs/registry';
import { SavedJobs } from '../jobs/saved-jobs';
import { WATCHED } from '../runs/server-watch';
import { SettingsRecords } from '../load/speed-ups/records';
import { Connections } from '../profiles/connections';
import {
  historyFolder,
  jobsFile,
  profilesFile,
  scansFolder,
  secretsFolder,
  serversFile,
  settingsFile,
} from '../storage/places';
import { SettingsStore } from '../storage/settings';
import { ValueCache } from '../storage/value-cache';
import { KeychainVault, type Keychain } from '../profiles/keychain-vault';
import { KnownServers } from '../profiles/known-servers';
import { MemoryVault } from '../profiles/secrets';
import { ProfileStore } from '../profiles/store';
import { PracticeServers } from '../sandbox/practice';
import { FolderHandles } from './folders';
import { Inspector } from './inspector';
import { openKeychain } from './secrets/safe-storage';

/** All services behind the window. None of them knows of Electron. */
export interface Services {
  readonly engine: Addon;
  readonly runs: RunRegistry;
  readonly history: RunHistory;
  readonly jobs: SavedJobs;
  readonly practice: PracticeServers;
  readonly connections: Connections;
  readonly keychain: Keychain;
  readonly folders: FolderHandles;
  readonly inspector: Inspector;
  readonly sluiceVersion: string;
  readonly settings: SettingsStore;
  /** Server settings that loads have changed. */
  readonly changedSettings: SettingsRecords;
}

/** `distFolder` holds the bundles and the native engine. */
export function startServices(
  distFolder: string,
  onPracticeChange: (servers: readonly PracticeServer[]) => void,
): Services {
  const engine = withKeptScans(
    openEngine(join(distFolder, 'native', 'sluice.node')),
    new ValueCache(scansFolder()),
  );
  const practice = new PracticeServers(onPracticeChange);
  const sluiceVersion = app.getVersion();
  const history = new RunHistory(historyFolder(), 'window');
  const keychain = openKeychain();
  return {
    engine,
    practice,
    history,
    jobs: new SavedJobs(jobsFile()),
    runs: new RunRegistry({ engine, sluiceVersion }, history, WATCHED),
    connections: new Connections(
      {
        profiles: new ProfileStore(profilesFile()),
        vaults: { memory: new MemoryVault(), keychain: new KeychainVault(secretsFolder(), keychain) },
        servers: new KnownServers(serversFile()),
      },
      () => practice.access(),
    ),
    keychain,
    folders: new FolderHandles(),
    inspector: new Inspector(engine),
    sluiceVersion,
    settings: new SettingsStore(settingsFile(), suitableThreads()),
    changedSettings: new SettingsRecords(),
  };
}
