import { describe, expect, it } from 'vitest';
import { parsePrivileges } from '../../../app/catalog/grants';

describe('parsePrivileges', () => {
  it('collects the static and the dynamic privileges that MySQL lists apart', () => {
    const privileges = parsePrivileges([
      'GRANT SELECT, RELOAD, SHOW VIEW ON *.* TO `dumper`@`%`',
      'GRANT BACKUP_ADMIN,FLUSH_TABLES ON *.* TO `dumper`@`%`',
    ]);
    expect(
      ['SELECT', 'RELOAD', 'SHOW VIEW', 'BACKUP_ADMIN', 'FLUSH_TABLES'].filter((name) =>
        privileges.has(name),
      ),
    ).toHaveLength(5);
    expect(privileges.has('SUPER')).toBe(false);
  });

  it('takes MariaDB’s ALL PRIVILEGES, followed by a password, for every privilege', () => {
    const privileges = parsePrivileges([
      "GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` IDENTIFIED BY PASSWORD '*0123' WITH GRANT OPTION",
    ]);
    expect(privileges.has('RELOAD')).toBe(true);
  });

  it('does not take rights on one schema or one table for rights on the server', () => {
    const privileges = parsePrivileges([
      'GRANT USAGE ON *.* TO `u`@`%`',
      'GRANT ALL PRIVILEGES ON `shop`.* TO `u`@`%`',
      'GRANT RELOAD ON `shop`.`orders` TO `u`@`%`',
    ]);
    expect(privileges.has('RELOAD')).toBe(false);
    expect(privileges.has('SELECT')).toBe(false);
  });

  it('does not take a role or a revoked right for a privilege', () => {
    const privileges = parsePrivileges([
      'GRANT `reload`@`%` TO `u`@`%`',
      'GRANT PROXY ON ``@`` TO `u`@`%`',
      'REVOKE RELOAD ON *.* FROM `u`@`%`',
    ]);
    expect(privileges.has('RELOAD')).toBe(false);
  });

  it('asks for privileges in any case', () => {
    expect(parsePrivileges(['GRANT Reload ON *.* TO `u`@`%`']).has('reload')).toBe(true);
  });

  it('finds the rights on a schema, by its own grant or by the server’s', () => {
    const privileges = parsePrivileges([
      'GRANT SELECT ON *.* TO `u`@`%`',
      'GRANT LOCK TABLES, EVENT ON `shop`.* TO `u`@`%`',
    ]);
    expect(privileges.hasIn('shop', 'LOCK TABLES')).toBe(true);
    expect(privileges.hasIn('shop', 'SELECT')).toBe(true);
    expect(privileges.hasIn('shop2', 'LOCK TABLES')).toBe(false);
    expect(privileges.has('LOCK TABLES')).toBe(false);
  });

  it('reads a grant’s wildcards, and a backslash that takes one away', () => {
    const privileges = parsePrivileges([
      'GRANT LOCK TABLES ON `tenant\\_%`.* TO `u`@`%`',
      'GRANT LOCK TABLES ON `a_c.d``e`.* TO `u`@`%`',
    ]);
    const locks = (schema: string) => privileges.hasIn(schema, 'LOCK TABLES');
    expect(['tenant_1', 'tenant_', 'abc.d`e'].filter(locks)).toHaveLength(3);
    expect(['tenantx1', 'a.c', 'abcxd`e'].filter(locks)).toEqual([]);
  });
});
