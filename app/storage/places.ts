import { homedir } from 'os';
import { join } from 'path';

/**
 * Folder of the user's settings: one for the window and the command line, so that a profile saved in the one is known
 * to the other. The XDG base directories on Linux, the platform's own folder elsewhere.
 */
export function configFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return (
    platformFolder(environment, platform) ??
    join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'sluice')
  );
}

/**
 * Folder of records, such as the history of runs. The same folder as {@link configFolder} on platforms that have only
 * one.
 */
export function stateFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return (
    platformFolder(environment, platform) ??
    join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'sluice')
  );
}

export function profilesFile(): string {
  return join(configFolder(), 'profiles.json');
}

/** The servers that the saved connections lead to. */
export function serversFile(): string {
  return join(configFolder(), 'servers.json');
}

/** Passwords that the keychain's key has encrypted. */
export function secretsFolder(): string {
  return join(configFolder(), 'secrets');
}

export function jobsFile(): string {
  return join(configFolder(), 'jobs.json');
}

export function settingsFile(): string {
  return join(configFolder(), 'settings.json');
}

/** Server settings that loads have changed and not restored yet. */
export function changedSettingsFile(): string {
  return join(stateFolder(), 'changed-settings.json');
}

export function historyFolder(): string {
  return join(stateFolder(), 'history');
}

/** Folder of places of rows in scripts that were scanned. */
export function scansFolder(): string {
  return join(stateFolder(), 'scans');
}

/** Folder in which systemd looks for a user's own units. */
export function systemdUserFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd', 'user');
}

/** Null on systems that follow the XDG base directories. */
function platformFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Sluice');
  if (platform === 'win32')
    return join(environment.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'Sluice');
  return null;
}
