import { availableParallelism, totalmem } from 'node:os';

/** More were never tried. */
const MOST_LANES = 4;
/** Memory of a lane's two servers and up to two windows, at the end of a whole run (2.6 GB measured). */
export const BYTES_PER_LANE = 3 * 1024 ** 3;

/**
 * Number of lanes that run tests side by side: two more than there are processors, for many tests wait for a silent network,
 * for a server that starts or for a window (three lanes used 1.47 of 2 processors); fewer where they would not fit into memory. SLUICE_TEST_LANES says otherwise.
 */
export function laneCount({
  processors = availableParallelism(),
  memoryBytes = totalmem(),
  wish = process.env.SLUICE_TEST_LANES,
} = {}) {
  const fitting = Math.floor(memoryBytes / BYTES_PER_LANE);
  return Number(wish) || Math.max(1, Math.min(processors + 2, fitting, MOST_LANES));
}
