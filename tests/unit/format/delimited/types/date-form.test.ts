import { describe, expect, it } from 'vitest';
import {
  areDates,
  dateForms,
  likelyDateFacts,
  ownForm,
  type DateFacts,
} from '../../../../../app/format/delimited/types/date-form';
import { NO_DATES } from '../../../harness/value-facts';

const NONE: DateFacts = { values: 3, dates: false, moments: false, instants: 0, writtenDates: NO_DATES };
const ISO: DateFacts = { ...NONE, dates: true };
const dates = (facts: Partial<DateFacts['writtenDates']>): DateFacts => ({
  ...NONE,
  writtenDates: { ...NO_DATES, values: 3, untimed: true, ...facts },
});
const DAY = dates({ dayFirst: true });
const MONTH = dates({ monthFirst: true });
const OPEN = dates({ dayFirst: true, monthFirst: true });
const POINTS = dates({ dayFirst: true, monthFirst: true, dotted: true });

describe('dateForms', () => {
  it('takes the order of each column that tells it, and of the others for one that does not', () => {
    expect(dateForms([DAY, NONE, ISO], undefined)).toEqual(['day-first', null, null]);
    expect(dateForms([OPEN, MONTH, OPEN], undefined)).toEqual(['month-first', 'month-first', 'month-first']);
    expect(dateForms([OPEN, POINTS], undefined)).toEqual(['day-first', 'day-first']);
  });

  it('leaves open what nothing tells, or what columns tell otherwise', () => {
    expect(dateForms([OPEN, NONE], undefined)).toEqual(['doubtful', null]);
    expect(dateForms([OPEN, DAY, MONTH], undefined)).toEqual(['doubtful', 'day-first', 'month-first']);
    expect(dateForms([NONE], undefined)).toEqual([null]);
    // Some dates in a column of texts tell nothing of the others.
    const some = { ...DAY, values: 9 };
    expect(dateForms([OPEN, some], undefined)).toEqual(['doubtful', 'day-first']);
  });

  it('takes the order that is chosen for all dates but those of ISO 8601', () => {
    expect(dateForms([OPEN, ISO, { ...NONE, moments: true }, DAY], 'mdy')).toEqual([
      'month-first',
      null,
      null,
      'month-first',
    ]);
    expect(dateForms([OPEN, DAY], 'ymd')).toEqual([null, null]);
    expect(dateForms([{ ...ISO, values: 0 }], 'dmy')).toEqual(['day-first']);
  });

  it('tells moments with their offset from both', () => {
    const zoned: DateFacts = { ...NONE, instants: 2 };
    expect(dateForms([zoned, DAY, OPEN], undefined)).toEqual(['instant', 'day-first', 'day-first']);
    expect(dateForms([zoned], 'dmy')).toEqual(['instant']);
  });
});

describe('likelyDateFacts', () => {
  const orderOf = (...values: readonly string[]) =>
    ownForm(likelyDateFacts(values.map((value) => [value]))[0] ?? NONE);

  it('tells the order by the first rows', () => {
    expect(orderOf('31.12.2025', '', 'NULL', '\\N', '01.02.2024 08:05')).toBe('day-first');
    expect(orderOf('12/31/2025 11:59 PM', '2/1/2024')).toBe('month-first');
    expect(orderOf('1/2/2025', '3-4-2025')).toBe('doubtful');
    expect(orderOf('1.2.2025')).toBe('day-first');
    for (const text of ['32/1/2025', '1/2.2025', '1/2/25', '2025-01-02', 'a1/2/2025', '13/13/2025', ''])
      expect(orderOf(text), text).toBeNull();
    expect(orderOf('soon', '31.02.2025', '99/1/2025')).toBe('day-first');
  });

  it('knows dates of ISO 8601, and whether there are times', () => {
    const facts = likelyDateFacts([
      ['2025-12-31', '1/2/2025 08:05', '1/2/2025', 'x'],
      ['2025-12-31 08:05:00', '1/3/2025 08:06', '1/3/2025', 'y'],
    ]);
    expect(facts.map((column) => column.dates)).toEqual([true, false, false, false]);
    expect(facts.map(({ writtenDates: { values, timed, untimed } }) => [values, timed, untimed])).toEqual([
      [0, true, true],
      [2, true, false],
      [2, false, true],
      [0, true, true],
    ]);
    expect(facts.map(areDates)).toEqual([false, true, true, false]);
    const [zoned] = likelyDateFacts([
      ['2025-12-31T23:59:59Z'],
      ['2025-12-31 23:59:59.5+02:00'],
      ['2025-12-31'],
    ]);
    expect(zoned).toMatchObject({ instants: 2, dates: false });
    expect(likelyDateFacts([])).toEqual([]);
    expect(likelyDateFacts([['1/2/2025'], []])[0]?.values).toBe(1);
  });
});
