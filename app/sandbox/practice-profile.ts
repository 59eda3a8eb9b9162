import { PRACTICE_PREFIX, type Profile, type Vendor } from '../contract/connections/connection';
import type { Instance } from './instance';
import { practiceFolder, socketPathOf } from './places';
import { SERVER_USER } from './server-options';

/** Names that command lines and saved jobs refer to, and so the same in every language. */
const NAMES: Readonly<Record<Vendor, string>> = {
  // oxlint-disable-next-line sluice/sentences -- See above.
  mysql: 'Practice server',
  // oxlint-disable-next-line sluice/sentences -- See above.
  mariadb: 'Practice server (MariaDB)',
};

export function practiceProfileId(vendor: Vendor): string {
  return `${PRACTICE_PREFIX}${vendor}`;
}

/** The predefined connection of a practice server. Its socket is always the same, so it is valid before every start. */
export function practiceProfile(vendor: Vendor): Profile {
  return {
    id: practiceProfileId(vendor),
    name: NAMES[vendor],
    address: { kind: 'socket', path: socketPathOf(practiceFolder(vendor)) },
    user: SERVER_USER,
    tls: { mode: 'disabled' },
    environment: 'development',
    colour: vendor === 'mysql' ? 'teal' : 'blue',
    practice: vendor,
  };
}

/** The running server as a DSN for scripts and other clients; the password travels apart. */
export function practiceDsn({ user, host, port }: Instance): string {
  return `mysql://${user}@${host}:${port}`;
}
