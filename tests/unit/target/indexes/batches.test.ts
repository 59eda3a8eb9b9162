import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../../app/catalog/definition/definition';
import { buildBatches, dropStatements } from '../../../../app/target/indexes/batches';

function lines(...indexes: readonly string[]) {
  const text = indexes.map((line) => `  ${line}`).join(',\n');
  return parseDefinition(`CREATE TABLE \`t\` (\n${text}\n) ENGINE=InnoDB`).indexes;
}
const passes = (...indexes: readonly string[]) =>
  buildBatches('`t`', lines(...indexes)).map(({ names }) => names.join());

const U = 'UNIQUE KEY `u` (`a`)';
const K = 'KEY `k` (`a`)';
const K2 = 'KEY `k2` (`b`)';
const SP = 'SPATIAL KEY `sp` (`p`)';
const F = 'KEY `f` ((lower(`b`)))';
const F2 = 'KEY `f2` ((`a` + 1),`b`)';
const FT = 'FULLTEXT KEY `ft` (`b`)';
const FT2 = 'FULLTEXT KEY `ft2` (`c`)';

describe('buildBatches', () => {
  it('builds B-trees, spatial indexes and the first full-text one in one scan, never by a copy', () => {
    expect(buildBatches('`s`.`t`', lines(U, K, SP, FT))).toEqual([
      {
        names: ['u', 'k', 'sp', 'ft'],
        statement:
          'ALTER TABLE `s`.`t` ADD UNIQUE KEY `u` (`a`), ADD KEY `k` (`a`), ADD SPATIAL KEY `sp` (`p`), ADD FULLTEXT KEY `ft` (`b`) /*!50600 , ALGORITHM=INPLACE */',
        singly: [
          'ALTER TABLE `s`.`t` ADD UNIQUE KEY `u` (`a`) /*!50600 , ALGORITHM=INPLACE */',
          'ALTER TABLE `s`.`t` ADD KEY `k` (`a`) /*!50600 , ALGORITHM=INPLACE */',
          'ALTER TABLE `s`.`t` ADD SPATIAL KEY `sp` (`p`) /*!50600 , ALGORITHM=INPLACE */',
          'ALTER TABLE `s`.`t` ADD FULLTEXT KEY `ft` (`b`) /*!50600 , ALGORITHM=INPLACE */',
        ],
      },
    ]);
  });

  it('builds expressions apart', () => {
    expect(passes(U, K, F, F2)).toEqual(['u,k', 'f,f2']);
  });

  it('builds each further full-text index by itself', () => {
    expect(passes(K, FT, FT2)).toEqual(['k,ft', 'ft2']);
  });

  it('lets no index overtake another of its group', () => {
    expect(passes(K, F, K2)).toEqual(['k', 'f', 'k2']);
  });

  it('begins with the expressions where that spares a scan', () => {
    expect(passes(U, F, K2)).toEqual(['f', 'u,k2']);
    expect(passes(F, K, F2, K2)).toEqual(['f', 'k', 'f2', 'k2']);
  });

  it('has nothing to build for nothing', () => {
    expect(passes()).toEqual([]);
  });
});

describe('dropStatements', () => {
  it('takes expressions off by a statement of their own, and never by a copy', () => {
    expect(dropStatements('`t`', lines(U, 'KEY `k``1` (`a`)', F))).toEqual([
      'ALTER TABLE `t` DROP KEY `u`, DROP KEY `k``1` /*!50600 , ALGORITHM=INPLACE */',
      'ALTER TABLE `t` DROP KEY `f` /*!50600 , ALGORITHM=INPLACE */',
    ]);
    expect(dropStatements('`t`', [])).toEqual([]);
  });

  it('takes full-text indexes off one at a time', () => {
    expect(dropStatements('`t`', lines(K, FT, FT2))).toEqual([
      'ALTER TABLE `t` DROP KEY `k`, DROP KEY `ft` /*!50600 , ALGORITHM=INPLACE */',
      'ALTER TABLE `t` DROP KEY `ft2` /*!50600 , ALGORITHM=INPLACE */',
    ]);
  });
});
