import { existsSync } from 'fs';
import { inCache } from '../../../build/setup/places.mjs';

/** Folder of a server's plugins, its own and those by which accounts sign in that it is tested with; null for none. */
export function pluginFolder(server: string): string | null {
  const folder = inCache('sign-in-plugins', server);
  return existsSync(folder) ? folder : null;
}
