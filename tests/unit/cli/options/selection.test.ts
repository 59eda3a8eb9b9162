import { describe, expect, it } from 'vitest';
import {
  toSelection,
  withSchemaOfSource,
  toTableRenames,
  type SelectionArguments,
} from '../../../../app/cli/options/selection';
import { failingWith } from '../../harness/failure';

const NOTHING: SelectionArguments = {
  schemas: [],
  tables: [],
  routines: [],
  events: [],
  excludeSchemas: [],
  excludeTables: [],
  excludeRoutines: [],
  excludeEvents: [],
  excludeTriggers: [],
  where: [],
  partitions: [],
  users: [],
  excludeUsers: [],
  ddlOnly: false,
  dataOnly: false,
};

describe('the schema of the source’s DSN', () => {
  const source = 'mysql://me@db1:3306/shop%201?tls=disabled';

  it('is what is selected', () => {
    const taken = withSchemaOfSource({ ...NOTHING, source });
    expect(taken.source).toBe('mysql://me@db1:3306/?tls=disabled');
    expect(toSelection(taken).include).toEqual([{ kind: 'schema', schema: 'shop 1' }]);
  });

  it.each(['mysql://me@db1', 'mysql://me@db1/', 'mysql://me@/?socket=/run/my.sock', 'db1'])(
    'is none in %s',
    (plain) => {
      const options = { ...NOTHING, source: plain };
      expect(withSchemaOfSource(options)).toBe(options);
    },
  );

  it('is refused beside other names', () => {
    expect(() => withSchemaOfSource({ ...NOTHING, source, tables: ['shop.t'] })).toThrow(
      'names the schema “shop 1”',
    );
  });

  it('is a name, no pattern', () => {
    const taken = withSchemaOfSource({ ...NOTHING, source: 'mysql://me@db1/a%25b' });
    expect(taken.schemas).toEqual([String.raw`a\%b`]);
  });
});

describe('toSelection', () => {
  it('takes everything where nothing is named', () => {
    expect(toSelection(NOTHING)).toEqual({
      include: [{ kind: 'schema', schema: '%' }],
      exclude: [],
      where: [],
      partitions: [],
      content: 'everything',
      users: [],
      excludeUsers: [],
    });
  });

  it('takes whole schemas and single objects, a table’s own dots included', () => {
    const { include } = toSelection({
      ...NOTHING,
      schemas: ['crm'],
      tables: ['shop.a.b'],
      routines: ['shop.f'],
      events: ['shop.e%'],
    });
    expect(include).toEqual([
      { kind: 'schema', schema: 'crm' },
      { kind: 'table', schema: 'shop', name: 'a.b' },
      { kind: 'routine', schema: 'shop', name: 'f' },
      { kind: 'event', schema: 'shop', name: 'e%' },
    ]);
  });

  it('leaves out what is named, and then starts from everything', () => {
    const selection = toSelection({
      ...NOTHING,
      excludeSchemas: ['tmp%'],
      excludeTables: ['shop.log'],
      excludeRoutines: ['shop.f'],
      excludeEvents: ['shop.e'],
      excludeTriggers: ['shop.t'],
    });
    expect(selection.include).toEqual([{ kind: 'schema', schema: '%' }]);
    expect(selection.exclude.map(({ kind }) => kind)).toEqual([
      'schema',
      'table',
      'routine',
      'event',
      'trigger',
    ]);
  });

  it('reads a condition up to its end, whatever is in it', () => {
    expect(toSelection({ ...NOTHING, where: ["shop.orders = state = 'a,b'"] }).where).toEqual([
      { schema: 'shop', table: 'orders', condition: "state = 'a,b'" },
    ]);
  });

  it('reads the partitions of a table', () => {
    expect(toSelection({ ...NOTHING, partitions: ['shop.log=p1, p2'] }).partitions).toEqual([
      { schema: 'shop', table: 'log', partitions: ['p1', 'p2'] },
    ]);
  });

  it('takes one half of the content, and refuses to take neither', () => {
    expect(toSelection({ ...NOTHING, ddlOnly: true }).content).toBe('structure');
    expect(toSelection({ ...NOTHING, dataOnly: true }).content).toBe('data');
    expect(() => toSelection({ ...NOTHING, ddlOnly: true, dataOnly: true })).toThrow(failingWith('usage'));
  });

  it.each(['orders', '.orders', 'shop.'])('says that “%s” names no table of a schema', (name) => {
    expect(() => toSelection({ ...NOTHING, tables: [name] })).toThrow(failingWith('usage'));
  });

  it.each(['shop.orders', 'shop.orders=', '=1', 'orders=1'])('says that “%s” is no condition', (text) => {
    expect(() => toSelection({ ...NOTHING, where: [text] })).toThrow(failingWith('usage'));
  });
});

describe('toTableRenames', () => {
  it('takes a new name with or without the schema that the table goes into', () => {
    const renamed = [{ schema: 'shop', table: 'orders', to: 'old.orders' }];
    expect(toTableRenames(['shop.orders=shop2.old.orders'], { shop: 'shop2' })).toEqual(renamed);
    expect(toTableRenames(['shop.orders=old'], {})).toMatchObject([{ to: 'old' }]);
  });

  it('refuses another schema than that, whatever it is called', () => {
    for (const to of ['other.orders', 'shop.orders', 'shop22.orders'])
      expect(() => toTableRenames([`shop.orders=${to}`], { shop: 'shop2' })).toThrow(failingWith('usage'));
  });
});
