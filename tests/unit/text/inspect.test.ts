import { describe, expect, it } from 'vitest';
import { inspectFailures, inspectText } from '../../../app/text/inspect';

const PROCESS_LACKING = [
  { privileges: ['PROCESS'], on: { kind: 'server' }, grantable: false, purpose: 'table-pages' },
] as const;

describe('the sentences of an inspection', () => {
  it('count pages', () => {
    expect(inspectText.damagedPages(1)).toMatch(/^1 page torn/);
    expect(inspectText.mendedPages(1200)).toMatch(/^1,200 pages being written/);
    expect(inspectText.leavesSeen(50, 2000, 2)).toBe('2 % of the leaf pages (50 of 2,000)');
  });

  it('list the tables of a file, each once', () => {
    const orders = { table: 'shop.orders', partition: null };
    const first = { table: 'shop.log', partition: 'p0' };
    expect(inspectText.tablesInFile([orders, orders, first])).toBe(
      'The file says that it holds shop.orders; shop.log, partition p0.',
    );
  });

  it('say what cannot be inspected', () => {
    const messageOf = (engine: string | null) =>
      inspectFailures.notInnoDb({ name: 'shop.a', engine }).failure.message;
    expect(messageOf(null)).toBe('“shop.a” is a view: only InnoDB has pages to inspect.');
    expect(messageOf('Aria')).toBe('“shop.a” is a table of Aria: only InnoDB has pages to inspect.');
  });

  it('name the source that was not used, and the privileges that are missing', () => {
    expect(inspectText.notFrom('buffer-pool', 'it is too large.')).toBe(
      'Not from the buffer pool: it is too large.',
    );
    expect(inspectText.accountLacks(PROCESS_LACKING, ['GRANT PROCESS ON *.* TO a;'], null)).toBe(
      'This account lacks PROCESS (for pages of tables): GRANT PROCESS ON *.* TO a;',
    );
    const idle = { roles: ['reader'], vendor: 'mysql', remedies: ['SET DEFAULT ROLE ALL TO a;'] } as const;
    expect(inspectText.accountLacks(PROCESS_LACKING, [], idle)).toBe(
      'This account lacks PROCESS (for pages of tables): It also has the role “reader”, not active: SET DEFAULT ROLE ALL TO a;',
    );
  });
});
