import { describe, expect, it } from 'vitest';
import { warningsFor } from '../../../app/dump/preflight';
import { table } from '../harness/facts';

describe('warningsFor', () => {
  it.each(['InnoDB', 'INNODB'])('has nothing to say of a table in %s', (engine) => {
    expect(warningsFor(table('t', { engine }))).toEqual([]);
  });

  it.each([
    ['an engine without snapshots', table('t', { engine: 'MyISAM' }), /MyISAM/],
    ['a history that stays behind', table('t', { kind: 'system-versioned' }), /history/],
  ])('tells of %s', (_, facts, message) => {
    const warnings = warningsFor(facts);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'unsupported-object', table: 'shop.t' });
    expect(warnings[0]?.message).toMatch(message);
    expect(warnings[0]?.hint).not.toBe('');
  });
});
