import { describe, expect, it } from 'vitest';
import type { StoredObject, TriggerObject, ViewObject } from '../../../../app/catalog/objects/objects';
import { schemaScript, triggersScript, viewScript } from '../../../../app/format/sql/files';
import {
  compareStored,
  compareTriggers,
  compareViews,
  haveOneOrder,
  judged,
  objectsOf,
  type ComparedObject,
  type Origin,
} from '../../../../app/target/objects/likeness';
import type { DumpSchema, DumpTable } from '../../../../app/format/read/dump';

const VIEW = { kind: 'view', name: 'v', file: 'shop@v.sql' } as const;
const ROUTINE = { kind: 'function', name: 'f', file: 'shop.sql' } as const;

describe('an object of the dump and the server’s', () => {
  it('is the same with its definer or without', () => {
    expect(judged(VIEW, 'a', ['a', 'b'], 'same-version')).toEqual({ ...VIEW, likeness: 'same', line: '' });
    expect(judged(VIEW, 'b', ['a', 'b'], 'same-version')).toMatchObject({ likeness: 'same' });
  });

  it('is missing where the server has none', () => {
    expect(judged(VIEW, 'a', [], 'same-version')).toMatchObject({ likeness: 'missing' });
    expect(judged(VIEW, 'a', [undefined, undefined], 'other-version')).toMatchObject({ likeness: 'missing' });
  });

  it('differs from the first line on that is another one', () => {
    expect(judged(VIEW, 'one\n  two\nthree', ['one\n  2\nthree'], 'same-version')).toEqual({
      ...{ ...VIEW, likeness: 'different', line: '2', dumpedLine: 'two' },
    });
  });

  it('differs behind its end where one of the two is longer', () => {
    expect(judged(VIEW, 'one', ['one\ntwo'], 'same-version')).toEqual({
      ...VIEW,
      likeness: 'different',
      line: 'two',
    });
    expect(judged(VIEW, 'one\ntwo', ['one'], 'same-version')).toEqual({
      ...{ ...VIEW, likeness: 'different', line: '', dumpedLine: 'two' },
    });
  });

  it('differs on one version by what another version may print otherwise', () => {
    const dumped = 'CREATE VIEW `v` AS select 1 AS `a`';
    const spaced = 'CREATE  VIEW `v` AS select 1 AS `a`';
    expect(judged(VIEW, dumped, [spaced], 'same-version').likeness).toBe('different');
    expect(judged(VIEW, dumped, [spaced], 'other-version').likeness).toBe('same-meaning');
  });

  it('differs across versions by a number, a text or a name', () => {
    const dumped = 'CREATE VIEW `v` AS select 1 AS `a`';
    for (const other of ['select 2 AS `a`', 'select 1 AS `b`', "select '1' AS `a`"])
      expect(judged(VIEW, dumped, [`CREATE VIEW \`v\` AS ${other}`], 'other-version').likeness).toBe(
        'different',
      );
  });

  it('is never unclear but for a view’s query, which the server prints in its own words', () => {
    const dumped = 'CREATE VIEW `v` AS select (`t`.`a` + 1) AS `a` from `t`';
    const now = 'CREATE VIEW `v` AS select `t`.`a` + 1 AS `a` from `t`';
    expect(judged(VIEW, dumped, [now], 'other-version').likeness).not.toBe('different');
    expect(judged(ROUTINE, dumped, [now], 'other-version').likeness).not.toBe('unclear');
  });
});

describe('a trigger of another vendor', () => {
  const TRIGGER = { kind: 'trigger', name: 'tr', file: 'shop@t.triggers.sql' } as const;
  const trigger = (value: number) =>
    `CREATE DEFINER=\`a\`@\`b\` TRIGGER \`tr\` BEFORE INSERT ON \`t\` FOR EACH ROW SET @a = ${value}`;
  const likeness = (...now: readonly string[]) =>
    judged(TRIGGER, trigger(1).replace('CREATE', 'CREATE OR REPLACE'), now, 'other-vendor').likeness;

  it('is another one where no text of it has its body', () => {
    expect(likeness(trigger(2), trigger(3))).toBe('different');
    expect(likeness(trigger(2), trigger(1))).not.toBe('different');
  });
});

describe('a view whose ORDER BY names what it selects', () => {
  const view = (order: string, more = '') =>
    `CREATE VIEW \`v\` AS select \`t\`.\`n\` AS \`a\`,sum(\`t\`.\`b\`) AS \`s\`${more} from \`t\` group by \`t\`.\`n\` order by ${order}`;
  const likeness = (one: string, other: string) => judged(VIEW, one, [other], 'other-version').likeness;

  it('is no other one where a version repeats the expression', () => {
    expect(likeness(view('`s` desc'), view('sum(`t`.`b`) desc'))).toBe('unclear');
    const list = ",(select group_concat(`u`.`x` order by `u`.`x` separator ', ') from `u`) AS `x`";
    expect(likeness(view('`s`,`a`', list), view('sum(`t`.`b`),`t`.`n`', list))).toBe('unclear');
  });

  it('is another one where it sorts by something else', () => {
    expect(likeness(view('`s` desc'), view('sum(`t`.`c`) desc'))).toBe('different');
    expect(likeness(view('`s`'), view('`a`'))).toBe('different');
    expect(likeness(view('`a`.`s`'), view('`a`.sum(`t`.`b`)'))).toBe('different');
  });
});

describe('the order in which triggers fire', () => {
  it('is that of those which both sides have', () => {
    expect(haveOneOrder(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe(true);
    expect(haveOneOrder(['a', 'b', 'c'], ['a', 'c', 'b'])).toBe(false);
    expect(haveOneOrder(['a', 'b'], ['x', 'a', 'y', 'b'])).toBe(true);
    expect(haveOneOrder(['a', 'b'], ['b'])).toBe(true);
    expect(haveOneOrder(['a', 'b'], ['b', 'a'])).toBe(false);
  });
});

describe('compared objects of a schema', () => {
  const schema = (includesDdl: boolean, includesViewsDdl: boolean) =>
    ({
      document: {
        includesDdl,
        includesViewsDdl,
        functions: ['f'],
        procedures: [],
        events: ['e'],
        libraries: [],
      },
      views: [{ name: 'v' }],
      tables: [{ document: { triggers: ['t1', 't2'] } }],
    }) as unknown as DumpSchema;
  const names = (source: DumpSchema) => objectsOf(source).map(({ kind, name }) => `${kind} ${name}`);

  it('is everything that the dump has the definitions of, each once', () => {
    expect(names(schema(true, true)).sort()).toEqual([
      'event e',
      'function f',
      'trigger t1',
      'trigger t2',
      'view v',
    ]);
    expect(names(schema(true, false))).not.toContain('view v');
    expect(names(schema(false, true))).not.toContain('function f');
  });
});

const CONTEXT = { sqlMode: '', characterSet: 'utf8mb4', collation: 'utf8mb4_general_ci' };
const likenesses = (found: readonly ComparedObject[]) =>
  found.map(({ kind, name, likeness }) => `${kind} ${name}: ${likeness}`);
const withoutDefiner = <T extends StoredObject>(object: T): T => ({
  ...object,
  definition: object.definition.replace('DEFINER=`a`@`%` ', ''),
});
const changed = <T extends StoredObject>(object: T, from: string, to: string): T => ({
  ...object,
  definition: object.definition.replace(from, to),
});

describe('routines, events and sequences on a server', () => {
  const FUNCTION: StoredObject = {
    ...{ kind: 'function', name: 'f', context: CONTEXT, timeZone: null },
    definition: 'CREATE DEFINER=`a`@`%` FUNCTION `f`() RETURNS int RETURN 1',
  };
  const EVENT: StoredObject = {
    ...{ kind: 'event', name: 'e', context: CONTEXT, timeZone: 'SYSTEM' },
    definition:
      'CREATE DEFINER=`a`@`%` EVENT `e` ON SCHEDULE EVERY 1 DAY ON COMPLETION NOT PRESERVE ENABLE DO SET @a = 1',
  };
  const SEQUENCE = {
    name: 's',
    create: 'CREATE SEQUENCE `s` START WITH 1',
    setValue: 'DO SETVAL(`s`, 5, 0)',
  };
  const names = { functions: ['f'], procedures: [], events: ['e'], libraries: [], sequences: ['s'] };
  const source = (includesDdl = true) =>
    ({
      ...{ name: 'shop', stem: 'shop', views: [], tables: [] },
      document: { includesDdl, includesViewsDdl: true, ...names },
    }) as unknown as DumpSchema;
  const SCRIPT = schemaScript('shop', 'CREATE DATABASE `shop`', [FUNCTION, EVENT], [SEQUENCE]);
  const SIDES = { source: source(), folds: false, origin: 'same-version' as Origin };
  const compare = (
    objects: readonly StoredObject[],
    { script = SCRIPT, ...more }: Partial<typeof SIDES> & { script?: string; events?: 'disabled' } = {},
    sequences = [SEQUENCE],
  ) => compareStored({ ...SIDES, ...more }, script, { objects, sequences });

  it('have the same scripts, whatever the definer where the dump names none', () => {
    const same = ['function f: same', 'event e: same', 'sequence s: same'];
    expect(likenesses(compare([FUNCTION, EVENT]))).toEqual(same);
    const script = schemaScript('shop', '', [FUNCTION, EVENT].map(withoutDefiner), [SEQUENCE]);
    expect(likenesses(compare([FUNCTION, EVENT], { script }))).toEqual(same);
    expect(likenesses(compare([FUNCTION, EVENT].map(withoutDefiner)))).toEqual([
      ...['function f: other-definer', 'event e: other-definer', 'sequence s: same'],
    ]);
  });

  it('are another one, or not there, each by itself and by its file', () => {
    const other = { ...SEQUENCE, setValue: 'DO SETVAL(`s`, 6, 0)' };
    const found = compare([changed(FUNCTION, 'RETURN 1', 'RETURN 2')], {}, [other]);
    expect(likenesses(found)).toEqual(['function f: different', 'event e: missing', 'sequence s: different']);
    expect(found[0]).toMatchObject({ file: 'shop.sql', line: expect.stringContaining('RETURN 2') as string });
  });

  it('may be printed in other words by another version alone', () => {
    const spaced = [changed(FUNCTION, 'RETURNS int', 'RETURNS int(11)'), EVENT];
    expect(compare(spaced)[0]?.likeness).toBe('different');
    expect(compare(spaced, { origin: 'other-version' })[0]?.likeness).toBe('same-meaning');
  });

  it('are compared with events that a load has made disabled, where it did', () => {
    const disabled = [FUNCTION, changed(EVENT, ' ENABLE ', ' DISABLE ')];
    expect(compare(disabled)[1]?.likeness).toBe('disabled');
    expect(compare([FUNCTION, changed(EVENT, ' ENABLE DO ', ' DISABLE DO NOT ')])[1]?.likeness).toBe(
      'different',
    );
    expect(compare(disabled, { events: 'disabled' })[1]?.likeness).toBe('same');
    expect(compare([FUNCTION, EVENT], { events: 'disabled' })[1]?.likeness).toBe('different');
  });

  it('are none where the dump has no definitions', () => {
    expect(compare([FUNCTION], { source: source(false) })).toEqual([]);
  });
});

describe('views on a server', () => {
  const VIEW_THERE: ViewObject = {
    ...{ kind: 'view', name: 'V', context: CONTEXT, timeZone: null, columns: ['A'] },
    definition:
      'CREATE ALGORITHM=UNDEFINED DEFINER=`a`@`%` SQL SECURITY DEFINER VIEW `V` AS select `T`.`A` AS `A` from `T`',
  };
  const DUMPED = [{ name: 'V', stem: 'shop@V', script: viewScript(VIEW_THERE) }];
  const SIDES = { folds: false, origin: 'same-version' as Origin };
  const folded = {
    ...VIEW_THERE,
    name: 'v',
    definition: VIEW_THERE.definition.replace(/`[VTA]`/g, (name) => name.toLowerCase()),
  };

  it('are the same with their definer or without, and in whatever settings they were made', () => {
    expect(compareViews(SIDES, DUMPED, [VIEW_THERE])).toEqual([
      { kind: 'view', name: 'V', file: 'shop@V.sql', likeness: 'same', line: '' },
    ]);
    const plain = [
      { ...DUMPED[0], name: 'V', stem: 'shop@V', script: viewScript(withoutDefiner(VIEW_THERE)) },
    ];
    expect(compareViews(SIDES, plain, [VIEW_THERE])[0]?.likeness).toBe('same');
    const elsewhere = { ...VIEW_THERE, context: { ...CONTEXT, sqlMode: 'ANSI' } };
    expect(compareViews(SIDES, DUMPED, [elsewhere])[0]?.likeness).toBe('same');
  });

  it('are another one, or not there', () => {
    expect(compareViews(SIDES, DUMPED, [changed(VIEW_THERE, '`A` from', '`B` from')])[0]?.likeness).toBe(
      'different',
    );
    expect(compareViews(SIDES, DUMPED, [{ ...VIEW_THERE, name: 'W' }])[0]?.likeness).toBe('missing');
    expect(compareViews(SIDES, DUMPED, [])[0]?.likeness).toBe('missing');
  });

  it('are unclear where another version prints them in other words about the same', () => {
    const there = [changed(VIEW_THERE, 'select `T`.`A` AS `A`', 'select (`T`.`A`) AS `A`')];
    expect(compareViews(SIDES, DUMPED, there)[0]?.likeness).toBe('different');
    expect(compareViews({ ...SIDES, origin: 'other-version' }, DUMPED, there)[0]?.likeness).toBe('unclear');
  });

  it('are known by their names as the server compares them', () => {
    expect(compareViews(SIDES, DUMPED, [folded])[0]?.likeness).toBe('missing');
    expect(compareViews({ ...SIDES, folds: true }, DUMPED, [folded])[0]?.likeness).toBe('same');
    expect(compareViews(SIDES, DUMPED, [{ ...folded, name: 'V' }])[0]?.likeness).toBe('different');
  });
});

describe('triggers on a server', () => {
  const trigger = (name: string, event = 'INSERT', table = 'Orders'): TriggerObject => ({
    ...{ kind: 'trigger', name, table, context: CONTEXT, timeZone: null },
    definition: `CREATE DEFINER=\`a\`@\`%\` TRIGGER \`${name}\` BEFORE ${event} ON \`${table}\` FOR EACH ROW SET @a = 1`,
  });
  const [ONE, TWO] = [trigger('one'), trigger('two')];
  const orders = {
    ...{ name: 'Orders', dumpedName: 'Orders', stem: 'shop@Orders' },
    document: { triggers: ['one', 'two'] },
  } as unknown as DumpTable;
  const source = {
    ...{ name: 'shop', stem: 'shop', tables: [orders], views: [] },
    document: { includesDdl: true, includesViewsDdl: true, functions: [], procedures: [], events: [] },
  } as unknown as DumpSchema;
  const SIDES = { source, folds: false, origin: 'same-version' as Origin };
  const compare = (found: readonly TriggerObject[], more: Partial<typeof SIDES> = {}, table = orders) =>
    likenesses(
      compareTriggers({ ...SIDES, ...more }, [{ table, script: triggersScript([ONE, TWO]) }], found),
    );

  it('are the same where they fire in their order', () => {
    expect(compare([ONE, TWO])).toEqual(['trigger one: same', 'trigger two: same']);
    expect(compare([ONE, TWO].map(withoutDefiner))).toEqual([
      'trigger one: other-definer',
      'trigger two: other-definer',
    ]);
  });

  it('fire in another order: none is lost, and all are reported', () => {
    expect(compare([TWO, ONE])).toEqual(['trigger one: other-order', 'trigger two: other-order']);
    expect(compare([TWO, changed(ONE, '@a = 1', '@a = 2')])).toEqual([
      ...['trigger one: different', 'trigger two: other-order'],
    ]);
    const spaced = [changed(TWO, 'SET @a', 'SET  @a'), ONE];
    expect(compare(spaced, { origin: 'other-version' })).toEqual([
      ...['trigger one: other-order', 'trigger two: other-order'],
    ]);
  });

  it('of different events are listed in any order', () => {
    const [added, gone] = [trigger('added'), trigger('gone', 'DELETE')];
    const table = { ...orders, document: { triggers: ['added', 'gone'] } } as unknown as DumpTable;
    const dumped = [{ table, script: triggersScript([added, gone]) }];
    const sides = { ...SIDES, source: { ...source, tables: [table] } };
    expect(likenesses(compareTriggers(sides, dumped, [gone, added]))).toEqual([
      ...['trigger added: same', 'trigger gone: same'],
    ]);
  });

  it('of another vendor are known by their bodies, whatever the settings around them', () => {
    const body = "BEGIN\n  SET @a = 1;\n  SET @b = 'x';\nEND";
    const there = (text: string) => ({
      ...ONE,
      definition: ONE.definition.replace('SET @a = 1', text),
      context: { ...CONTEXT, sqlMode: 'ANSI_QUOTES' },
    });
    const table = { ...orders, document: { triggers: ['one'] } } as unknown as DumpTable;
    const sides = {
      ...{ ...SIDES, origin: 'other-vendor' as Origin },
      source: { ...source, tables: [table] },
    };
    const dumped = { ...there(body), context: CONTEXT };
    const found = (text: string) =>
      likenesses(compareTriggers(sides, [{ table, script: triggersScript([dumped]) }], [there(text)]));
    expect(found(body)).toEqual(['trigger one: unclear']);
    expect(found(body.replace('x', 'y'))).toEqual(['trigger one: different']);
  });

  it('are another one, or not there, or on another table', () => {
    expect(compare([changed(ONE, 'INSERT', 'UPDATE')])).toEqual([
      'trigger one: different',
      'trigger two: missing',
    ]);
    expect(compare([])).toEqual(['trigger one: missing', 'trigger two: missing']);
    expect(compare([trigger('one', 'INSERT', 'people'), TWO])).toEqual([
      ...['trigger one: missing', 'trigger two: same'],
    ]);
  });

  it('are known by their tables as the server compares names', () => {
    const folded = [trigger('one', 'INSERT', 'orders'), trigger('two', 'INSERT', 'orders')];
    expect(compare(folded)).toEqual(['trigger one: missing', 'trigger two: missing']);
    expect(compare(folded, { folds: true })).toEqual(['trigger one: same', 'trigger two: same']);
    expect(compare([], { folds: true })).toEqual(['trigger one: missing', 'trigger two: missing']);
  });

  it('stand on the table that bears its name now', () => {
    const renamed = { ...orders, name: 'copy' };
    const there = [trigger('one', 'INSERT', 'copy'), trigger('two', 'INSERT', 'copy')];
    expect(compare(there, {}, renamed)).toEqual(['trigger one: same', 'trigger two: same']);
  });
});
