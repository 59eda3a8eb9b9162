import { formatDuration } from '../../contract/quantities';
import { runStages, type TellingTimes } from '../../contract/runs/stages';

/** Returns the times of a run's stages as a list: `connect 0.4 s; data 3.1 s`. */
export function timesInWords({ named, otherSeconds }: TellingTimes): string {
  const times = named.map(({ stage, seconds }) => `${runStages[stage].toLowerCase()} ${inUnits(seconds)}`);
  const other = otherSeconds === 0 ? [] : [`other ${inUnits(otherSeconds)}`];
  return [...times, ...other].join('; ');
}

function inUnits(seconds: number): string {
  return formatDuration(seconds * 1000);
}
