import { describe, expect, it } from 'vitest';
import type { DumpSummary, DumpSummarySchema } from '../../../../../app/contract/runs/dump-folder';
import { LOAD_DEFAULTS, type LoadSelection } from '../../../../../app/contract/runs/options';
import {
  EVERYTHING,
  isWhole,
  loadSelectionOf,
  dumpSelectionOf,
  schemaTick,
  sumTaken,
  takenBesideRenames,
  takesObject,
  toggleObject,
  toggleSchema,
} from '../../../../../renderer/state/load/dump-selection';
import { withRename } from '../../../../../renderer/state/objects/table-renames';

const schemaOf = (name: string, tables: readonly string[], views: readonly string[]): DumpSummarySchema => ({
  name,
  tables: tables.map((table) => ({ name: table, rows: 1, bytes: 1, chunks: 1 })),
  views,
  routines: 0,
  triggers: 0,
  events: 0,
});
const shop = schemaOf('shop', ['orders', 'carts', '100%'], ['open_orders']);
const crm = schemaOf('crm', ['people'], []);
const summary: DumpSummary = {
  folder: '/dumps/shop',
  recognized: '',
  complete: true,
  stillToCome: null,
  tool: 'Sluice',
  formatVersion: '2.0.1',
  serverVersion: '9.7.4',
  vendor: 'mysql',
  begin: '2026-11-20 10:00:00',
  end: null,
  schemas: [shop, crm],
  accounts: [],
  dataBytes: 0,
  storedBytes: 0,
  files: 0,
  lacks: [],
  problems: [],
  remarks: [],
  takesChoices: false,
  unknownStatements: { count: 0, first: [] },
};
const wish = (selection: Partial<LoadSelection>) => ({
  selection: { ...LOAD_DEFAULTS.selection, ...selection },
  tableRenames: [],
});

describe('the sum of what is taken', () => {
  it('counts what is ticked alone', () => {
    const dumpSelection = toggleObject(toggleSchema(EVERYTHING, crm), shop, 'carts');
    expect(sumTaken(dumpSelection, summary.schemas)).toEqual({ tables: 2, rows: 2, bytes: 2, chunks: 2 });
    expect(sumTaken(EVERYTHING, [shop]).tables).toBe(3);
  });

  it('does not say what the dump does not say of every table that is taken', () => {
    const notRecorded = {
      ...shop,
      tables: [{ name: 'orders', rows: null, bytes: 5, chunks: 1 }, ...crm.tables],
    };
    expect(sumTaken(EVERYTHING, [notRecorded])).toEqual({ tables: 2, rows: null, bytes: 6, chunks: 2 });
    expect(sumTaken(toggleObject(EVERYTHING, notRecorded, 'orders'), [notRecorded]).rows).toBe(1);
  });
});

describe('selection from a dump', () => {
  it('is everything at first', () => {
    expect(loadSelectionOf(EVERYTHING, summary, 'everything')).toEqual(LOAD_DEFAULTS.selection);
    expect(schemaTick(EVERYTHING, shop)).toBe('all');
  });

  it('leaves a table out by its name, whatever signs are in it', () => {
    const dumpSelection = toggleObject(EVERYTHING, shop, '100%');
    expect(schemaTick(dumpSelection, shop)).toBe('some');
    expect(loadSelectionOf(dumpSelection, summary, 'data')).toEqual({
      include: LOAD_DEFAULTS.selection.include,
      exclude: [{ kind: 'table', schema: 'shop', name: String.raw`100\%` }],
      content: 'data',
    });
    expect(toggleObject(dumpSelection, shop, '100%')).toEqual(EVERYTHING);
  });

  it('leaves a schema out whole, and takes one table of it alone', () => {
    const without = toggleSchema(EVERYTHING, shop);
    expect(schemaTick(without, shop)).toBe('none');
    expect(loadSelectionOf(without, summary, 'everything')?.exclude).toEqual([
      { kind: 'schema', schema: 'shop' },
    ]);
    const one = toggleObject(without, shop, 'orders');
    expect(['orders', 'carts', 'open_orders'].map((name) => takesObject(one, 'shop', name))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('becomes whole again when a schema is ticked of which some is left out', () => {
    expect(toggleSchema(toggleObject(EVERYTHING, shop, 'carts'), shop)).toEqual(EVERYTHING);
  });

  it('is nothing that could be loaded when every schema is left out', () => {
    const nothing = [shop, crm].reduce(toggleSchema, EVERYTHING);
    expect(loadSelectionOf(nothing, summary, 'everything')).toBeNull();
  });
});

describe('a load that was set up before', () => {
  it.each([
    ['tables', toggleObject(toggleObject(EVERYTHING, shop, '100%'), shop, 'open_orders')],
    ['a schema', toggleSchema(EVERYTHING, crm)],
  ])('has the same ticks again: %s', (_what, dumpSelection) => {
    const selection = loadSelectionOf(dumpSelection, summary, 'everything');
    expect(
      dumpSelectionOf(summary, { selection: selection ?? wish({}).selection, tableRenames: [] }),
    ).toEqual(dumpSelection);
  });

  it.each<[string, Partial<LoadSelection>]>([
    ['a pattern', { exclude: [{ kind: 'table', schema: 'shop', name: 'c%' }] }],
    ['a trigger', { exclude: [{ kind: 'trigger', schema: 'shop', name: 'audit' }] }],
    ['single tables', { include: [{ kind: 'table', schema: 'shop', name: 'orders' }] }],
  ])('keeps rules that ticks can’t say: %s', (_what, rules) => {
    const dumpSelection = dumpSelectionOf(summary, wish(rules));
    expect(dumpSelection.rules).not.toBeNull();
    expect(loadSelectionOf(dumpSelection, summary, 'structure')).toEqual({
      ...wish(rules).selection,
      content: 'structure',
    });
  });

  it('shows what its rules take', () => {
    const dumpSelection = dumpSelectionOf(
      summary,
      wish({ exclude: [{ kind: 'table', schema: 'shop', name: 'c%' }] }),
    );
    expect(takesObject(dumpSelection, 'shop', 'carts')).toBe(false);
    expect(takesObject(dumpSelection, 'shop', 'orders')).toBe(true);
    expect([schemaTick(dumpSelection, shop), schemaTick(dumpSelection, crm)]).toEqual(['some', 'all']);
  });
});

describe('a whole dump', () => {
  const renames = withRename(EVERYTHING.renames, { schema: 'shop', table: 'orders', to: 'before' });

  it.each([
    ['a table is left out', toggleObject(EVERYTHING, shop, 'carts')],
    ['a schema is left out', toggleSchema(EVERYTHING, crm)],
    [
      'rules say what is taken',
      dumpSelectionOf(summary, wish({ include: [{ kind: 'schema', schema: 'shop' }] })),
    ],
  ])('is none where %s', (_why, dumpSelection) => {
    expect(isWhole(dumpSelection)).toBe(false);
  });

  it('is one whatever the names of its tables', () => {
    expect(isWhole(EVERYTHING)).toBe(true);
    expect(isWhole({ ...EVERYTHING, renames })).toBe(true);
  });
});

describe('objects beside renamed tables', () => {
  const renames = withRename(EVERYTHING.renames, { schema: 'shop', table: 'orders', to: 'before' });

  it('is all that is taken of their schemas', () => {
    expect(takenBesideRenames({ ...EVERYTHING, renames }, summary)).toEqual([
      { schema: 'shop', names: ['orders', 'carts', '100%', 'open_orders'] },
    ]);
    expect(
      takenBesideRenames(toggleObject({ ...EVERYTHING, renames }, shop, 'open_orders'), summary),
    ).toEqual([{ schema: 'shop', names: ['orders', 'carts', '100%'] }]);
  });
});
