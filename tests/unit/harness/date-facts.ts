import type { EngineWrittenDates } from '../../../app/engine/scan/scans';

/** Facts of values that are no dates as people write them. */
export const NO_DATES: EngineWrittenDates = {
  ...{ values: 0, dayFirst: false, monthFirst: false, dotted: false },
  ...{ timed: false, untimed: false },
};
