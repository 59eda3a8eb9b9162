import { describe, expect, it } from 'vitest';
import type { CollectedSchema, CollectedTable } from '../../../../../app/format/script/tables/collected';
import { emptySchema } from '../../../../../app/format/script/tables/collected';
import { firedTables } from '../../../../../app/format/script/tables/fired';

const ROWS = [{}] as unknown as CollectedTable['rows'];
const FILLS = 'AFTER INSERT ON film FOR EACH ROW INSERT INTO film_text VALUES (NEW.id)';

function table(name: string, more: Partial<CollectedTable> = {}): CollectedTable {
  return {
    ...{ text: { name, elements: [], options: 'ENGINE=InnoDB' }, isReworded: true, line: 1, isCreated: true },
    ...{ rows: [], triggers: [], statementsBefore: 0, triggersAtFirst: 0, triggersBefore: 0 },
    ...more,
  };
}

function triggered(
  name: string,
  bodies: readonly string[],
  more: Partial<CollectedTable> = {},
): CollectedTable {
  const settings = {} as unknown as CollectedTable['triggers'][number]['settings'];
  const triggers = bodies.map((body, at) => ({
    ...{ kind: 'TRIGGER', name: `tr${at}`, settings },
    definition: `CREATE TRIGGER tr${at} ${body}`,
  }));
  const before = triggers.length;
  return table(name, { rows: ROWS, triggers, triggersAtFirst: before, triggersBefore: before, ...more });
}

function schemaOf(...tables: readonly CollectedTable[]): CollectedSchema {
  return { ...emptySchema('shop'), tables: new Map(tables.map((one) => [one.text.name, one])) };
}

function namesOf(schema: CollectedSchema, statements: readonly { readonly definition: string }[] = []) {
  const { firing, filled } = firedTables([schema], statements);
  return [[...firing], [...filled]].map((tables) => tables.map(({ text }) => text.name));
}

describe('firedTables', () => {
  it('finds a table whose triggers fill empty ones, and these', () => {
    const others = [
      'AFTER UPDATE ON film FOR EACH ROW CALL told()',
      'BEFORE DELETE ON film FOR EACH ROW SET @a = 1',
    ];
    const film = triggered('film', [FILLS, ...others]);
    expect(namesOf(schemaOf(film, table('film_text'), table('actor', { rows: ROWS })))).toEqual([
      ['film'],
      ['film_text'],
    ]);
    const signal = triggered('film', [
      "AFTER INSERT ON film FOR EACH ROW IF NEW.id < 0 THEN SIGNAL SQLSTATE '45000'; END IF",
    ]);
    expect(namesOf(schemaOf(signal))).toEqual([['film'], []]);
  });

  it.each([
    ['BEFORE INSERT ON film FOR EACH ROW SET NEW.id = 1'],
    ['AFTER INSERT ON film FOR EACH ROW CALL told(NEW.id)'],
    ['AFTER INSERT ON film FOR EACH ROW INSERT INTO film_text VALUES (told(NEW.id))'],
    ['AFTER INSERT ON film FOR EACH ROW INSERT INTO film_text VALUES (NOW())'],
    ['AFTER INSERT ON film FOR EACH ROW SET @sum = @sum + NEW.id'],
    ['AFTER INSERT ON film FOR EACH ROW INSERT INTO film_text SELECT id FROM actor'],
    ['AFTER INSERT ON film FOR EACH ROW UPDATE actor SET films = films + 1'],
    ['AFTER INSERT ON film FOR EACH ROW INSERT INTO `elsewhere`.`log` VALUES (NEW.id)'],
    ['AFTER INSERT ON film FOR EACH ROW INSERT INTO titles VALUES (NEW.id)'],
    ['AFTER INSERT ON film FOR EACH ROW INSERT INTO film_text SELECT COUNT(*) FROM film'],
  ])('finds none with %s', (body) => {
    const schema = schemaOf(triggered('film', [body]), table('film_text'), table('actor', { rows: ROWS }));
    schema.programs.push({ ...({} as CollectedSchema['programs'][number]), kind: 'FUNCTION', name: 'told' });
    schema.views.set('titles', {} as unknown as CollectedSchema['programs'][number]);
    expect(namesOf(schema)).toEqual([[], []]);
  });

  it('finds none where rows come before the trigger, or triggers behind the rows', () => {
    const late = triggered('film', [FILLS], { triggersAtFirst: 0 });
    expect(namesOf(schemaOf(late, table('film_text')))).toEqual([[], []]);
    const more = triggered('film', [FILLS, FILLS], { triggersAtFirst: 1, triggersBefore: 1 });
    expect(namesOf(schemaOf(more, table('film_text')))).toEqual([[], []]);
  });

  it('finds none where the order of two tables, of statements or of other triggers matters', () => {
    const film = triggered('film', [FILLS]);
    const other = triggered('clip', [FILLS.replace('ON film', 'ON clip')]);
    expect(namesOf(schemaOf(film, other, table('film_text')))).toEqual([[], []]);
    const statements = [{ definition: 'UPDATE film_text SET id = 1' }];
    expect(namesOf(schemaOf(film, table('film_text')), statements)).toEqual([[], []]);
    const filled = triggered('film_text', ['AFTER INSERT ON film_text FOR EACH ROW SET @a = 1'], {
      rows: [],
    });
    expect(namesOf(schemaOf(film, filled))).toEqual([[], []]);
  });

  it('finds none where a transaction can’t be taken back', () => {
    const text = { name: 'film_text', elements: [], options: 'ENGINE=MyISAM' };
    expect(namesOf(schemaOf(triggered('film', [FILLS]), table('film_text', { text })))).toEqual([[], []]);
    const unnamed = { ...text, options: '' };
    const schema = schemaOf(triggered('film', [FILLS]), table('film_text', { text: unnamed }));
    expect(namesOf(schema)).toEqual([['film'], ['film_text']]);
  });
});
