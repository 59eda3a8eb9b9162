import type { RunModel } from '../../state/runs/run-model';

/** Chooses the hue of each table of a run: the partitions of a table share one. */
export function tableHues({ tables }: Pick<RunModel, 'tables'>): (index: number) => number {
  return (index) => tables[index]?.wholeTable ?? index;
}
