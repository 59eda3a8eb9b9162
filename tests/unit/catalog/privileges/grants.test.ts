import { describe, expect, it } from 'vitest';
import { parsePrivileges } from '../../../../app/catalog/privileges/grants';

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

  it('does not take privileges on one schema or one table for privileges on the server', () => {
    const privileges = parsePrivileges([
      'GRANT USAGE ON *.* TO `u`@`%`',
      'GRANT ALL PRIVILEGES ON `shop`.* TO `u`@`%`',
      'GRANT RELOAD ON `shop`.`orders` TO `u`@`%`',
    ]);
    expect(privileges.has('RELOAD')).toBe(false);
    expect(privileges.has('SELECT')).toBe(false);
  });

  it('does not take a role or a revoked privilege for a privilege', () => {
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

  it('finds the privileges on a schema, by its own grant or by the server’s', () => {
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

  it('follows the most specific of several grants that match a schema, as the servers do', () => {
    const privileges = parsePrivileges([
      'GRANT SELECT ON `sh%`.* TO `u`@`%`',
      'GRANT EVENT ON `shop`.* TO `u`@`%`',
      'GRANT TRIGGER ON `s%`.* TO `u`@`%`',
    ]);
    const held = (schema: string) =>
      ['SELECT', 'EVENT', 'TRIGGER'].filter((privilege) => privileges.hasIn(schema, privilege));
    expect(held('shop')).toEqual(['EVENT']);
    expect(held('shed')).toEqual(['SELECT']);
    expect(held('sea')).toEqual(['TRIGGER']);
  });

  it('adds what an active role of MariaDB may do', () => {
    const privileges = parsePrivileges([
      'GRANT EVENT ON `shop`.* TO `u`@`%`',
      'GRANT `reader` TO `u`@`%`',
      'GRANT SELECT ON `shop`.* TO `reader`',
    ]);
    expect(privileges.hasIn('shop', 'EVENT') && privileges.hasIn('shop', 'SELECT')).toBe(true);
    expect(privileges.idleRoles).toEqual(['reader']);
  });

  it('takes away what MySQL revokes in one schema', () => {
    const privileges = parsePrivileges(
      ['GRANT SELECT, EVENT ON *.* TO `u`@`%`', 'REVOKE SELECT ON `pay_roll`.* FROM `u`@`%`'],
      { wildcards: false },
    );
    expect(privileges.hasIn('pay_roll', 'SELECT')).toBe(false);
    expect(privileges.hasIn('pay_roll', 'EVENT')).toBe(true);
    expect(privileges.hasIn('shop', 'SELECT')).toBe(true);
    expect(privileges.revokedSchemas).toEqual(['pay_roll']);
  });

  it('takes a privilege on some columns for none on the table', () => {
    const privileges = parsePrivileges([
      'GRANT SELECT (`id`, `a, b`), SHOW VIEW ON `shop`.`orders` TO `u`@`%`',
      'GRANT SELECT ON `shop`.`items` TO `u`@`%`',
    ]);
    expect(privileges.hasOn('shop', 'orders', 'SELECT')).toBe(false);
    expect(privileges.hasOn('shop', 'orders', 'SHOW VIEW')).toBe(true);
    expect(privileges.hasOn('shop', 'items', 'SELECT')).toBe(true);
    expect(privileges.hasIn('shop', 'SELECT')).toBe(false);
  });

  it('knows no wildcards in names of schemas under partial revokes', () => {
    const privileges = parsePrivileges(['GRANT SELECT ON `a_c`.* TO `u`@`%`'], { wildcards: false });
    expect(privileges.hasIn('a_c', 'SELECT')).toBe(true);
    expect(privileges.hasIn('abc', 'SELECT')).toBe(false);
  });
});
