import type { EngineWrittenDates, EngineWrittenNumbers } from '../../../app/engine/scan/scans';

/** Facts of values that are no dates as people write them. */
export const NO_DATES: EngineWrittenDates = {
  ...{ values: 0, dayFirst: false, monthFirst: false, dotted: false },
  ...{ timed: false, untimed: false },
};

/** Facts of integers. */
export const WHOLE: EngineWrittenNumbers = {
  ...{ all: true, grouped: false, spaced: false, joined: false, coded: false, told: false },
  ...{ wholeDigits: 1, fractionDigits: 0 },
};

/** Facts of values that are no numbers. */
export const NO_NUMBERS = {
  pointNumbers: { ...WHOLE, all: false, wholeDigits: 0 },
  commaNumbers: { ...WHOLE, all: false, wholeDigits: 0 },
};
