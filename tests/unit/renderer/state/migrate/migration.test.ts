import { describe, expect, it } from 'vitest';
import type { MigrationFinding } from '../../../../../app/contract/runs/migrate';
import { countCauses, groupFindings, shownFindings } from '../../../../../renderer/state/migrate/migration';
import { text } from '../../../../../renderer/text';

const collation = (
  object: string,
  severity: MigrationFinding['severity'] = 'converts',
): MigrationFinding => ({
  kind: 'plain',
  severity,
  rule: 'collations',
  object,
  why: 'utf8mb4_0900_ai_ci becomes utf8mb4_uca1400_nopad_ai_ci',
});

describe('groupFindings', () => {
  it('says once what is found of several objects in the same words', () => {
    const groups = groupFindings([collation('shop'), collation('shop.orders'), collation('shop.orders')]);
    expect(groups).toEqual([{ ...collation(''), object: undefined, objects: ['shop', 'shop.orders'] }]);
  });

  it('keeps apart what is said of them otherwise', () => {
    const groups = groupFindings([
      collation('shop'),
      collation('shop.a', 'blocks'),
      { ...collation('shop.b'), why: 'latin1_swedish_ci stays' },
      { ...collation('shop.c'), kind: 'advised', fix: 'Look at it.' },
    ]);
    expect(groups.map(({ objects }) => objects)).toEqual([['shop'], ['shop.a'], ['shop.b'], ['shop.c']]);
  });
});

describe('countCauses', () => {
  it('separates causes from the objects that have them', () => {
    const findings = [
      collation('shop.a', 'blocks'),
      collation('shop.b', 'blocks'),
      { ...collation('shop.b', 'blocks'), why: 'another' },
      collation('shop.c'),
    ];
    expect(countCauses(findings, 'blocks')).toEqual({ causes: 2, objects: 2 });
    expect(countCauses(findings, 'warns')).toEqual({ causes: 0, objects: 0 });
  });
});

describe('the verdict', () => {
  const said = (...findings: readonly MigrationFinding[]) => {
    const { causes, objects } = countCauses(findings, 'blocks');
    return text.migrate.blocked(causes, objects);
  };
  const other = (object: string) => ({ ...collation(object, 'blocks'), why: 'another' });

  it('counts what is listed, one of each as one', () => {
    expect(said(collation('shop.a', 'blocks'))).toBe('1 blocker, 1 object.');
    expect(said(collation('shop.a', 'blocks'), collation('shop.b', 'blocks'))).toBe('1 blocker, 2 objects.');
    expect(said(collation('shop.a', 'blocks'), other('shop.a'))).toBe('2 blockers, 1 object.');
    expect(said(collation('shop.a', 'blocks'), other('shop.b'))).toBe('2 blockers, 2 objects.');
  });

  it('names the objects of a blocker, one alone without a number', () => {
    expect(text.migrate.objectList(['shop.a'], 1)).toBe('shop.a');
    expect(text.migrate.objectList(['shop.a', 'shop.b'], 2)).toBe('2 objects: shop.a, shop.b');
    expect(text.migrate.objectList(['shop.a'], 2)).toBe('2 objects: shop.a, …');
  });
});

describe('shownFindings', () => {
  it('finds a group by any of its objects, and puts blockers first', () => {
    const groups = groupFindings([collation('shop.a'), collation('shop.z'), collation('shop.m', 'blocks')]);
    const shown = (search: string) =>
      shownFindings(groups, 'all', search, { key: 'severity', descending: false }).map(
        ({ objects }) => objects,
      );
    expect(shown('')).toEqual([['shop.m'], ['shop.a', 'shop.z']]);
    expect(shown('SHOP.Z')).toEqual([['shop.a', 'shop.z']]);
  });
});
