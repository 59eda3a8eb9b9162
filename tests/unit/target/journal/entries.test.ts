import { describe, expect, it } from 'vitest';
import type { WantedObject } from '../../../../app/target/journal/created-object';
import {
  detachedEntries,
  createdEntries,
  readChunks,
  readCreatedEntry,
  readMoved,
  tablesAmong,
} from '../../../../app/target/journal/entries';
import type { DetachedObject } from '../../../../app/target/journal/records';
import { DetachedObjects } from '../../../../app/target/journal/replaced-entries';

const trigger = (
  name: string,
  schema = 'shop',
  kind: DetachedObject['kind'] = 'trigger',
): DetachedObject => ({
  ...{ kind, schema, name, script: `CREATE ${name}` },
});

const knownOf = (...objects: readonly DetachedObject[]): DetachedObjects => {
  const known = new DetachedObjects();
  for (const object of objects) known.add(object);
  return known;
};

describe('objects that are taken off for a while', () => {
  it('are all recorded, also where another of them is recorded already', () => {
    const entries = detachedEntries(knownOf(trigger('a')), [trigger('b'), trigger('c')]);
    expect(entries.map(({ object }) => object.name)).toEqual(['b', 'c']);
  });

  it('are recorded once, behind those that are known: a resumed load meets some of them again', () => {
    const known = knownOf(trigger('a'), trigger('b'));
    const entries = detachedEntries(known, [trigger('b'), trigger('c'), trigger('d')]);
    expect(entries.map(({ entry }) => entry)).toEqual([
      ['000000000002', JSON.stringify(trigger('c'))],
      ['000000000003', JSON.stringify(trigger('d'))],
    ]);
  });

  it('are others where only the name is the same', () => {
    const known = knownOf(trigger('a'));
    const others = [trigger('a', 'archive'), trigger('a', 'shop', 'procedure')];
    expect(detachedEntries(known, others)).toHaveLength(2);
  });
});

describe('objects that are about to be made', () => {
  const objects: readonly WantedObject[] = [
    { kind: 'schema', schema: 'shop', name: '' },
    { kind: 'table', schema: 'shop', name: 'orders' },
    { kind: 'sequence', schema: 'shop', name: 's' },
    { kind: 'view', schema: 'shop', name: 'v', statement: 'CREATE VIEW v' },
  ];
  const entries = createdEntries(objects, { loadName: 'sluice-1', since: 'then', last: 9 });

  it('are numbered on from the last one, so that they sort in the order in which they are made', () => {
    const keys = entries.map(({ key }) => key);
    expect(keys).toEqual(['000000000010', '000000000011', '000000000012', '000000000013']);
    expect([...keys].sort()).toEqual(keys);
  });

  it('have a name of the load’s own where they can be renamed: it proves whose they are', () => {
    expect(entries.map(({ temporary }) => temporary)).toEqual([
      undefined,
      'sluice-1-11',
      'sluice-1-12',
      undefined,
    ]);
  });

  it('are not the load’s before the server has confirmed it', () => {
    expect(entries.map(({ isCreated, since }) => [isCreated, since])).toEqual(
      objects.map(() => [false, 'then']),
    );
    const [, table] = entries;
    const row = (row_count: string | null) => ({
      name: '000000000011',
      detail: JSON.stringify(table),
      row_count,
    });
    expect(readCreatedEntry(row(null))).toEqual(table);
    expect(readCreatedEntry(row('0')).isCreated).toBe(false);
    expect(readCreatedEntry(row('1'))).toEqual({ ...table, isCreated: true });
  });

  it('are tables by their quoted names', () => {
    expect(tablesAmong(entries)).toEqual(new Set(['`shop`.`orders`']));
  });
});

describe('files of the engine', () => {
  it('is read back with its figures', () => {
    const row = { name: '`s`.`t`/t@0.tsv', row_count: '3', byte_count: '70', xxh64: 'ff' };
    expect(readChunks([row])).toEqual(new Map([['`s`.`t`/t@0.tsv', { rows: 3, bytes: 70, xxh64: 'ff' }]]));
    expect(readMoved([{ ...row, name: '`s`.`t`', xxh64: 'ffffffffffffffff' }])).toEqual(
      new Map([['`s`.`t`', { rows: 3, checksum: 18446744073709551615n }]]),
    );
  });

  it('has no checksum where no row was moved', () => {
    expect(readMoved([{ name: 't', row_count: '0', xxh64: null }]).get('t')).toEqual({
      rows: 0,
      checksum: 0n,
    });
  });
});
