import type { RunHooks } from '../../engine/hooks';
import type { LoadRequest } from '../request';
import { finishedDump } from './finished';
import { followDump, isBeingWritten, openUnfinished } from './follow';
import type { DumpSource } from './dump-source';

/** Opens the dump of a load; with `follow` it waits until the definitions are complete. */
export async function openSource(
  request: Pick<LoadRequest, 'folder' | 'options'>,
  hooks: RunHooks,
): Promise<DumpSource> {
  return request.options.follow ? await followDump(request, hooks) : await finishedDump(request.folder);
}

/** Opens the dump of a plan, without waiting. */
export async function viewSource({ folder, options }: Viewed): Promise<DumpSource> {
  return options.follow ? await openUnfinished(folder) : await finishedDump(folder);
}

/** Opens the dump in a folder as far as it is written: finished, being written, or abandoned by its writer. */
export async function openSourceAsItIs(folder: string): Promise<DumpSource> {
  return await viewSource({ folder, options: { follow: await isBeingWritten(folder) } });
}

export interface Viewed extends Pick<LoadRequest, 'folder'> {
  readonly options: Pick<LoadRequest['options'], 'follow'>;
}
