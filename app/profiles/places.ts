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
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Sluice');
  if (platform === 'win32')
    return join(environment.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'Sluice');
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'sluice');
}

export function profilesFile(): string {
  return join(configFolder(), 'profiles.json');
}
