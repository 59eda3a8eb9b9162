import type { LoadOptions } from '../contract/runs/options';
import type { Unfinished } from '../contract/runs/result';
import { commandTarget, unfinishedBy } from '../target/unfinished';
import type { LoadRequest } from './request';

/**
 * Returns the commands that resume a load and roll it back.
 *
 * @param schemaMap map with which the load was begun, which tells it from other loads of the dump
 */
export function waysToContinue(
  request: Pick<LoadRequest, 'endpoint' | 'profile' | 'folder' | 'options'>,
  schemaMap: LoadOptions['schemaMap'],
): Unfinished {
  const pairs = Object.entries(schemaMap).map(([from, to]) => `${from}=${to}`);
  const words = [
    ...['sluice', 'load', '--target', commandTarget(request), '--dump', request.folder],
    ...(pairs.length === 0 ? [] : ['--schema-map', pairs.join(',')]),
  ];
  return unfinishedBy(words, schemaMap, request.options.follow ? ['--follow'] : []);
}
