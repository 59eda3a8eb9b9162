import { describe, expect, it } from 'vitest';
import type { SystemPeriod } from '../../../app/catalog/objects/tables';
import { warningsFor } from '../../../app/source/preflight';
import { table } from '../harness/facts';

const versioned = (counts: SystemPeriod['counts']) =>
  table('t', { kind: 'system-versioned', period: { start: 'rs', end: 're', counts } });

describe('warningsFor', () => {
  it.each(['InnoDB', 'INNODB'])('has nothing to say of a table in %s', (engine) => {
    expect(warningsFor(table('t', { engine }), 'current')).toEqual([]);
  });

  it('has nothing to say of a history that comes along', () => {
    expect(warningsFor(versioned('time'), 'all')).toEqual([]);
  });

  it('warns of tables without a snapshot that have row versions', () => {
    expect(warningsFor({ ...versioned('time'), engine: 'Aria' }, 'current')).toHaveLength(2);
  });

  it.each([
    ['an engine without snapshots', table('t', { engine: 'MyISAM' }), /MyISAM/],
    ['a history that stays behind', versioned('time'), /history/],
    ['a history that no other server knows', versioned('transactions'), /history.*transactions/],
  ])('tells of %s', (_, facts, message) => {
    const warnings = warningsFor(facts, 'current');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'unsupported-object', table: 'shop.t' });
    expect(warnings[0]?.message).toMatch(message);
    expect(warnings[0]?.hint).not.toBe('');
  });
});
