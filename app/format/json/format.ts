import { basename, join } from 'path';
import { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import type {
  EngineJsonContent,
  EngineJsonSpec,
  EngineMisfitRow,
  EngineStoredFile,
} from '../../engine/scan/scans';
import { toFailure } from '../../engine/failures';
import { delimitedFailures } from '../../text/format/delimited';
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

/** Files of JSON Lines, an object a row: one, or a folder with one for each table. */
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

async function readTable(
  engine: Addon,
  { directory, file, definition, there, input }: ValuesPlace<ValuesFile>,
): Promise<ReadTable> {
  const { name, compression, entry, table } = file;
  const stored = { path: join(directory, file.path), compression, entry };
  await assertUtf8(engine, stored, name);
  const bytesPerRange = await rangeBytes(stored);
  const scan = async (checks: EngineJsonSpec['checks']) => {
    const wish = { ...stored, bytesPerRange, checks, mostSetAside: input.rejects?.limit ?? null };
    return await knownScans.of(wish, async (spec) => {
      const content = await engine.scanJson(spec);
      if ('code' in content) throw SluiceError.from(toFailure(content));
      return content;
    });
  };
  const scanned = (content: EngineJsonContent) => ({
    columns: namedKeys(name, content, input),
    rows: content.rows,
  });
  const madeOf = (content: EngineJsonContent): JsonTable & Partial<JsonMisfits> => {
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
  const reasonOf = ({ column, misfit, value }: EngineMisfitRow) =>
    rejectsText.misfit({ column: checks[column]?.key ?? '', misfit, value: value.toString() });
  const problems = [...problemsOf(name, content, { isSetAside, reasonOf })];
  const made = madeOf(content);
  const { unknown = [], bytes = [] } = made;
  if (unknown.length > 0)
    problems.push(jsonFailures.unknownKeys({ file: name, keys: unknown.slice(0, MOST_NAMED) }).failure);
  if (bytes.length > 0)
    problems.push(jsonFailures.notBytes({ file: name, columns: bytes.slice(0, MOST_NAMED) }).failure);
  if (content.rows > 0 && made.columns.length === 0)
    problems.push(jsonFailures.noKeys({ file: name }).failure);
  const { text, names, columns, decoders, primaryKey } = made;
  const rejected = isSetAside ? rejectedLines(name, content, reasonOf) : [];
  const rows = content.ranges.map((range, at): JsonRows => ({
    kind: 'json',
    file: { name, path: file.path, compression, entry },
    ...range,
    backward: columns[0]?.key === content.columns[0]?.key ? range.backward : 0,
    charset: 'utf8mb4',
    isComputed: false,
    columns: names,
    decoders,
    part: {
      ...{ path: file.path, ...range, columns },
      skippedLines: skippedLines(rejected, range, content.ranges[at + 1]),
    },
  }));
  return {
    table: { isCreated: true, isReworded: true, text, columns: columnsOf(text), rows, triggers: [] },
    instants: names.filter((_, at) => columns[at]?.form === 'instant'),
    remark: jsonText.found({
      file: name,
      keys: content.columns.length,
      hasInstants: columns.some(({ form }) => form === 'instant'),
      primaryKey,
      isDefined: definition !== null,
      input,
    }),
    problems,
    warnings: [],
    rejected,
    rejectedRows: isSetAside ? content.badLineCount + content.misfitCount : 0,
  };
}

const MOST_NAMED = 5;

async function assertUtf8(engine: Addon, stored: EngineStoredFile, name: string): Promise<void> {
  const head = await unpackedHead(stored, engine, 2);
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1')))
    throw delimitedFailures.wideCharacters({ file: name });
}
