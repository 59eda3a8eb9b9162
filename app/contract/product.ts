/**
 * Product and version of a server, from its own version text (`SELECT VERSION()`): `MySQL 9.7.4`, `MariaDB 10.11.19`.
 * MariaDB names itself in it, followed by its packager and, for old replicas, preceded by a version of MySQL.
 */
export function productOf(version: string): string {
  if (!/mariadb/i.test(version)) return `MySQL ${version}`;
  return `MariaDB ${version.replace(/^5\.5\.5-/, '').replace(/-mariadb.*$/i, '')}`;
}
