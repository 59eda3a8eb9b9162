import { describe, expect, it } from 'vitest';
import {
  quiet,
  readingPlans,
  type ReadingPlan,
  type SummedColumn,
  type SummedTable,
} from '../../../app/checksums/server';
import { Cancellation } from '../../../app/engine/cancellation';
import { column, index, table } from '../harness/facts';

const TEXT = { kind: 'text' } as const;

function summed(columns: readonly SummedColumn[], name = 'orders'): SummedTable {
  return { schema: 'shop', name, versions: 'current', columns };
}

function plan(facts: Parameters<typeof table>[1], columns: readonly SummedColumn[]): ReadingPlan | undefined {
  return readingPlans([table('orders', facts)], [summed(columns)])[0];
}

const partsOf = (found: ReadingPlan | undefined) => (found?.kind === 'readable' ? found.parts : []);
const IDS = [column('id', 'int'), column('note', 'varchar(20)', { charset: 'utf8mb4' })];

it('a run hears of reading rows again by its log, and can pause it', () => {
  const said: string[] = [];
  const hooks = quiet({
    cancellation: new Cancellation(),
    job: () => said.push('job'),
    log: (level, text) => said.push(`${level}: ${text}`),
  });
  hooks.job(null);
  hooks.log('warning', 'slow');
  hooks.stage('verify');
  expect(said).toEqual(['job', 'warning: slow']);
});

describe('reading a table again', () => {
  it('is with the columns that its lines have in the dump, in their order', () => {
    const [part] = partsOf(
      plan({ columns: IDS }, [
        { name: 'note', form: TEXT },
        { name: 'id', form: TEXT },
      ]),
    );
    expect(part?.columns.map(({ name }) => name)).toEqual(['note', 'id']);
    expect(part).toMatchObject({ keyIndex: 'PRIMARY', key: [{ column: 'id' }] });
  });

  it('is without a key that is not read: ranges could not be told apart', () => {
    const [part] = partsOf(plan({ columns: IDS }, [{ name: 'note', form: TEXT }]));
    expect(part).toMatchObject({ keyIndex: null, key: [] });
  });

  it('can’t be where a column is gone, is of another kind, or is decoded by somebody else’s words', () => {
    expect(
      plan({ columns: IDS }, [
        { name: 'id', form: TEXT },
        { name: 'gone', form: TEXT },
      ]),
    ).toEqual({
      ...{ kind: 'other-column', column: 'gone' },
    });
    expect(plan({ columns: IDS }, [{ name: 'id', form: { kind: 'bytes' } }])).toMatchObject({ column: 'id' });
    expect(plan({ columns: IDS }, [{ name: 'note', form: null }])).toMatchObject({ column: 'note' });
  });

  it('is not, where it is not there', () => {
    expect(readingPlans([], [summed([])])).toEqual([{ kind: 'missing' }]);
    expect(readingPlans([table('orders', { schema: 'archive' })], [summed([])])).toEqual([
      { kind: 'missing' },
    ]);
  });

  it('is in the order of the wishes, its data sets counted through', () => {
    const partitioned = table('log', { partitions: ['p0', 'p1'] as never });
    const found = [table('people'), partitioned, table('orders')];
    const wish = (name: string) => summed([{ name: 'id', form: TEXT }], name);
    const plans = readingPlans(found, [wish('log'), wish('gone'), wish('orders'), wish('people')]);
    expect(plans.map(({ kind }) => kind)).toEqual(['readable', 'missing', 'readable', 'readable']);
    const ids = plans.flatMap(partsOf).map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, at) => at));
    expect(partsOf(plans[2])[0]?.table).toBe('orders');
  });

  it('is along a text key as its bounds were recorded', () => {
    const columns = [
      column('c', 'varchar(20)', { charset: 'hebrew', collation: 'hebrew_bin', lossyText: true }),
    ];
    const facts = { columns, indexes: [index('PRIMARY', ['c'])] };
    const [encoded] = partsOf(plan(facts, [{ name: 'c', form: { kind: 'encoded', charset: 'hebrew' } }]));
    const [plain] = partsOf(plan(facts, [{ name: 'c', form: TEXT }]));
    expect(encoded?.key).toMatchObject([{ column: 'c', kind: 'encoded-text', charset: 'hebrew' }]);
    expect(plain?.key).toMatchObject([{ column: 'c', kind: 'narrow-text' }]);
    const unicode = { columns: [column('c', 'varchar(20)', { charset: 'utf8mb4' })], indexes: facts.indexes };
    const [asBytes] = partsOf(plan(unicode, [{ name: 'c', form: { kind: 'encoded', charset: 'utf8mb4' } }]));
    expect(asBytes).toMatchObject({ key: [], keyIndex: null });
    const [other] = partsOf(plan(facts, [{ name: 'c', form: { kind: 'encoded', charset: 'greek' } }]));
    expect(other).toMatchObject({ key: [], keyIndex: null });
  });
});
