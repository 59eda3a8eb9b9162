import { basename } from 'path';
import { scriptText } from '../../text/format/script';

/** The dump that stands for standard input. */
export const STANDARD_INPUT = '-';

/** Kind of what came by standard input: a script, or rows of one table. */
export type SpooledKind = 'sql' | 'csv';

/** Name of a copy of standard input: its text tells one input from another, and a load of the same one can be resumed. */
export function spooledName(sha256: string, kind: SpooledKind): string {
  return `stdin-${sha256}.${kind}`;
}

/** The digest of the input that a file is a copy of; null for another file. */
export function spooledDigest(path: string): string | null {
  return /^stdin-([0-9a-f]{64})\.(?:sql|csv)$/.exec(basename(path))?.[1] ?? null;
}

/** A file's path or name in messages, where that of a copy would tell nobody anything. Pure. */
export function shownPath(path: string): string {
  return spooledDigest(path) === null ? path : scriptText.standardInput;
}
