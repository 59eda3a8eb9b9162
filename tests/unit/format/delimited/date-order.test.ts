import { describe, expect, it } from 'vitest';
import {
  dateOrders,
  likelyDateFacts,
  ownOrder,
  type DateFacts,
} from '../../../../app/format/delimited/date-order';
import { NO_DATES } from '../../harness/date-facts';

const NONE: DateFacts = { values: 3, dates: false, moments: false, writtenDates: NO_DATES };
const ISO: DateFacts = { ...NONE, dates: true };
const dates = (facts: Partial<DateFacts['writtenDates']>): DateFacts => ({
  ...NONE,
  writtenDates: { ...NO_DATES, untimed: true, ...facts },
});
const DAY = dates({ dayFirst: true });
const MONTH = dates({ monthFirst: true });
const OPEN = dates({ dayFirst: true, monthFirst: true });
const POINTS = dates({ dayFirst: true, monthFirst: true, dotted: true });

describe('dateOrders', () => {
  it('takes the order of each column that tells it, and of the others for one that does not', () => {
    expect(dateOrders([DAY, NONE, ISO], undefined)).toEqual(['day-first', null, null]);
    expect(dateOrders([OPEN, MONTH, OPEN], undefined)).toEqual(['month-first', 'month-first', 'month-first']);
    expect(dateOrders([OPEN, POINTS], undefined)).toEqual(['day-first', 'day-first']);
  });

  it('leaves open what nothing tells, or what columns tell otherwise', () => {
    expect(dateOrders([OPEN, NONE], undefined)).toEqual(['doubtful', null]);
    expect(dateOrders([OPEN, DAY, MONTH], undefined)).toEqual(['doubtful', 'day-first', 'month-first']);
    expect(dateOrders([{ ...OPEN, values: 0 }], undefined)).toEqual([null]);
  });

  it('takes the order that is chosen for all dates but those of ISO 8601', () => {
    expect(dateOrders([OPEN, ISO, { ...NONE, moments: true }, DAY], 'mdy')).toEqual([
      'month-first',
      null,
      null,
      'month-first',
    ]);
    expect(dateOrders([OPEN, DAY], 'ymd')).toEqual([null, null]);
    expect(dateOrders([{ ...ISO, values: 0 }], 'dmy')).toEqual(['day-first']);
  });
});

describe('likelyDateFacts', () => {
  const orderOf = (...values: readonly string[]) =>
    ownOrder(likelyDateFacts(values.map((value) => [value]))[0] ?? NONE);

  it('tells the order by the first rows', () => {
    expect(orderOf('31.12.2025', '', 'NULL', '\\N', '01.02.2024 08:05')).toBe('day-first');
    expect(orderOf('12/31/2025 11:59 PM', '2/1/2024')).toBe('month-first');
    expect(orderOf('1/2/2025', '3-4-2025')).toBe('doubtful');
    expect(orderOf('1.2.2025')).toBe('day-first');
    for (const text of ['32/1/2025', '1/2.2025', '1/2/25', '2025-01-02', 'a1/2/2025', ''])
      expect(orderOf(text), text).toBeNull();
  });

  it('knows dates of ISO 8601, and whether there are times', () => {
    const facts = likelyDateFacts([
      ['2025-12-31', '1/2/2025 08:05', '1/2/2025', 'x'],
      ['2025-12-31 08:05:00', '1/3/2025 08:06', '1/3/2025', 'y'],
    ]);
    expect(facts.map((column) => column.dates)).toEqual([true, false, false, false]);
    expect(facts.map(({ writtenDates: { timed, untimed } }) => [timed, untimed])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(likelyDateFacts([])).toEqual([]);
    expect(likelyDateFacts([['1/2/2025'], []])[0]?.values).toBe(1);
  });
});
