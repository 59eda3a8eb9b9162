import { promises as fs } from 'fs';
import { join } from 'path';
import type { z } from 'zod';
import { damageFailures } from '../../text/format/damage';
import { messageOf } from '../../engine/failures';

/** Reads a JSON document of a dump; `dump-damaged` names the file where it is missing, torn or of another shape. */
export async function readDocument<T extends z.ZodType>(
  path: string,
  name: string,
  schema: T,
): Promise<z.infer<T>> {
  const text = await fs.readFile(join(path, name), 'utf8').catch((error: unknown) => {
    throw damageFailures.fileUnreadable({ file: name, reason: messageOf(error) }, { chunk: name });
  });
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? '';
    throw damageFailures.documentInvalid({ file: name, reason }, { chunk: name });
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
