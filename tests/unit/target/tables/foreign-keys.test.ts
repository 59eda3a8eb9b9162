import { describe, expect, it } from 'vitest';
import { parseDefinition, type ForeignKeyLine } from '../../../../app/catalog/definition/definition';
import {
  antiJoin,
  assertOrphansOfSource,
  checkOfKeys,
  missingKeys,
  orphanWarning,
  type OrphanedKey,
} from '../../../../app/target/tables/foreign-keys';
import { failureOf } from '../../harness/failure';
import type { PreparedTable } from '../../../../app/target/tables/prepared-table';

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

describe('rows without a parent', () => {
  const KEY = 'CONSTRAINT `fk` FOREIGN KEY (`c`) REFERENCES `parents` (`id`)';
  const created = (line: string) => `CREATE TABLE \`t\` (\n  \`c\` int,\n  ${line}\n) ENGINE=InnoDB`;

  function table(name: string, more: { isKept?: boolean; existingRows?: number | null; key?: string } = {}) {
    const { isKept = false, existingRows = null, key = KEY } = more;
    const dump = { name, definition: { createTable: created(key) } };
    return { schema: 'copy', dump, isKept, existingRows } as unknown as PreparedTable;
  }
  const orphan = (of: PreparedTable, line = KEY): OrphanedKey => ({
    table: of,
    foreignKey: foreignKey(line),
  });
  const refusal = (key: OrphanedKey, tables: readonly PreparedTable[]) =>
    failureOf(() => assertOrphansOfSource([key], tables));

  it('are the source’s where the key is the dump’s and the parents came with them', () => {
    expect(refusal(orphan(table('orders')), [table('orders'), table('parents')])).toBeNull();
    const kept = table('orders', { isKept: true });
    expect(refusal(orphan(kept), [kept, table('parents')])).toBeNull();
  });

  it('are a difference where the key is the target’s own', () => {
    const kept = table('orders', { isKept: true, key: KEY.replace('parents', 'others') });
    expect(refusal(orphan(kept), [kept, table('parents')])).toMatchObject({
      ...{ code: 'rows-differ', table: 'copy.orders' },
    });
    const otherColumn = table('orders', { isKept: true, key: KEY.replace('(`c`)', '(`d`)') });
    expect(refusal(orphan(otherColumn), [otherColumn, table('parents')])?.code).toBe('rows-differ');
  });

  it('are a difference where the parents are others than the dump’s, or did not come', () => {
    const orders = table('orders');
    expect(refusal(orphan(orders), [orders, table('parents', { existingRows: 5 })])?.code).toBe(
      'rows-differ',
    );
    expect(refusal(orphan(orders), [orders])?.code).toBe('rows-differ');
    const elsewhere = KEY.replace('`parents`', '`archive`.`parents`');
    expect(refusal(orphan(orders, elsewhere), [orders, table('parents')])?.code).toBe('rows-differ');
  });

  it('are reported with the statement that finds them', () => {
    const {
      code,
      table: place,
      statement,
    } = orphanWarning({
      table: { schema: 'copy', dump: { name: 'orders' }, foreignKeys: [] },
      foreignKey: foreignKey(KEY),
    });
    expect([code, place]).toEqual(['orphaned-rows', 'copy.orders']);
    expect(statement).toMatch(/^SELECT c\.\* FROM `copy`\.`orders` c WHERE/);
    const long = { schema: 'copy', dump: { name: 'o'.repeat(600) }, foreignKeys: [] };
    expect(orphanWarning({ table: long, foreignKey: foreignKey(KEY) }).statement).toHaveLength(500);
  });
});

describe('foreign keys that were taken off', () => {
  const key = (name: string) =>
    foreignKey(`CONSTRAINT \`${name}\` FOREIGN KEY (\`c\`) REFERENCES \`p\` (\`id\`)`);
  const KEYS = [key('one'), key('two')];
  const now = (...keys: readonly ForeignKeyLine[]) =>
    `CREATE TABLE \`t\` (\n${['  `c` int', ...keys.map(({ text }) => `  ${text}`)].join(',\n')}\n) ENGINE=InnoDB`;

  it('are put back where they are not there again: an earlier attempt may have made some', () => {
    expect(missingKeys(KEYS, now())).toEqual(KEYS);
    expect(missingKeys(KEYS, now(key('one'), key('other')))).toEqual([key('two')]);
    expect(missingKeys(KEYS, now(...KEYS))).toEqual([]);
  });

  it('are said to hold, or which of them do not', () => {
    expect(checkOfKeys(1, [])).toEqual({
      ...{ kind: 'foreign-keys', state: 'ok', detail: '1 foreign key holds for every row' },
    });
    expect(checkOfKeys(2, []).detail).toBe('2 foreign keys hold for every row');
    const keyed = KEYS.map((line) => ({ foreignKey: line }));
    expect(checkOfKeys(3, keyed)).toEqual({
      ...{ kind: 'foreign-keys', state: 'not-checked', detail: 'Rows have no parent for one, two' },
    });
    const unproved = { foreignKey: key('three'), reason: 'No such table' };
    expect(checkOfKeys(3, keyed.slice(1), [unproved])).toMatchObject({
      ...{ state: 'not-checked' },
      ...{ detail: 'Rows have no parent for two; The foreign key three was not proved: No such table' },
    });
  });
});
