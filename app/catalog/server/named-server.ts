import type { Vendor } from '../../contract/connections/connection';
import { parseVersion } from './server';
import type { ServerVersion } from './dialect';

/** The newest release of each series that Sluice knows, by the numbers of the series. */
const RELEASES: Readonly<Record<Vendor, Readonly<Record<string, number>>>> = {
  mysql: {
    ...{ '5.5': 62, '5.6': 51, '5.7': 44, '8.0': 44, '8.1': 0, '8.2': 0, '8.3': 0, '8.4': 7 },
    ...{ '9.0': 1, '9.1': 0, '9.2': 0, '9.3': 0, '9.4': 0, '9.5': 0, '9.6': 0, '9.7': 4 },
  },
  mariadb: {
    ...{ '10.2': 44, '10.3': 39, '10.4': 34, '10.5': 29, '10.6': 24, '10.7': 8, '10.8': 8, '10.9': 8 },
    ...{ '10.10': 7, '10.11': 19, '11.0': 6, '11.1': 6, '11.2': 6, '11.3': 2, '11.4': 9, '11.5': 2 },
    ...{ '11.6': 2, '11.7': 2, '11.8': 6 },
  },
};

/** Server that is known by its version alone. */
export interface NamedServer extends ServerVersion {
  /** As the server itself would name it. */
  readonly version: string;
}

/**
 * Reads a server's version, such as `5.7` or `8.0.18`; a series stands for its newest release, and none for the newest of
 * all. Null for a series that Sluice does not know. Pure.
 */
export function namedServer(vendor: Vendor, text: string | null): NamedServer | null {
  const known = Object.keys(RELEASES[vendor]);
  const [, series = '', patch] = /^(\d+\.\d+)(?:\.(\d+))?$/.exec(text ?? known[known.length - 1] ?? '') ?? [];
  const newest = RELEASES[vendor][series];
  if (newest === undefined) return null;
  const numbers = `${series}.${patch ?? newest}`;
  return parseVersion(vendor === 'mariadb' ? `${numbers}-MariaDB` : numbers);
}

/** The series of a vendor that Sluice knows, the oldest first. */
export function knownSeries(vendor: Vendor): readonly string[] {
  return Object.keys(RELEASES[vendor]);
}
