import { describe, expect, it } from 'vitest';
import { withFreeConstraints, withoutConstraintNames } from '../../../app/load/constraint-names';

const LONG = 'x'.repeat(64);
const TABLE = [
  'CREATE TABLE `t` (',
  "  `a` int COMMENT 'CONSTRAINT `of_b` CHECK (1)',",
  '  CONSTRAINT `of_b` FOREIGN KEY (`a`) REFERENCES `b` (`a`),',
  `  CONSTRAINT \`${LONG}\` FOREIGN KEY (\`a\`) REFERENCES \`c\` (\`a\`),`,
  '  CONSTRAINT `free` CHECK ((`a` > 0))',
  ')',
].join('\n');

describe('withFreeConstraints', () => {
  it('gives another name to those that are taken, whatever their letters, within what a name may be long', () => {
    const named = withFreeConstraints(TABLE, new Set(['of_b', 'of_b_2', LONG]));
    expect(named).toContain('  CONSTRAINT `of_b_3` FOREIGN KEY');
    expect(named).toContain(`  CONSTRAINT \`${'x'.repeat(62)}_2\` FOREIGN KEY`);
    expect(named).toContain('CONSTRAINT `free` CHECK');
    expect(named).toContain("COMMENT 'CONSTRAINT `of_b` CHECK (1)'");
    expect(withoutConstraintNames(named)).toBe(withoutConstraintNames(TABLE));
  });

  it('changes nothing where all are free', () => {
    expect(withFreeConstraints(TABLE, new Set(['other']))).toBe(TABLE);
  });
});
