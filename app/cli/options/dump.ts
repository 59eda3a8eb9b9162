import { resolve } from 'path';
import { patternOf } from '../../format/read/several';
import { STANDARD_INPUT } from '../../engine/words/spooled-input';
import { severalFailures } from '../../text/format/several';

/**
 * The dump that paths name: one, several files as one pattern, or `-` for standard input, which can't be one of several.
 * Fails with `usage` where it is.
 */
export async function dumpOf(paths: readonly string[]): Promise<string> {
  if (!paths.includes(STANDARD_INPUT)) return await patternOf(paths.map((path) => resolve(path)));
  if (paths.length > 1) throw severalFailures.standardInput();
  return STANDARD_INPUT;
}
