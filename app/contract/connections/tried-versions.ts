import type { Vendor } from './connection';

/**
 * Trial of a series of servers: `run`, all tests of tests/matrix on a server of it; `emulated`, a server of a later
 * series that speaks as it (tests/integration/older-versions.test.ts). What Sluice does on a series between them follows
 * from manuals and release notes.
 */
export type Trial = 'run' | 'emulated';

/** The series that were tried, oldest first. */
const SERIES: readonly (readonly [vendor: Vendor, series: string, trial: Trial])[] = [
  ['mysql', '5.5', 'run'],
  ['mysql', '5.6', 'emulated'],
  ['mysql', '5.7', 'emulated'],
  ['mysql', '8.0', 'emulated'],
  ['mysql', '8.4', 'emulated'],
  ['mysql', '9.7', 'run'],
  ['mariadb', '10.2', 'run'],
  ['mariadb', '10.5', 'run'],
  ['mariadb', '10.11', 'run'],
  ['mariadb', '11.4', 'run'],
  ['mariadb', '11.8', 'run'],
];

/** Returns the series of a vendor that were tried in this way, oldest first. */
export function seriesTried(vendor: Vendor, trial: Trial): readonly string[] {
  return SERIES.filter(([of, , how]) => of === vendor && how === trial).map(([, series]) => series);
}
