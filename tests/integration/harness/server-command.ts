import { join } from 'path';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testServer } from '../../servers/test-server';
import { startSluice, type RunningCommand } from './command';

/** A command whose engine kills its process. */
export interface Crash {
  /** File of the command, as `saboteurCommand` makes it. */
  readonly saboteur: string;
  /** Event of the engine at which it happens. */
  readonly at: string;
}

export interface ServerCommand {
  /** Its test server is the one that the command may sign in to. */
  readonly vendor: Vendor;
  /** Folder for the command's settings and state; absent for what the environment names. */
  readonly home?: string;
  readonly crash?: Crash | undefined;
  readonly through?: Parameters<typeof startSluice>[2];
  /** Further environment variables. */
  readonly more?: Readonly<Record<string, string>>;
}

/** Starts the built command line with the password of a vendor's test server. */
export function startAt(
  { vendor, home, crash, through, more }: ServerCommand,
  words: readonly string[],
): RunningCommand {
  const environment = {
    SLUICE_PASSWORD: testServer(vendor).password,
    ...(home !== undefined && {
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
    }),
    ...(crash !== undefined && { SLUICE_CRASH: crash.at }),
    ...more,
  };
  return startSluice(words, environment, through, crash?.saboteur);
}

/** Words of a command line that name a vendor's test server as the target, and an account of it. */
export function targetWords(vendor: Vendor, user: string = testServer(vendor).user): readonly string[] {
  const { host, port } = testServer(vendor);
  return ['--target', `mysql://${user}@${host}:${port}`];
}
