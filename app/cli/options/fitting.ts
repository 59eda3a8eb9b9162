import type { z } from 'zod';
import { usageFailures } from '../../text/cli/usage';

const SHOWN_CHARACTERS = 60;

/**
 * Reads the options of a run, whose values the parsers of single options have read already: what is left to refuse is a
 * text that is empty or too long. Fails with `usage` and names it.
 */
export function fitting<T>(schema: z.ZodType<T>, options: unknown): T {
  const read = schema.safeParse(options);
  if (read.success) return read.data;
  const text = valueAt(options, read.error.issues[0]?.path ?? []);
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  throw usageFailures.badLength({ text: shown, length: text.length });
}

function valueAt(options: unknown, path: readonly PropertyKey[]): string {
  const value = path.reduce(
    (outer: unknown, key) => (outer as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    options,
  );
  return typeof value === 'string' ? value : JSON.stringify(value);
}
