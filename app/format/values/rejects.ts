import { promises as fs } from 'fs';
import { basename, dirname, isAbsolute, join, relative } from 'path';
import type { InputChoices } from '../../contract/commands/input';
import type { Failure } from '../../contract/failure';
import type { EngineMisfitRow } from '../../engine/scan/scans';
import { rejectsFailures, rejectsText } from '../../text/format/rejects';
import { writeDurable } from '../durable';
import type { DumpFolder, RejectedRow } from '../read/dump';
import { windows1252Text } from '../letters/one-byte';

const MOST_NAMED = 3;

/** Rows of a file that are set aside. */
export interface SetAside {
  /** The first ones. */
  readonly rejected: readonly RejectedRow[];
  readonly rejectedRows: number;
}

/** Bytes that the engine holds of a row that is set aside. */
const MOST_ROW_BYTES = 16 << 10;

/** Says why a value does not fit its column. */
export type ReasonOf = (row: EngineMisfitRow) => string;

interface BadRow {
  readonly line: number;
  readonly reason: string;
  readonly text: Buffer;
}

/** Rows that are set aside, as they stand in their file, in the order of their lines. Pure. */
export function rejectedRows(
  file: string,
  { bad, misfits }: { readonly bad: readonly BadRow[]; readonly misfits: readonly EngineMisfitRow[] },
  { isWindows1252, reasonOf }: { readonly isWindows1252: boolean; readonly reasonOf: ReasonOf },
): readonly RejectedRow[] {
  return [...bad, ...misfits.map((row) => ({ line: row.line, reason: reasonOf(row), text: row.text }))]
    .sort((a, b) => a.line - b.line)
    .map(({ line, reason, text }) => ({
      ...{ file, line, reason },
      // The bytes for which a row is refused are no UTF-8, and must be found where they are mended.
      text: isWindows1252 ? Buffer.from(windows1252Text(text)) : text,
      isCut: text.length >= MOST_ROW_BYTES,
    }));
}

/** Refuses values that don't fit their columns. Pure. */
export function misfitProblems(
  file: string,
  { misfits, misfitCount }: { readonly misfits: readonly EngineMisfitRow[]; readonly misfitCount: number },
  reasonOf: ReasonOf,
): readonly Failure[] {
  if (misfitCount === 0) return [];
  const first = misfits.map((row) => rejectsText.at(row.line, reasonOf(row))).join(', ');
  return [rejectsFailures.misfits({ file, rows: misfitCount, first }).failure];
}

/** Lines of the rows that a range leaves out; `next` is the first line of the range behind it. Pure. */
export function skippedLines(
  rejected: readonly Pick<RejectedRow, 'line'>[],
  { line }: { readonly line: number },
  next: { readonly line: number } | undefined,
): readonly number[] {
  return rejected
    .map((row) => row.line)
    .filter((own) => own >= line && (next === undefined || own < next.line))
    .sort((a, b) => a - b);
}

/** Problems and warnings of a dump whose files have rows that are set aside. Pure. */
export function rejectsOf(
  tables: readonly SetAside[],
  { rejects }: InputChoices,
): { readonly problems: readonly Failure[]; readonly warnings: readonly Failure[] } {
  const rows = tables.reduce((sum, { rejectedRows }) => sum + rejectedRows, 0);
  if (rejects === undefined || rows === 0) return { problems: [], warnings: [] };
  const { file: path, limit } = rejects;
  const named = tables
    .flatMap(({ rejected }) => rejected)
    .slice(0, MOST_NAMED)
    .map(({ file, line, reason }) => rejectsText.rejected(file, line, reason));
  const first = [...named, ...(rows > named.length ? ['…'] : [])].join(', ');
  return rows > limit
    ? { problems: [rejectsFailures.tooMany({ rows, limit, first }).failure], warnings: [] }
    : { problems: [], warnings: [rejectsFailures.setAside({ rows, path, first }).failure] };
}

/**
 * Writes the rows of a dump that are set aside, all in one file, which appears when it is whole. The same dump gives the same file: a
 * load that is resumed finds it. Fails with `usage` where another file has its place, or where it would become a part of the dump.
 */
export async function writeRejects(dump: DumpFolder, { rejects }: InputChoices): Promise<void> {
  const { rejected = [], problems } = dump;
  if (rejects === undefined || rejected.length === 0 || problems.length > 0) return;
  const { file: path } = rejects;
  if (await liesInDump(path, dump)) throw rejectsFailures.inDump({ path });
  const text = rejectText(rejected);
  const found = await fs.readFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw rejectsFailures.taken({ path });
  });
  if (found !== null && !found.equals(text)) throw rejectsFailures.taken({ path });
  if (found === null) await writeDurable(path, text);
}

/** A dump of one file is that file alone. */
async function liesInDump(path: string, { path: dump, directory }: DumpFolder): Promise<boolean> {
  const isOneFile = await fs.stat(dump).then(
    (found) => found.isFile(),
    () => false,
  );
  const real = join(await fs.realpath(dirname(path)).catch(() => dirname(path)), basename(path));
  const to = relative(await fs.realpath(directory), real);
  return isOneFile ? real === (await fs.realpath(dump)) : !to.startsWith('..') && !isAbsolute(to);
}

/** CSV of RFC 4180. Pure. */
export function rejectText(rows: readonly RejectedRow[]): Buffer {
  const lines = rows.map(({ file, line, reason, text, isCut }) => {
    const why = [reason, ...(isCut ? [rejectsText.cut] : [])].join(', ');
    return [...[file, String(line), why].map((value) => Buffer.from(value)), text];
  });
  const header = ['file', 'line', 'reason', 'row'].map((name) => Buffer.from(name));
  // Each byte as one character: not all of them are UTF-8.
  const text = [header, ...lines]
    .map((line) => `${line.map((value) => quoted(value.toString('latin1'))).join(',')}\r\n`)
    .join('');
  return Buffer.from(text, 'latin1');
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
}
