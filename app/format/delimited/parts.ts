import { join } from 'path';
import type { InputChoices } from '../../contract/commands/input';
import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { toFailure } from '../../engine/failures';
import type {
  EngineDelimitedColumnFacts,
  EngineDelimitedContent,
  EngineDelimitedSpec,
  EngineStoredFile,
} from '../../engine/scan/scans';
import { spooledDigest } from '../../engine/words/spooled-input';
import { delimitedFailures } from '../../text/format/delimited';
import { jsonFailures } from '../../text/format/json';
import { unpackedHead } from '../script/files/unpacked';
import { rangeBytes } from '../script/scan';
import type { ValuesPlace } from '../values/folder';
import { KnownScans } from '../values/known-scans';
import { mergedFacts } from '../values/merged-facts';
import { beginsAsScript, jsonIn } from '../values/standard-input';
import { assertParts } from './chosen';
import { dialectOf, firstRows, partingSeparator, type DelimitedDialect } from './dialect';
import type { DelimitedFile } from './names';

const HEAD_BYTES = 1 << 20;

/** One file of a table's rows. */
export interface Part {
  readonly file: DelimitedFile;
  readonly stored: EngineStoredFile;
  readonly bytesPerRange: number;
  /** Its first characters. */
  readonly head: string;
  readonly hasHeader: boolean;
}

/** The files of one table, which have one dialect. */
export interface Parts {
  readonly all: readonly Part[];
  /** The first that has the names of the columns, or the first one. */
  readonly first: Part;
  readonly isTsv: boolean;
  readonly dialect: DelimitedDialect;
  /** Files whose first row is taken for values, though it looks like names, with these. */
  readonly unlikeHeaders: readonly { readonly file: string; readonly names: readonly string[] }[];
}

/** Opens the files of a table. Fails with `not-a-dump` where none holds anything, and where their first rows name other columns. */
export async function openParts(
  engine: Addon,
  { directory, files, definition, input }: ValuesPlace<DelimitedFile>,
): Promise<Parts> {
  const opened: Omit<Part, 'hasHeader'>[] = [];
  for (const file of files) {
    const stored = { path: join(directory, file.path), compression: file.compression, entry: file.entry };
    const head = await readHead(engine, { ...stored, name: file.name }, input);
    // A table that is written in parts may have empty ones.
    if (head === '' && files.length > 1) continue;
    if (head === '') throw delimitedFailures.empty({ file: file.name });
    opened.push({ file, stored, head, bytesPerRange: await rangeBytes(stored) });
  }
  const [leading] = opened;
  if (leading === undefined) throw delimitedFailures.empty({ file: files[0]?.name ?? '' });
  const isTsv = leading.file.isTsv ?? partingSeparator(leading.head, false) === '\t';
  const own = opened.map(({ head }) => dialectOf(head, isTsv, definition, input));
  const dialect = {
    ...(own[0] ?? dialectOf(leading.head, isTsv, definition, input)),
    backslashEscapes: own.some(({ backslashEscapes }) => backslashEscapes),
  };
  const names = firstRows(leading.head, dialect)[0] ?? [];
  const isSaid = input.header !== undefined || definition !== null;
  // Nothing but the first file tells whether words are names: in others they may be values.
  const all = opened.map((part, at) => ({
    ...part,
    hasHeader: isSaid
      ? own[at]?.hasHeader === true
      : dialect.hasHeader && isSameRow(firstRows(part.head, dialect)[0], names),
  }));
  const headed = all.find(({ hasHeader }) => hasHeader);
  const first = headed ?? all[0] ?? { ...leading, hasHeader: false };
  assertOneHeader(all, first, dialect);
  return {
    ...{ all, first, isTsv },
    dialect: { ...dialect, hasHeader: headed !== undefined },
    unlikeHeaders: all.flatMap((part, at) =>
      part.hasHeader || isSaid || at === 0 || own[at]?.hasHeader !== true
        ? []
        : [{ file: part.file.name, names: firstRows(part.head, dialect)[0] ?? [] }],
    ),
  };
}

function assertOneHeader(all: readonly Part[], first: Part, dialect: DelimitedDialect): void {
  const names = firstRows(first.head, dialect)[0];
  const other = all.find(
    (part) => part.hasHeader && !isSameRow(firstRows(part.head, dialect)[0], names ?? []),
  );
  if (other !== undefined)
    throw delimitedFailures.otherHeader({ file: other.file.name, other: first.file.name });
}

function isSameRow(row: readonly string[] | undefined, names: readonly string[]): boolean {
  return row?.length === names.length && row.every((value, at) => value === names[at]);
}

const knownScans = new KnownScans<EngineDelimitedSpec, EngineDelimitedContent>();

/** Content of a table's files: of each, and of all together. */
export interface ScannedParts {
  readonly contents: readonly { readonly part: Part; readonly content: EngineDelimitedContent }[];
  readonly names: EngineDelimitedContent['names'];
  readonly columns: readonly EngineDelimitedColumnFacts[];
}

/** Reads the files of a table from their beginnings to their ends. Fails where they have not the same number of columns. */
export async function scanParts(
  engine: Addon,
  { all, first, isTsv, dialect }: Parts,
  input: InputChoices,
  checks: EngineDelimitedSpec['checks'],
): Promise<ScannedParts> {
  const { separator, quote, backslashEscapes } = dialect;
  const format = { separator, quote, backslashEscapes, nullWord: input.nullWord ?? null };
  const contents: { readonly part: Part; readonly content: EngineDelimitedContent }[] = [];
  for (const part of all) {
    const wish = {
      ...{ ...part.stored, format, checks },
      ...{ hasHeader: part.hasHeader, bytesPerRange: part.bytesPerRange },
      mostSetAside: input.rejects?.limit ?? null,
      expectsUtf8: input.charset === 'utf8mb4',
    };
    const content = await knownScans.of(wish, async (spec) => {
      const found = await engine.scanDelimited(spec);
      if ('code' in found) throw SluiceError.from(toFailure(found));
      return found;
    });
    const isReadable = content.openLine === null && content.brokenLine === null;
    if (content.columns.length === 0 && isReadable) throw delimitedFailures.empty({ file: part.file.name });
    assertParts({ name: part.file.name, isTsv }, part.head, content, input);
    contents.push({ part, content });
  }
  return {
    contents,
    names: contents.find(({ part }) => part === first)?.content.names ?? [],
    columns: mergedColumns(contents),
  };
}

function mergedColumns(contents: ScannedParts['contents']): readonly EngineDelimitedColumnFacts[] {
  const readable = contents.filter(({ content }) => content.columns.length > 0);
  const [one, ...others] = readable;
  return others.reduce((merged, { part, content }) => {
    if (content.columns.length !== merged.length)
      throw delimitedFailures.otherColumns({
        ...{ file: part.file.name, columns: content.columns.length },
        ...{ other: one?.part.file.name ?? '', otherColumns: merged.length },
      });
    return merged.map((facts, at) => mergedFacts(facts, content.columns[at] ?? facts));
  }, one?.content.columns ?? []);
}

interface NamedFile extends EngineStoredFile {
  readonly name: string;
}

/** The file's first characters. */
async function readHead(engine: Addon, { name, ...stored }: NamedFile, input: InputChoices): Promise<string> {
  const head = await unpackedHead(stored, engine, HEAD_BYTES);
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2)))
    throw delimitedFailures.wideCharacters({ file: name });
  const text = head.toString('utf8');
  if (input.table !== undefined && beginsAsScript(text))
    throw delimitedFailures.statements({ option: '--input-table', file: name });
  if (spooledDigest(stored.path) !== null && jsonIn(text) === 'document')
    throw jsonFailures.onStandardInput();
  const isMarked = text.startsWith('\ufeff');
  if (isMarked && input.charset === 'latin1')
    throw delimitedFailures.markOfUtf8({ option: '--input-charset', file: name });
  return assertLines(name, isMarked ? text.slice(1) : text);
}

/** Refuses what would be one row, or a row more, without a word. */
function assertLines(file: string, head: string): string {
  if (/^sep=[^\r\n]\r?\n/i.test(head)) throw delimitedFailures.separatorLine({ file });
  const hasCrAlone = !head.includes('\n') && /\r./.test(head.replace(/"(?:[^"]|"")*"/g, ''));
  if (hasCrAlone) throw delimitedFailures.carriageReturns({ file });
  return head;
}
