import { describe, expect, it } from 'vitest';
import { NameFolding, withFoldedNames, type NameRule } from '../../../app/catalog/name-folding';

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

describe('withFoldedNames', () => {
  it('folds names, and neither texts nor what stands in them', () => {
    expect(withFoldedNames("KEY `Ab``C` (`D`) COMMENT 'It''s `E`' DEFAULT \"`F`\"")).toBe(
      "KEY `ab``c` (`d`) COMMENT 'It''s `E`' DEFAULT \"`F`\"",
    );
    expect(withFoldedNames("COMMENT '`A`\\'b'")).toBe("COMMENT '`A`\\'b'");
    expect(withFoldedNames("COMMENT 'a\\'`B`' KEY `C`")).toBe("COMMENT 'a\\'`B`' KEY `c`");
  });
});
