import { SluiceError } from '../../../app/contract/failure';
import { openEngine } from '../../../app/engine/open';
import { openDump } from '../../../app/format/formats';
import { tablesOf } from '../../../app/format/read/dump';
import { ENGINE_FILE } from './runs';

const engine = openEngine(ENGINE_FILE);

/** Says what opening a dump ends with: its first problem, or its tables. */
export async function opened(path: string): Promise<string> {
  try {
    const { problems, schemas } = await openDump(path, engine);
    const [problem] = problems;
    if (problem !== undefined) return `${problem.code}: ${problem.message}`;
    return `${tablesOf({ schemas }).length} tables`;
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return `${error.failure.code}: ${error.failure.message}`;
  }
}
