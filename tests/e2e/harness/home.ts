import { mkdirSync, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { cacheFolder } from '../../../build/setup/places.mjs';

/** A user's home that nobody has used: the app under test finds no profile, no data and no window state in it. */
export interface Home {
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of what the user set up. */
  readonly config: string;
  /** Folder of the runs' history. */
  readonly state: string;
  /** Folder of the practice servers. */
  readonly data: string;
  /** Folder that the app suggests for dumps. */
  readonly dumps: string;
  remove(): void;
}

export function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), 'sluice-e2e-'));
  const place = (name: string) => {
    mkdirSync(join(path, name));
    return join(path, name);
  };
  const [config, data, runtime, state] = [place('config'), place('data'), place('runtime'), place('state')];
  return {
    path,
    config,
    state,
    data,
    dumps: join(path, 'Sluice dumps'),
    environment: {
      ...process.env,
      HOME: path,
      XDG_CONFIG_HOME: config,
      XDG_DATA_HOME: data,
      XDG_STATE_HOME: state,
      XDG_RUNTIME_DIR: runtime,
      // The servers that set-up unpacked stay where they are.
      SLUICE_CACHE: cacheFolder,
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
