import { promises as fs } from 'fs';
import { join } from 'path';
import type { z } from 'zod';
import { SluiceError } from '../../contract/failure';
import { messageOf } from '../../engine/failures';

/** Reads a JSON document of a dump; `dump-damaged` names the file where it is missing, torn or of another shape. */
export async function readDocument<T extends z.ZodType>(
  path: string,
  name: string,
  schema: T,
): Promise<z.infer<T>> {
  const text = await fs.readFile(join(path, name), 'utf8').catch((error: unknown) => {
    throw damagedFile(name, `${name} can’t be read: ${messageOf(error)}.`);
  });
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw damagedFile(name, `${name} is not what a dump holds: ${parsed.error.issues[0]?.message ?? ''}.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function damagedFile(file: string, message: string): SluiceError {
  return new SluiceError('dump-damaged', message, { chunk: file });
}
