import type { RunResult } from '../../app/contract/runs/result';

/** A schema's objects (by `kind name`) without the views that no server could make again, each of which the run has named. */
export function withoutBroken<T>(
  schema: Readonly<Record<string, T>>,
  { warnings }: Pick<RunResult, 'warnings'>,
): Readonly<Record<string, T>> {
  const named = warnings.filter(({ code }) => code === 'broken-view').map(({ message }) => message);
  const isLeftOut = (key: string) =>
    key.startsWith('view ') && named.some((message) => message.includes(key.slice('view '.length)));
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !isLeftOut(key)));
}
