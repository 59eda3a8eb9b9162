import { join } from 'path';
import type { InputChoices } from '../../contract/commands/input';
import { SluiceError, type Failure } from '../../contract/failure';
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
import { dialectOf, firstRows, joinedHead, partingSeparator, type DelimitedDialect } from './dialect';
import { foundHeaders, type FirstRow } from './headers';
import type { DelimitedFile } from './names';

const HEAD_BYTES = 1 << 20;
/** Further files whose beginnings tell something of the dialect. */
const MOST_HEADS = 255;
/** Characters of each of them. */
const PART_HEAD = 1 << 14;

/** One file of a table's rows. */
export interface Part {
  readonly file: DelimitedFile;
  readonly stored: EngineStoredFile;
  readonly bytesPerRange: number;
  readonly hasHeader: boolean;
  /** Separator that its first row shows; null for none. */
  readonly separator: string | null;
}

/** The files of one table, which have one dialect. */
export interface Parts {
  readonly all: readonly Part[];
  /** The first that has the names of the columns, or the first one. */
  readonly lead: Part;
  /** The first characters of that file. */
  readonly head: string;
  readonly dialect: DelimitedDialect;
  /** Doubts about first rows of several files. */
  readonly warnings: readonly Failure[];
}

type OpenedPart = Omit<Part, 'hasHeader' | 'separator'>;

/** Opens the files of a table. Fails with `not-a-dump` where none holds anything, and where their first rows name other columns. */
export async function openParts(engine: Addon, place: ValuesPlace<DelimitedFile>): Promise<Parts> {
  const { definition, input } = place;
  const { opened, heads } = await openFiles(engine, place);
  const [leading] = opened;
  const [head = ''] = heads;
  if (leading === undefined) throw delimitedFailures.empty({ file: place.files[0]?.name ?? '' });
  const isTsv = leading.file.isTsv ?? partingSeparator(head, false) === '\t';
  const dialect = dialectOf(joinedHead(heads), isTsv, definition, input);
  const found: { readonly row: FirstRow; readonly separator: string | null }[] = [];
  // One head at a time: a table may have thousands of files.
  for (const { file, stored } of opened) {
    const own = withoutBlankLines(
      file === leading.file ? head : await readHead(engine, { ...stored, name: file.name }, input),
      dialect,
    );
    const { hasHeader } = dialectOf(own, isTsv, definition, dialectChoices(dialect));
    const values = firstRows(own, dialect)[0] ?? (own.includes('\n') ? null : [own]);
    found.push({
      row: { file: file.name, values, looksLikeHeader: hasHeader },
      separator: partingSeparator(own, isTsv),
    });
  }
  const isAlone = found.length === 1;
  const { areHeaders, warnings } = isAlone
    ? { areHeaders: [dialect.hasHeader], warnings: [] }
    : foundHeaders(
        found.map(({ row }) => row),
        input,
        definition !== null,
      );
  const all = opened.map((part, at) => ({
    ...part,
    hasHeader: areHeaders[at] === true,
    separator: found[at]?.separator ?? null,
  }));
  const lead = all.find(({ hasHeader }) => hasHeader) ??
    all[0] ?? { ...leading, hasHeader: false, separator: null };
  return {
    ...{ all, lead, warnings: warnings.map(({ failure }) => failure) },
    head:
      lead.file === leading.file
        ? head
        : await readHead(engine, { ...lead.stored, name: lead.file.name }, input),
    dialect: { ...dialect, hasHeader: lead.hasHeader },
  };
}

/** A file as it is read: blank lines at its beginning are rows only where there is one column. */
function withoutBlankLines(head: string, dialect: DelimitedDialect): string {
  const rest = head.replace(/^[\r\n]+/, '');
  return (firstRows(rest, dialect)[0]?.length ?? 0) > 1 ? rest : head;
}

/** The dialect as if it had been chosen, so that a file is read with that of all. */
function dialectChoices({ separator, quote, backslashEscapes }: DelimitedDialect): InputChoices {
  return { separator, quote, escape: backslashEscapes ? 'backslash' : 'none' };
}

interface OpenedFiles {
  readonly opened: readonly OpenedPart[];
  /** Those of the first ones. */
  readonly heads: readonly string[];
}

async function openFiles(
  engine: Addon,
  { directory, files, input }: ValuesPlace<DelimitedFile>,
): Promise<OpenedFiles> {
  const opened: OpenedPart[] = [];
  const heads: string[] = [];
  for (const file of files) {
    const stored = { path: join(directory, file.path), compression: file.compression, entry: file.entry };
    const head = await readHead(engine, { ...stored, name: file.name }, input);
    // A table that is written in parts may have empty ones.
    if (head === '' && files.length > 1) continue;
    if (head === '') throw delimitedFailures.empty({ file: file.name });
    opened.push({ file, stored, bytesPerRange: await rangeBytes(stored) });
    // A slice would keep all of it.
    if (heads.length <= MOST_HEADS)
      heads.push(heads.length === 0 ? head : Buffer.from(head.slice(0, PART_HEAD)).toString('utf8'));
  }
  return { opened, heads };
}

const knownScans = new KnownScans<EngineDelimitedSpec, EngineDelimitedContent>();

/** Content of a file of a table. */
export interface ScannedPart {
  readonly part: Part;
  readonly content: EngineDelimitedContent;
}

/** Content of a table's files: of each, and of all together. */
export interface ScannedParts {
  readonly contents: readonly ScannedPart[];
  readonly names: EngineDelimitedContent['names'];
  readonly columns: readonly EngineDelimitedColumnFacts[];
}

/** Reads the files of a table from their beginnings to their ends. Fails where headers of them have not the same number of columns. */
export async function scanParts(
  engine: Addon,
  { all, lead, dialect }: Parts,
  input: InputChoices,
  checks: EngineDelimitedSpec['checks'],
): Promise<ScannedParts> {
  const { separator, quote, backslashEscapes } = dialect;
  const format = { separator, quote, backslashEscapes, nullWord: input.nullWord ?? null };
  const contents: ScannedPart[] = [];
  for (const part of all) {
    const wish = {
      ...{ ...part.stored, format, checks },
      ...{ hasHeader: part.hasHeader, bytesPerRange: part.bytesPerRange },
      columns: contents.find(isReadable)?.content.columns.length ?? 0,
      mostSetAside: input.rejects?.limit ?? null,
      expectsUtf8: input.charset === 'utf8mb4',
    };
    const content = await knownScans.of(wish, async (spec) => {
      const found = await engine.scanDelimited(spec);
      if ('code' in found) throw SluiceError.from(toFailure(found));
      return found;
    });
    const scanned = { part, content };
    if (content.columns.length === 0 && isReadable(scanned))
      throw delimitedFailures.empty({ file: part.file.name });
    assertParts({ name: part.file.name, found: part.separator }, content, input);
    contents.push(scanned);
  }
  return {
    contents,
    names: contents.find(({ part }) => part === lead)?.content.names ?? [],
    columns: mergedColumns(contents),
  };
}

/** Returns whether the file ends as it should. */
function isReadable({ content: { openLine, brokenLine } }: ScannedPart): boolean {
  return openLine === null && brokenLine === null;
}

function mergedColumns(contents: readonly ScannedPart[]): readonly EngineDelimitedColumnFacts[] {
  const whole = contents.filter(isReadable);
  const [one, ...others] = whole.length === 0 ? contents : whole;
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
