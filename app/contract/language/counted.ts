import { formatCount } from '../quantities';

/** `1 table`, `1,204 tables`, `0 tables`: a count with its noun, by the plural rule of English. */
export function counted(count: number, one: string, other: string): string {
  return `${formatCount(count)} ${count === 1 ? one : other}`;
}
