import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../app/catalog/definition';
import { buildStatement, dropStatement, planDeferral } from '../../../app/load/deferral';

const ID = '`id` int NOT NULL AUTO_INCREMENT';
const COLUMNS = [ID, '`a` int DEFAULT NULL', '`b` varchar(20) DEFAULT NULL', '`p` point NOT NULL'];
const PRIMARY = 'PRIMARY KEY (`id`)';

function plan(indexes: readonly string[], columns: readonly string[] = COLUMNS) {
  const lines = [...columns, ...indexes].map((line) => `  ${line}`).join(',\n');
  return planDeferral(parseDefinition(`CREATE TABLE \`t\` (\n${lines}\n) ENGINE=InnoDB`), 'defer');
}
const deferred = (...args: Parameters<typeof plan>) => plan(...args).deferred.map(({ name }) => name);

describe('planDeferral', () => {
  it('lets secondary indexes wait, unique ones first, each group in its order', () => {
    expect(
      deferred([PRIMARY, 'UNIQUE KEY `u2` (`b`)', 'UNIQUE KEY `u1` (`a`)', 'KEY `k` (`a`,`b`)']),
    ).toEqual(['u2', 'u1', 'k']);
  });

  it('lets nothing wait where indexes are wanted with the rows', () => {
    const definition = parseDefinition(`CREATE TABLE \`t\` (\n  ${PRIMARY},\n  KEY \`k\` (\`a\`)\n)`);
    expect(planDeferral(definition, 'inline').deferred).toEqual([]);
  });

  it('lets nothing wait without a primary key: a unique index may order the rows', () => {
    expect(deferred(['UNIQUE KEY `u` (`a`)', 'KEY `k` (`b`)'], ['`a` int NOT NULL'])).toEqual([]);
  });

  it('keeps the index that AUTO_INCREMENT stands on, and with it the group that it is printed in', () => {
    const primary = 'PRIMARY KEY (`a`)';
    expect(deferred([primary, 'KEY `counter` (`id`,`a`)', 'KEY `k` (`b`)'])).toEqual([]);
    expect(
      deferred([primary, 'UNIQUE KEY `counter` (`id`)', 'UNIQUE KEY `u` (`b`)', 'KEY `k` (`b`)']),
    ).toEqual(['k']);
  });

  it('lets an index wait that has the counter behind another column', () => {
    expect(deferred([PRIMARY, 'KEY `k` (`a`,`id`)'])).toEqual(['k']);
  });

  it.each([
    "`a` int COMMENT 'was AUTO_INCREMENT once'",
    "`a` int DEFAULT 1 COMMENT 'it''s \\\\'' AUTO_INCREMENT'",
    "`a` varchar(99) DEFAULT 'x AUTO_INCREMENT'",
  ])('is not misled by %s', (line) => {
    expect(deferred([PRIMARY, 'KEY `k` (`a`)'], [ID, line])).toEqual(['k']);
  });

  it('is not misled by an index whose comment speaks of keys', () => {
    expect(deferred([PRIMARY, "KEY `k` (`a`) COMMENT 'FULLTEXT KEY (`x`)'"])).toEqual(['k']);
  });

  it.each([
    ['a full-text index', 'FULLTEXT KEY `ft` (`b`)', ['u', 'k']],
    ['a spatial index, and what is printed among its kind', 'SPATIAL KEY `sp` (`p`)', ['u']],
    ['an index that begins with an expression, and its group', 'KEY `f` ((lower(`b`)))', ['u']],
    ['an index that ends with an expression, and its group', 'KEY `f` (`a`,(lower(`b`)))', ['u']],
    ['a unique one that begins with an expression, and its group', 'UNIQUE KEY `f` ((lower(`b`)))', ['k']],
  ])('keeps %s', (_, line, waiting) => {
    expect(deferred([PRIMARY, 'UNIQUE KEY `u` (`a`)', 'KEY `k` (`a`)', line])).toEqual(waiting);
  });

  it('always says why', () => {
    const plans = [
      plan([PRIMARY]),
      plan(['UNIQUE KEY `u` (`a`)']),
      plan([PRIMARY, 'KEY `k` (`a`)']),
      plan([PRIMARY, 'FULLTEXT KEY `f` (`b`)']),
    ];
    expect(new Set(plans.map(({ reason }) => reason)).size).toBe(plans.length);
  });
});

describe('the statements of a deferral', () => {
  it('take all indexes off at once', () => {
    expect(dropStatement('`s`.`t`', ['u', 'k`1'], 'DROP KEY')).toBe(
      'ALTER TABLE `s`.`t` DROP KEY `u`, DROP KEY `k``1`',
    );
    expect(dropStatement('`s`.`t`', [], 'DROP KEY')).toBeNull();
  });

  it('put the same lines back in one scan that never copies the table', () => {
    const { deferred: lines } = plan([PRIMARY, 'UNIQUE KEY `u` (`a`)', 'KEY `k` (`b`(5) DESC) USING BTREE']);
    expect(buildStatement('`s`.`t`', lines)).toBe(
      'ALTER TABLE `s`.`t` ADD UNIQUE KEY `u` (`a`), ADD KEY `k` (`b`(5) DESC) USING BTREE, ALGORITHM=INPLACE',
    );
    expect(buildStatement('`s`.`t`', [])).toBeNull();
  });
});
