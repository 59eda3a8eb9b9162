import { formatDuration } from '../../contract/quantities';
import { runStages, type TellingTimes } from '../../contract/runs/stages';

/** Times that are printed as 0 ms say nothing. */
const SHORTEST_SECONDS = 0.0005;

/** Returns the times of a run's stages as a list: `connect 0.4 s; data 3.1 s`. */
export function timesInWords({ named, otherSeconds }: TellingTimes): string {
  const times = named.map(({ stage, seconds }) => `${runStages[stage].toLowerCase()} ${inUnits(seconds)}`);
  const other = otherSeconds < SHORTEST_SECONDS ? [] : [`other ${inUnits(otherSeconds)}`];
  return [...times, ...other].join('; ');
}

function inUnits(seconds: number): string {
  return formatDuration(seconds * 1000);
}
