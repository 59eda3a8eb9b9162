import { exists } from '../../storage/exists';
import type { FailureCode } from '../../contract/failure';
import { failureOf } from '../../engine/failures';
import { baseOf, isPattern } from '../../format/read/several';
import { folderFailures } from '../../text/format/folder';

/** Failures that name a file of the dump. */
const OF_FILES: ReadonlySet<FailureCode> = new Set<FailureCode>(['dump-damaged', 'file-failed']);

/** Returns the failure to report: where a file failed because the dump's whole folder is gone, it names the folder. */
export async function orFolderGone(error: unknown, folder: string): Promise<unknown> {
  if (!OF_FILES.has(failureOf(error).code)) return error;
  const isThere = await exists(isPattern(folder) ? baseOf(folder) : folder);
  return isThere ? error : folderFailures.gone({ path: folder });
}
