import { basename, join } from 'path';
import type { InputChoices } from '../../contract/commands/input';
import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import type {
  EngineJsonContent,
  EngineJsonSpec,
  EngineMisfitRow,
  EngineStoredFile,
} from '../../engine/scan/scans';
import { toFailure } from '../../engine/failures';
import { delimitedFailures, delimitedText } from '../../text/format/delimited';
import { jsonFailures, jsonText } from '../../text/format/json';
import { rejectsText } from '../../text/format/rejects';
import type { DumpFormat, DumpPlace } from '../format';
import type { JsonRows } from '../script/content';
import { spooledDigest } from '../../engine/words/spooled-input';
import { unpackedHead } from '../script/files/unpacked';
import { rangeBytes } from '../script/scan';
import { columnsOf } from '../script/tables/table-text';
import { areMostly, filesAt, type FoundFiles } from '../values/files';
import { glimpseValues, readValues, type ReadTable, type ValuesPlace } from '../values/folder';
import { standardInputFile, type ValuesFile } from '../values/names';
import { KnownScans } from '../values/known-scans';
import { mergedKeys } from '../values/merged-facts';
import { skippedLines } from '../values/rejects';
import { namedKeys } from './chosen';
import { problemsOf, rejectedLines } from './misfits';
import { jsonFile } from './names';
import {
  definedJsonTable,
  fittedJsonTable,
  inferredJsonTable,
  jsonChecks,
  type JsonMisfits,
  type JsonTable,
} from './table';

/** Files of JSON Lines, an object a row: one, or a folder with one, or a folder of them, for each table. */
export const jsonFormat: DumpFormat = {
  choices: ['table', 'columns', 'rejects', 'timeZone'],
  recognizes: (place) => {
    const { files, others } = filesAt(place, jsonFile);
    return areMostly(place, files, others);
  },
  glimpse: (place, engine) => glimpseValues(place, filesOf(place), { tool: jsonText.format, engine }),
  read: (place, engine, input, there) =>
    readValues(place, filesOf(place), FORMAT, {
      engine,
      input,
      there,
    }),
};

const knownScans = new KnownScans<EngineJsonSpec, EngineJsonContent>();

const FORMAT = {
  tool: jsonText.format,
  kind: 'json',
  hasDialect: false,
  inferred: jsonText.inferred,
  readTable,
};

function filesOf(place: DumpPlace): FoundFiles<ValuesFile> {
  return place.kind === 'file' && spooledDigest(place.path) !== null
    ? { files: [standardInputFile(basename(place.path))], definitions: new Set(), others: [] }
    : filesAt(place, jsonFile);
}

async function readTable(engine: Addon, place: ValuesPlace<ValuesFile>): Promise<ReadTable> {
  const { table, definition, there, input } = place;
  const files = await openFiles(engine, place);
  const name = nameOf(files);
  const scan = async (checks: EngineJsonSpec['checks']) => await scanFiles(engine, files, input, checks);
  const scanned = ({ columns, rows }: ScannedFiles) => ({
    columns: namedKeys(name, { columns }, input),
    rows,
  });
  const madeOf = (content: ScannedFiles): JsonTable & Partial<JsonMisfits> => {
    const found = scanned(content);
    if (definition !== null) return definedJsonTable(definition, found);
    const inferred = inferredJsonTable(table, found);
    return there === null ? inferred : fittedJsonTable(there, found, inferred);
  };
  const first = await scan([]);
  const known = definition ?? there;
  // The keys that a file has tell what their values are compared with.
  const checks = known === null ? [] : jsonChecks(known, madeOf(first));
  const content = checks.length === 0 ? first : await scan(checks);
  const isSetAside = input.rejects !== undefined;
  if (content.rows === 0 && definition === null && !isSetAside) throw delimitedFailures.empty({ file: name });
  const made = madeOf(content);
  const { unknown = [], bytes = [] } = made;
  const { text, names, columns, primaryKey } = made;
  const parts = content.contents.map((found) => fileOfTable(found, made, { checks, isSetAside }));
  return {
    table: {
      ...{ isCreated: true, isReworded: true, text, columns: columnsOf(text), triggers: [] },
      rows: parts.flatMap(({ rows }) => rows),
    },
    instants: names.filter((_, at) => columns[at]?.form === 'instant'),
    remark: jsonText.found({
      file: name,
      keys: content.columns.length,
      hasInstants: columns.some(({ form }) => form === 'instant'),
      primaryKey,
      isDefined: definition !== null,
      input,
    }),
    problems: [
      ...parts.flatMap(({ problems }) => problems),
      ...(unknown.length === 0
        ? []
        : [jsonFailures.unknownKeys({ file: name, keys: unknown.slice(0, MOST_NAMED) }).failure]),
      ...(bytes.length === 0
        ? []
        : [jsonFailures.notBytes({ file: name, columns: bytes.slice(0, MOST_NAMED) }).failure]),
      ...(content.columns.length > MOST_KEYS ? [jsonFailures.tooManyKeys({ file: name }).failure] : []),
      ...(content.rows > 0 && made.columns.length === 0 ? [jsonFailures.noKeys({ file: name }).failure] : []),
    ],
    warnings: strangers(content).map((file) => jsonFailures.otherKeys({ file, other: name }).failure),
    rejected: parts.flatMap(({ rejected }) => rejected),
    rejectedRows: parts.reduce((sum, { rejectedRows }) => sum + rejectedRows, 0),
  };
}

/** Files of a table that have no key of those before them. */
function strangers({ contents }: ScannedFiles): readonly string[] {
  const known = new Set<string>();
  return contents.flatMap(({ file, content }) => {
    const keys = content.columns.map(({ key }) => key);
    const isStranger = known.size > 0 && keys.length > 0 && !keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return isStranger ? [file.name] : [];
  });
}

interface OpenedFile {
  readonly file: ValuesFile;
  readonly stored: EngineStoredFile;
  readonly bytesPerRange: number;
}

async function openFiles(
  engine: Addon,
  { directory, files }: ValuesPlace<ValuesFile>,
): Promise<readonly OpenedFile[]> {
  const opened: OpenedFile[] = [];
  for (const file of files) {
    const stored = { path: join(directory, file.path), compression: file.compression, entry: file.entry };
    await assertUtf8(engine, stored, file.name);
    opened.push({ file, stored, bytesPerRange: await rangeBytes(stored) });
  }
  return opened;
}

/** The table's file, or the first one and how many there are. */
function nameOf([first, ...others]: readonly OpenedFile[]): string {
  const name = first?.file.name ?? '';
  return others.length === 0 ? name : delimitedText.ofFiles(name, others.length);
}

/** Content of a table's files: of each, and of all together. */
interface ScannedFiles extends Pick<EngineJsonContent, 'columns' | 'rows'> {
  readonly contents: readonly { readonly file: ValuesFile; readonly content: EngineJsonContent }[];
}

async function scanFiles(
  engine: Addon,
  files: readonly OpenedFile[],
  input: InputChoices,
  checks: EngineJsonSpec['checks'],
): Promise<ScannedFiles> {
  const contents: { readonly file: ValuesFile; readonly content: EngineJsonContent }[] = [];
  for (const { file, stored, bytesPerRange } of files) {
    const wish = { ...stored, bytesPerRange, checks, mostSetAside: input.rejects?.limit ?? null };
    const content = await knownScans.of(wish, async (spec) => {
      const found = await engine.scanJson(spec);
      if ('code' in found) throw SluiceError.from(toFailure(found));
      return found;
    });
    contents.push({ file, content });
  }
  return {
    contents,
    columns: mergedKeys(contents.map(({ content }) => content.columns)),
    rows: contents.reduce((sum, { content }) => sum + content.rows, 0),
  };
}

/** Part that a file has in its table. */
function fileOfTable(
  { file: { name, path, compression, entry }, content }: ScannedFiles['contents'][number],
  { names, columns, decoders }: JsonTable,
  { checks, isSetAside }: { readonly checks: EngineJsonSpec['checks']; readonly isSetAside: boolean },
): Pick<ReadTable, 'problems' | 'rejected' | 'rejectedRows'> & { readonly rows: readonly JsonRows[] } {
  const reasonOf = ({ column, misfit, value }: EngineMisfitRow) =>
    rejectsText.misfit({ column: checks[column]?.key ?? '', misfit, value: value.toString() });
  const rejected = isSetAside ? rejectedLines(name, content, reasonOf) : [];
  return {
    rejected,
    rejectedRows: isSetAside ? content.badLineCount + content.misfitCount : 0,
    problems: problemsOf(name, content, { isSetAside, reasonOf }),
    rows: content.ranges.map((range, at) => ({
      kind: 'json',
      file: { name, path, compression, entry },
      ...range,
      backward: columns[0]?.key === content.columns[0]?.key ? range.backward : 0,
      charset: 'utf8mb4',
      isComputed: false,
      columns: names,
      decoders,
      part: {
        ...{ path, ...range, columns },
        skippedLines: skippedLines(rejected, range, content.ranges[at + 1]),
      },
    })),
  };
}

const MOST_NAMED = 5;
/** More columns than a table can have (both manuals, “Limits on Table Column Count and Row Size”). */
const MOST_KEYS = 4096;

async function assertUtf8(engine: Addon, stored: EngineStoredFile, name: string): Promise<void> {
  const head = await unpackedHead(stored, engine, 2);
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1')))
    throw delimitedFailures.wideCharacters({ file: name });
}
