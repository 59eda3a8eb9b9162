import { describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../../app/contract/runs/options';
import {
  assertSameOptions,
  assertJournalNameFree,
  chooseUnfinished,
  persistedOptions,
  restorePrepared,
  resumedOptions,
  without,
} from '../../../../app/target/journal/resume';
import { failureOf } from '../../harness/failure';
import type { DumpFolder } from '../../../../app/format/read/dump';
import type { JournalHeader, PreparedRecord } from '../../../../app/target/journal/records';
import type { TargetSchema } from '../../../../app/target/target-schema';

interface Journal {
  readonly schema: string;
  readonly header: JournalHeader;
}

function journal(dump: string, ...targets: readonly (readonly [source: string, target: string])[]): Journal {
  const header = { version: 2, loadName: 'l', dump, options: {}, targets: [] };
  const recorded = targets.map(([source, target]) => ({ source, target }));
  // Nothing else of it is looked at.
  return {
    schema: targets[0]?.[1] ?? '',
    header: { ...header, targets: recorded } as unknown as JournalHeader,
  };
}

const choose = (
  journals: readonly Journal[],
  {
    targets = ['shop'],
    schemaMap = {},
  }: { targets?: readonly string[]; schemaMap?: LoadOptions['schemaMap'] } = {},
) => chooseUnfinished(journals, { identities: ['whole', 'begun'], targets, options: { schemaMap } });

describe('the unfinished load of a dump', () => {
  const own = journal('whole', ['shop', 'shop']);
  const other = journal('other', ['shop', 'shop']);

  it('is found by either name of the dump, among those of others', () => {
    expect(choose([other, own])).toBe(own);
    const followed = journal('begun', ['shop', 'shop']);
    expect(choose([followed])).toBe(followed);
  });

  it('is none where there is none, or others lie elsewhere', () => {
    expect(choose([])).toBeNull();
    expect(choose([journal('other', ['x', 'archive'])])).toBeNull();
  });

  it('is not that of another dump in the same schema, whatever its capitals', () => {
    const failure = failureOf(() => choose([other]));
    expect(failure).toMatchObject({
      code: 'nothing-to-resume',
      message: expect.stringContaining('“shop”') as string,
    });
    expect(failureOf(() => choose([journal('other', ['a', 'SHOP'])]))).toMatchObject({
      code: 'nothing-to-resume',
    });
    expect(failureOf(() => choose([journal('other', ['a', 'first'], ['b', 'shop'])]))).toMatchObject({
      message: expect.stringContaining('“first”') as string,
    });
  });

  it('is distinguished from others of the same dump by the schema map', () => {
    const copy = journal('whole', ['shop', 'copy']);
    expect(choose([own, copy], { targets: ['copy'], schemaMap: { shop: 'copy' } })).toBe(copy);
    expect(choose([copy], { targets: ['third'], schemaMap: { shop: 'third' } })).toBeNull();
    const failure = failureOf(() => choose([own, copy]));
    expect(failure).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('“shop” and “copy”') as string,
      hint: expect.stringContaining('schema map') as string,
    });
  });

  it('is meant by a map that names some of its schemas, where the others keep their names', () => {
    const two = journal('whole', ['shop', 'copy'], ['log', 'log']);
    expect(choose([two], { schemaMap: { shop: 'copy' } })).toBe(two);
    const moved = journal('whole', ['shop', 'copy'], ['log', 'log2']);
    expect(choose([moved], { schemaMap: { shop: 'copy' } })).toBeNull();
  });
});

describe('the options of a resumed load', () => {
  const begunWith: LoadOptions = { ...LOAD_DEFAULTS, onExisting: 'append', indexes: 'defer', threads: 8 };
  const recorded = persistedOptions(begunWith);

  it('are those that it was begun with, but for what each run chooses', () => {
    const resumed = resumedOptions({ ...LOAD_DEFAULTS, threads: 2, resume: true }, recorded);
    expect(resumed).toMatchObject({ onExisting: 'append', indexes: 'defer', threads: 2, resume: true });
    expect(recorded).not.toHaveProperty('threads');
    expect(recorded).not.toHaveProperty('method');
  });

  it('may be asked for again', () => {
    expect(resumedOptions({ ...begunWith, threads: 1 }, recorded).onExisting).toBe('append');
  });

  it('can’t be others', () => {
    const failure = failureOf(() => resumedOptions({ ...LOAD_DEFAULTS, onExisting: 'drop' }, recorded));
    expect(failure).toMatchObject({ code: 'usage', message: 'It was begun with --on-existing append.' });
  });

  it.each([
    [{ kind: 'keep' }, '--definers keep'],
    [{ kind: 'strip' }, '--definers strip'],
    [{ kind: 'replace', user: 'boss', host: '%' }, '--definers boss@%'],
    [
      {
        kind: 'map',
        accounts: [
          { from: { user: 'a', host: '%' }, to: { user: 'b', host: 'h' } },
          { from: { user: 'c', host: '%' }, to: { user: 'b', host: 'h' } },
        ],
      },
      '--definers map:a@%=b@h --definers map:c@%=b@h',
    ],
  ] as const)('say definers in the words of the command line: %j', (definers, words) => {
    const begun = persistedOptions({ ...LOAD_DEFAULTS, definers: definers as LoadOptions['definers'] });
    const failure = failureOf(() =>
      resumedOptions({ ...LOAD_DEFAULTS, definers: { kind: 'current' } }, begun),
    );
    expect(failure).toMatchObject({ code: 'usage', message: `It was begun with ${words}.` });
  });

  it('hold what was said of a file of values, which was opened with it', () => {
    const begun = persistedOptions({ ...LOAD_DEFAULTS, input: { separator: ';', header: false } });
    const resumed = (input: LoadOptions['input']) => resumedOptions({ ...LOAD_DEFAULTS, input }, begun);
    expect(resumed({ header: false, separator: ';' }).input).toEqual({ separator: ';', header: false });
    for (const other of [undefined, { separator: ';' }, { separator: '|', header: false }])
      expect(failureOf(() => resumed(other))).toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/others: --input-separator ';' --input-header no\./) as string,
      });
    expect(
      failureOf(() => resumedOptions({ ...LOAD_DEFAULTS, input: { header: true } }, recorded)),
    ).toMatchObject({ message: expect.stringMatching(/without any choice/) as string });
  });

  it('say the choice for missing keys in the words of the command line', () => {
    const begun = persistedOptions({ ...LOAD_DEFAULTS, missingPrimaryKey: 'add-invisible' });
    const failure = failureOf(() => resumedOptions({ ...LOAD_DEFAULTS, missingPrimaryKey: 'allow' }, begun));
    expect(failure).toMatchObject({ message: 'It was begun with --missing-primary-key add-invisible.' });
    expect(resumedOptions(LOAD_DEFAULTS, begun).missingPrimaryKey).toBe('add-invisible');
  });

  it('are the same in whatever order a window or a command line wrote them', () => {
    const [one, other] = [
      { kind: 'replace', user: 'boss', host: '%' },
      { host: '%', user: 'boss', kind: 'replace' },
    ] as const;
    const begun = persistedOptions({ ...LOAD_DEFAULTS, definers: one });
    expect(resumedOptions({ ...LOAD_DEFAULTS, definers: other }, begun).definers).toEqual(one);
  });

  it('keep the recorded schema map, which has told it from other loads already', () => {
    const mapped = persistedOptions({ ...LOAD_DEFAULTS, schemaMap: { a: 'x', b: 'y' } });
    expect(resumedOptions({ ...LOAD_DEFAULTS, schemaMap: { a: 'x' } }, mapped).schemaMap).toEqual({
      a: 'x',
      b: 'y',
    });
  });

  it('are not compared where nothing was recorded of them', () => {
    expect(() => assertSameOptions({ later: 1 }, {}, {})).not.toThrow();
    expect(() => assertSameOptions({ is: [1] }, { is: [2] }, { is: [1] })).not.toThrow();
    expect(() => assertSameOptions({ is: [1] }, { is: [2] }, { is: [3] })).toThrow('is [2]');
  });

  it('leave out by name', () => {
    expect(without({ a: 1, b: 2, c: 3 }, ['a', 'c'])).toEqual({ b: 2 });
  });
});

describe('tables that an earlier run has prepared', () => {
  const CANONICAL = [
    'CREATE TABLE `orders` (',
    '  `id` int NOT NULL,',
    '  PRIMARY KEY (`id`),',
    '  CONSTRAINT `fk` FOREIGN KEY (`id`) REFERENCES `people` (`id`)',
    ') ENGINE=InnoDB',
  ].join('\n');
  const record = (detached: boolean): PreparedRecord =>
    ({ canonical: CANONICAL, detached, existingRows: null, isKept: false }) as unknown as PreparedRecord;
  const dump = {
    schemas: [{ name: 'shop', tables: [{ name: 'orders' }, { name: 'people' }] }],
  } as unknown as DumpFolder;
  const target = (source: string) => ({ source, target: 'copy' }) as unknown as TargetSchema;
  const prepared = (detached: boolean, source = 'shop') =>
    restorePrepared(dump, [target(source)], new Map([['`copy`.`orders`', record(detached)]]));

  it('are found under their names on the target; what was not recorded was left out, and says so', () => {
    const [schema] = prepared(false);
    expect(schema?.tables.map(({ dump: { name }, schema: where }) => [where, name])).toEqual([
      ['copy', 'orders'],
    ]);
    expect(schema?.warnings).toHaveLength(1);
    expect(schema?.warnings[0]?.table).toBe('copy.people');
  });

  it('have the foreign keys that must be put back, only where they were taken off', () => {
    expect(prepared(true)[0]?.tables[0]?.detached.map(({ name }) => name)).toEqual(['fk']);
    expect(prepared(false)[0]?.tables[0]?.detached).toEqual([]);
    expect(prepared(false)[0]?.tables[0]?.foreignKeys).toHaveLength(1);
  });

  it('are none of a schema that the dump does not have', () => {
    expect(prepared(false, 'other')).toEqual([]);
  });
});

describe('a schema of a dump beside the journal of its load', () => {
  const schema = (tables: readonly string[], views: readonly string[]) =>
    ({ tables: tables.map((name) => ({ name })), views: views.map((name) => ({ name })) }) as never;
  const refusal = (tables: readonly string[], views: readonly string[] = []) =>
    failureOf(() => assertJournalNameFree(schema(tables, views), 'copy'));

  it('may hold anything but a table or a view of that name, whatever its capitals', () => {
    expect(refusal(['orders', 'sluice_load_journals'], ['v'])).toBeNull();
    expect(refusal(['orders', 'Sluice_Load_Journal'])).toMatchObject({
      ...{ code: 'target-exists', table: 'copy.Sluice_Load_Journal' },
      hint: expect.stringContaining('--exclude-tables') as string,
    });
    expect(refusal([], ['sluice_load_journal'])).toMatchObject({ code: 'target-exists' });
  });
});
