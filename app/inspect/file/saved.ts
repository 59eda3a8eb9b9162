import { promises as fs } from 'fs';
import { inspectionSchema, type Inspection } from '../../contract/pages/inspection';
import { messageOf } from '../../engine/failures';
import { writeNamedFile } from '../../storage/named-file';
import { inspectFailures } from '../../text/inspect';

/** Saves an inspection as a JSON file, to be compared later. Replaces an existing file. Fails with `file-failed`. */
export async function saveInspection(path: string, inspection: Inspection): Promise<void> {
  try {
    await writeNamedFile(path, `${JSON.stringify(inspection, null, 2)}\n`);
  } catch (error) {
    throw inspectFailures.notSaved({ reason: messageOf(error) });
  }
}

/** Reads a file of {@link saveInspection}. Fails with `file-failed`, or `usage` where it is another kind of file. */
export async function readInspection(path: string): Promise<Inspection> {
  const text = await fs.readFile(path, 'utf8').catch((error: unknown) => {
    throw inspectFailures.notRead({ reason: messageOf(error) });
  });
  const parsed = inspectionSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw inspectFailures.noInspection({ path });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
