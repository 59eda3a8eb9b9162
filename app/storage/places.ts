import { homedir } from 'os';
import { join } from 'path';

/**
 * Where Sluice keeps what a user set up: one folder for the window and the command line, so that a profile saved in
 * the one is known to the other. The XDG base directories on Linux, the platform's own folder elsewhere.
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

/** Where Sluice keeps what happened, such as the history of runs. The same folder where a platform knows but one. */
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

/** Which servers the saved connections lead to. */
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

/** What loads have changed of servers' settings and not put back yet. */
export function changedSettingsFile(): string {
  return join(stateFolder(), 'changed-settings.json');
}

export function historyFolder(): string {
  return join(stateFolder(), 'history');
}

/** Where systemd looks for a user's own units. */
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
