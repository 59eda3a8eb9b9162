import type { Vendor } from '../../../contract/connections/connection';

/**
 * Privileges that have another name, or several, on the other vendor: both manuals' lists ("Privileges Provided by
 * MySQL"; MariaDB, "GRANT") have the same statements and variables under them. All others keep their name, and are
 * refused where the target does not know it.
 */
const TO_MARIADB: Readonly<Record<string, readonly string[]>> = {
  'REPLICATION CLIENT': ['BINLOG MONITOR', 'SLAVE MONITOR'],
  SET_USER_ID: ['SET USER'],
  SET_ANY_DEFINER: ['SET USER'],
  CONNECTION_ADMIN: ['CONNECTION ADMIN'],
};

/** Privileges of MariaDB by their name on MySQL; SLAVE MONITOR alone, or BINLOG MONITOR alone, would gain privileges. */
const TO_MYSQL: Readonly<Record<string, readonly string[]>> = {
  'SET USER': ['SET_ANY_DEFINER'],
  'CONNECTION ADMIN': ['CONNECTION_ADMIN'],
};

/**
 * Returns the names that `vendor` has for privileges of the other vendor, given in capitals; in their order, each once.
 * Pure.
 */
export function privilegesOn(names: readonly string[], vendor: Vendor): readonly string[] {
  if (vendor === 'mariadb') return distinct(names.flatMap((name) => TO_MARIADB[name] ?? [name]));
  const monitors = TO_MARIADB['REPLICATION CLIENT'] ?? [];
  const isClient = monitors.every((name) => names.includes(name));
  const left = isClient ? names.filter((name) => !monitors.includes(name)) : names;
  return distinct([
    ...left.flatMap((name) => TO_MYSQL[name] ?? [name]),
    ...(isClient ? ['REPLICATION CLIENT'] : []),
  ]);
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
