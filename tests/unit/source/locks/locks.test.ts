import { describe, expect, it } from 'vitest';
import { parsePrivileges } from '../../../../app/catalog/privileges/grants';
import type { Consistency } from '../../../../app/contract/runs/options';
import { isConsistent, mustCompareDefinitions, planLocks } from '../../../../app/source/locks/locks';
import { failingWith } from '../../harness/failure';

const plan = (
  vendor: 'mysql' | 'mariadb',
  privileges: string,
  {
    scope = '*.*',
    consistency = 'auto',
  }: { readonly scope?: string; readonly consistency?: Consistency } = {},
) =>
  planLocks({
    caution: null,
    server: { vendor, versionNumber: vendor === 'mysql' ? 90_700 : 101_119 },
    account: 'u@%',
    privileges: parsePrivileges([`GRANT ${privileges} ON ${scope} TO \`u\`@\`%\``]),
    schemas: ['shop', 'crm'],
    consistency,
  });

describe('planLocks on MySQL', () => {
  it('holds DDL back where the account may', () => {
    expect(plan('mysql', 'SELECT, RELOAD, BACKUP_ADMIN')).toMatchObject({ mode: 'backup-lock', better: '' });
  });

  it('is content with FLUSH_TABLES', () => {
    expect(plan('mysql', 'BACKUP_ADMIN,FLUSH_TABLES').mode).toBe('backup-lock');
  });

  it('compares definitions again where DDL can’t be held back, and names the grant that would help', () => {
    const read = plan('mysql', 'RELOAD');
    expect(read.mode).toBe('read-lock');
    expect(read.better).toContain('BACKUP_ADMIN');
    expect(mustCompareDefinitions(read)).toBe(true);
  });

  it('locks the tables themselves where the account may not lock the server', () => {
    const tables = plan('mysql', 'SELECT, LOCK TABLES');
    expect(tables.mode).toBe('table-locks');
    expect(tables.better).toContain('RELOAD');
    expect(isConsistent(tables)).toBe(true);
    expect(mustCompareDefinitions(tables)).toBe(true);
  });

  it('refuses where it may lock neither, and says what to grant', () => {
    expect(() => plan('mysql', 'SELECT, BACKUP_ADMIN')).toThrow(
      failingWith('privilege-missing', {
        hint: expect.stringContaining('GRANT LOCK TABLES ON `shop`.*') as unknown,
      }),
    );
  });

  it('refuses where it may lock the tables of one schema only, and names the other', () => {
    expect(() => plan('mysql', 'SELECT, LOCK TABLES', { scope: '`shop`.*' })).toThrow(/crm/);
  });
});

describe('planLocks on MariaDB', () => {
  it('goes through the backup stages and says what they cost', () => {
    const stages = plan('mariadb', 'RELOAD');
    expect(stages.mode).toBe('backup-stage');
    expect(stages.sentence).toContain('writes to MyISAM and CSV tables');
    expect(mustCompareDefinitions(stages)).toBe(false);
  });

  it('takes no MySQL privilege for its own', () => {
    expect(() => plan('mariadb', 'FLUSH_TABLES')).toThrow(failingWith('privilege-missing'));
  });
});

describe('planLocks as the user wishes', () => {
  it('locks tables though the server could be locked', () => {
    expect(plan('mysql', 'ALL PRIVILEGES', { consistency: 'lock-tables' }).mode).toBe('table-locks');
  });

  it('takes no lock only when asked, and says that it is not consistent', () => {
    const none = plan('mariadb', 'USAGE', { consistency: 'none' });
    expect(none.mode).toBe('none');
    expect(isConsistent(none)).toBe(false);
  });
});
