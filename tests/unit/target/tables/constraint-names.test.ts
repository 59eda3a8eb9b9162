import { describe, expect, it } from 'vitest';
import {
  takeFreeNames,
  withoutConstraintNames,
  type TakenNames,
} from '../../../../app/target/tables/constraint-names';

const LONG = 'x'.repeat(64);
const TABLE = [
  'CREATE TABLE `t` (',
  "  `a` int COMMENT 'CONSTRAINT `of_b` CHECK (1)',",
  '  CONSTRAINT `of_b` FOREIGN KEY (`a`) REFERENCES `b` (`a`),',
  `  CONSTRAINT \`${LONG}\` FOREIGN KEY (\`a\`) REFERENCES \`c\` (\`a\`),`,
  '  CONSTRAINT `free` CHECK ((`a` > 0))',
  ')',
].join('\n');

const taken = (more: Partial<TakenNames>): TakenNames => ({
  ...{ foreignKeys: new Set(), checks: new Set(), areOneWithinTable: false },
  ...more,
});

describe('takeFreeNames', () => {
  it('gives another name to those that are taken, whatever their letters, within what a name may be long', () => {
    const named = takeFreeNames(TABLE, taken({ foreignKeys: new Set(['of_b', 'of_b_2', LONG]) }));
    expect(named).toContain('  CONSTRAINT `of_b_3` FOREIGN KEY');
    expect(named).toContain(`  CONSTRAINT \`${'x'.repeat(62)}_2\` FOREIGN KEY`);
    expect(named).toContain('CONSTRAINT `free` CHECK');
    expect(named).toContain("COMMENT 'CONSTRAINT `of_b` CHECK (1)'");
    expect(withoutConstraintNames(named)).toBe(withoutConstraintNames(TABLE));
  });

  it('changes nothing where all are free', () => {
    expect(takeFreeNames(TABLE, taken({ foreignKeys: new Set(['other']) }))).toBe(TABLE);
  });

  it('keeps names of foreign keys and of CHECKs apart', () => {
    const crossed = taken({ foreignKeys: new Set(['free']), checks: new Set(['of_b', LONG]) });
    expect(takeFreeNames(TABLE, crossed)).toBe(TABLE);
    expect(takeFreeNames(TABLE, taken({ checks: new Set(['free']) }))).toContain('`free_2` CHECK');
  });

  it('gives another name to the second of a table where the server keeps them together', () => {
    const same = TABLE.replace('`free`', '`OF_B`');
    expect(takeFreeNames(same, taken({}))).toBe(same);
    const apart = takeFreeNames(same, taken({ areOneWithinTable: true }));
    expect(apart).toContain('`of_b` FOREIGN KEY');
    expect(apart).toContain('`OF_B_2` CHECK');
  });
});
