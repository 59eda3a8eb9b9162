/** Round value on a rate's axis, and the share (0 to 1) of the height at which it lies. */
export interface Level {
  readonly value: number;
  readonly share: number;
}

/** Axis of one rate. It begins at 0. */
export interface SpeedAxis {
  /** Value at the top of the picture. */
  readonly top: number;
  readonly levels: readonly Level[];
}

/** A level this close to the top has no room. */
const HIGHEST = 0.9;
const LEAST_TOP = 10;

/**
 * Returns the axis on which these values lie.
 * @param room factor by which the top lies above the greatest of them
 */
export function speedAxis(values: readonly number[], room: number): SpeedAxis {
  const greatest = values.reduce((most, value) => Math.max(most, value), 1);
  const top = greatest * room;
  return { top, levels: roundLevels(top).map((value) => ({ value, share: value / top })) };
}

/** One or two round numbers below the top. */
function roundLevels(top: number): readonly number[] {
  if (top <= LEAST_TOP) return [];
  const power = 10 ** Math.floor(Math.log10(top));
  const step = [5, 2, 1, 0.5].map((factor) => factor * power).find((size) => size * 2 <= top) ?? power / 2;
  return [step, step * 2].filter((level) => level < top * HIGHEST);
}
