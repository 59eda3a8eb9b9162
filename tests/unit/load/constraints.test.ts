import { describe, expect, it } from 'vitest';
import { parseDefinition, type ForeignKeyLine } from '../../../app/catalog/definition';
import { antiJoin } from '../../../app/load/constraints';

function foreignKey(line: string): ForeignKeyLine {
  const [parsed] = parseDefinition(`CREATE TABLE \`t\` (\n  ${line}\n) ENGINE=InnoDB`).foreignKeys;
  if (parsed === undefined) throw new Error(`No foreign key: ${line}`);
  return parsed;
}

describe('antiJoin', () => {
  it('looks for a row without a parent, and lets NULL pass', () => {
    const line = foreignKey('CONSTRAINT `fk` FOREIGN KEY (`customer`) REFERENCES `customers` (`id`)');
    expect(antiJoin('copy', 'orders', line)).toBe(
      'SELECT 1 FROM `copy`.`orders` c WHERE c.`customer` IS NOT NULL AND NOT EXISTS ' +
        '(SELECT 1 FROM `copy`.`customers` p WHERE c.`customer` = p.`id`) LIMIT 1',
    );
  });

  it('compares all parts of a key with those of the same parent, part by part', () => {
    const line = foreignKey('CONSTRAINT `fk` FOREIGN KEY (`a`, `b`) REFERENCES `p` (`x`, `y`)');
    const statement = antiJoin('s', 't', line);
    expect(statement).toContain('c.`a` IS NOT NULL AND c.`b` IS NOT NULL');
    expect(statement).toContain('c.`a` = p.`x` AND c.`b` = p.`y`');
  });

  it('finds the parent in another schema where the key names one', () => {
    const line = foreignKey('CONSTRAINT `fk` FOREIGN KEY (`a`) REFERENCES `other`.`p` (`x`)');
    expect(antiJoin('s', 't', line)).toContain('FROM `other`.`p` p');
  });

  it('keeps hostile names inside their quotes', () => {
    const line = foreignKey('CONSTRAINT `fk` FOREIGN KEY (`a``) --`) REFERENCES `p``q` (`x)`)');
    expect(antiJoin('s', 't', line)).toContain('FROM `s`.`p``q` p WHERE c.`a``) --` = p.`x)`');
  });
});
