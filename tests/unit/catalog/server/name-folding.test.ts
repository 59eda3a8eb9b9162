import { describe, expect, it } from 'vitest';
import {
  foldsTables,
  NameFolding,
  rulesOf,
  referenceSpelling,
  withFoldedNames,
  type NameRule,
} from '../../../../app/catalog/server/name-folding';

const folding = (rule: NameRule) =>
  new NameFolding({
    schema: rule,
    table: rule,
    routine: 'general',
    event: 'general',
    trigger: 'exact',
    column: 'lower',
  });

describe('names that a server takes for one', () => {
  it('are those that differ by capitals, where it folds them', () => {
    expect(folding('lower').areOne('table', 'Orders', 'orders')).toBe(true);
    expect(folding('exact').areOne('table', 'Orders', 'orders')).toBe(false);
    expect(folding('exact').areOne('table', 'orders', 'orders')).toBe(true);
    expect(folding('lower').areOne('table', 'orders', 'order')).toBe(false);
  });

  it('differ by their kind', () => {
    const exact = folding('exact');
    expect(exact.areOne('routine', 'F', 'f')).toBe(true);
    expect(exact.areOne('trigger', 'T', 't')).toBe(false);
    expect(exact.areOne('column', 'C', 'c')).toBe(true);
  });

  it('have one form', () => {
    expect([folding('lower').of('table', 'Ärger'), folding('exact').of('table', 'Ärger')]).toEqual([
      'ärger',
      'Ärger',
    ]);
    expect(folding('lower').of('routine', 'straße')).toBe('STRASSE');
  });

  it('are folded letter by letter, as servers do, wherever a letter stands', () => {
    expect(folding('lower').of('table', 'ΟΔΟΣ')).toBe('οδοσ');
  });

  it('are found as the first pair of a list', () => {
    expect(folding('lower').firstPair('table', ['a', 'B', 'b', 'A'])).toEqual({ first: 'B', second: 'b' });
    expect(folding('exact').firstPair('table', ['a', 'B', 'b', 'A'])).toBeNull();
  });
});

describe('the letters that a server is asked about', () => {
  const LETTERS = [
    { c: 'Ä', l: 'ä', w: '0041' },
    { c: 'ß', l: 'ß', w: '0053' },
    { c: '☃', l: null, w: null },
  ];

  it('are those beyond ASCII, each once, as whole characters', () => {
    const names = ['plain', 'ÄÖ', 'aÖb', '💡', ''];
    expect(folding('lower').unknownLetters(names)).toEqual(['Ä', 'Ö', '💡']);
    expect(folding('lower').unknownLetters(['abc', 'DEF'])).toEqual([]);
  });

  it('are not asked about again, and fold as the server has said', () => {
    const known = folding('lower');
    known.take(LETTERS);
    expect(known.unknownLetters(['Ä', 'Öß'])).toEqual(['Ö']);
    expect(known.of('table', 'ÄB☃')).toBe('äb☃');
    expect(known.areOne('routine', 'ÄS', 'aß')).toBe(true);
    expect(known.areOne('table', 'ÄS', 'aß')).toBe(false);
    expect(known.areOne('routine', 'ß', 'ss')).toBe(false);
  });
});

describe('the rules of a server', () => {
  it('follow its files for schemas and tables, whatever it is', () => {
    for (const vendor of ['mysql', 'mariadb'] as const) {
      expect(rulesOf(false, vendor)).toMatchObject({ schema: 'exact', table: 'exact', column: 'lower' });
      expect(rulesOf(true, vendor)).toMatchObject({ schema: 'lower', table: 'lower', column: 'lower' });
      expect(rulesOf(false, vendor)).toMatchObject({ routine: 'general', event: 'general' });
    }
  });

  it('compare names of triggers byte for byte on MariaDB alone', () => {
    expect([rulesOf(true, 'mysql').trigger, rulesOf(false, 'mysql').trigger]).toEqual(['general', 'general']);
    expect([rulesOf(true, 'mariadb').trigger, rulesOf(false, 'mariadb').trigger]).toEqual(['exact', 'exact']);
  });
});

/** For file systems that disregard capitals, as macOS has them: no server on Linux has this setting. */
describe('lower_case_table_names=2', () => {
  it('keeps names as given, and compares schemas and tables without case', () => {
    for (const vendor of ['mysql', 'mariadb'] as const) {
      const two = NameFolding.of({ vendor, lowerCaseTableNames: 2 });
      for (const space of ['schema', 'table'] as const) {
        expect(two.areOne(space, 'Orders', 'oRDERS')).toBe(true);
        expect(two.areOne(space, 'Orders', 'Order')).toBe(false);
        expect(two.firstPair(space, ['b', 'ÄRGER', 'Ärger'])).toEqual({ first: 'ÄRGER', second: 'Ärger' });
      }
    }
  });

  it('compares as 1 does, and 0 does not', () => {
    expect([0, 1, 2].map((lowerCaseTableNames) => foldsTables({ lowerCaseTableNames }))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('referenceSpelling', () => {
  const spelled = (lowerCaseTableNames: 0 | 1) => referenceSpelling({ vendor: 'mysql', lowerCaseTableNames });

  it('is in lower case where the server folds names, with a schema and without', () => {
    const definition = 'FOREIGN KEY (`A`) REFERENCES `Shop`.`Orders` (`B`), REFERENCES `Li``Nes` (`C`)';
    expect(spelled(1)(definition)).toBe(
      'FOREIGN KEY (`A`) REFERENCES `shop`.`orders` (`B`), REFERENCES `li``nes` (`C`)',
    );
    expect(spelled(0)(definition)).toBe(definition);
  });
});

describe('withFoldedNames', () => {
  it('folds names, and neither texts nor what stands in them', () => {
    expect(withFoldedNames("KEY `Ab``C` (`D`) COMMENT 'It''s `E`' DEFAULT \"`F`\"")).toBe(
      "KEY `ab``c` (`d`) COMMENT 'It''s `E`' DEFAULT \"`F`\"",
    );
    expect(withFoldedNames("COMMENT '`A`\\'b'")).toBe("COMMENT '`A`\\'b'");
    expect(withFoldedNames("COMMENT 'a\\'`B`' KEY `C`")).toBe("COMMENT 'a\\'`B`' KEY `c`");
    expect(withFoldedNames('DEFAULT "a\\"`B`" KEY `C`')).toBe('DEFAULT "a\\"`B`" KEY `c`');
    expect(withFoldedNames('DEFAULT "A""`B`" KEY `C`')).toBe('DEFAULT "A""`B`" KEY `c`');
    expect(withFoldedNames('DEFAULT "a\\"B`C`" KEY `D`')).toBe('DEFAULT "a\\"B`C`" KEY `d`');
    expect(withFoldedNames("COMMENT 'X`' KEY `C`")).toBe("COMMENT 'X`' KEY `c`");
  });
});
