import type { Dice } from '../../fixtures/dice';
import type { Ground } from './ground';

const OF_SCHEMA = [
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'ALTER', 'INDEX', 'REFERENCES'],
  ...[
    'CREATE VIEW',
    'SHOW VIEW',
    'TRIGGER',
    'CREATE ROUTINE',
    'ALTER ROUTINE',
    'EXECUTE',
    'EVENT',
    'LOCK TABLES',
  ],
];
const OF_SERVER = {
  mysql: [
    'RELOAD',
    'PROCESS',
    'SHOW_ROUTINE',
    'BACKUP_ADMIN',
    'SET_ANY_DEFINER',
    'SYSTEM_VARIABLES_ADMIN',
    'SUPER',
    'REPLICATION CLIENT',
  ],
  mariadb: ['RELOAD', 'PROCESS', 'SUPER', 'SET USER', 'BINLOG MONITOR', 'BINLOG ADMIN'],
} as const;

/** Gives the account a random set of privileges, of those on a schema and of those on the server; returns them as SQL. */
export async function drawPrivileges(ground: Ground, schema: string, dice: Dice): Promise<readonly string[]> {
  // Most accounts lack little: those that lack nearly all are refused before anything can go wrong.
  const share = dice.pick([2, 5, 12]);
  const some = (privileges: readonly string[]) => privileges.filter(() => dice.below(share) > 0);
  const schemaPrivileges = some(OF_SCHEMA);
  const serverPrivileges = some(OF_SERVER[ground.vendor]);
  const place = dice.below(3) === 0 ? '*.*' : `${schema}.*`;
  const grants = [
    ...(schemaPrivileges.length === 0
      ? []
      : [`GRANT ${schemaPrivileges.join(', ')} ON ${place} TO 'limited'@'%'`]),
    ...(serverPrivileges.length === 0
      ? []
      : [`GRANT ${serverPrivileges.join(', ')} ON *.* TO 'limited'@'%'`]),
  ];
  await ground.run(
    null,
    "DROP USER IF EXISTS 'limited'@'%'",
    `CREATE USER 'limited'@'%' IDENTIFIED BY '${ground.passwords.limited}'`,
    ...grants,
  );
  return grants;
}
