import type { RunHooks } from '../../engine/hooks';
import type { LoadRequest } from '../request';
import { finishedDump } from './finished';
import { followDump, isBeingWritten, lookAlong } from './follow';
import type { DumpSource } from './dump-source';

/** Opens the dump of a load; one that is to be followed is waited for until its structure is there. */
export async function openSource(
  request: Pick<LoadRequest, 'folder' | 'options'>,
  hooks: RunHooks,
): Promise<DumpSource> {
  return request.options.follow ? await followDump(request, hooks) : await finishedDump(request.folder);
}

/** The same for a plan, which waits for nothing. */
export async function viewSource({ folder, options }: Viewed): Promise<DumpSource> {
  return options.follow ? await lookAlong(folder) : await finishedDump(folder);
}

/** The dump in a folder as far as it is there, whether it is finished, is still written or never will be. */
export async function openSourceAsItIs(folder: string): Promise<DumpSource> {
  return await viewSource({ folder, options: { follow: await isBeingWritten(folder) } });
}

export interface Viewed extends Pick<LoadRequest, 'folder'> {
  readonly options: Pick<LoadRequest['options'], 'follow'>;
}
