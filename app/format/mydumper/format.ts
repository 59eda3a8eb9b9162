import { promises as fs } from 'fs';
import { basename, join } from 'path';
import { gunzipSync } from 'zlib';
import type { Failure } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { mydumperFailures, mydumperText } from '../../text/format/mydumper';
import { NO_TABLES, type DumpFormat, type TablesThere } from '../format';
import { dumpedKey } from '../read/documents';
import { tablesOf, type ChecksumOf, type DumpFolder, type RecordedChecksums } from '../read/dump';
import { ScriptCollector } from '../script/collect';
import { filesIdentity } from '../script/files/identity';
import { LastRead } from '../script/files/last-read';
import { assertWithin } from '../read/within';
import { sizesOf } from '../script/files/sizes';
import { folderOf } from '../script/folder';
import type { ScriptContent } from '../script/content';
import { likelyVersion } from '../script/likely-version';
import { scanFile } from '../script/scan';
import { choicesText, type SessionChoices } from '../script/settings';
import { readMetadata, type MydumperMetadata } from './metadata';
import { ValueFiles } from './values';
import {
  areOfMydumper,
  checksumFiles,
  countFiles,
  mydumperFiles,
  tableOf,
  type FileOfTable,
  type MydumperFile,
} from './names';

const METADATA = 'metadata';
/** myloader's sessions begin with it (its sources, src/myloader.c); newer versions of mydumper write their own into the files. */
const ROWS_MODE = 'NO_AUTO_VALUE_ON_ZERO';

/** Folders of mydumper: statements, and files of rows that some of them read. */
export const mydumperFormat: DumpFormat = {
  recognizes: (place) =>
    place.kind === 'folder' &&
    place.names.some((name) => /^metadata(?:\.partial)?$/.test(name)) &&
    areOfMydumper(place.names),
  choices: ['timeZone', 'charset'],
  read: async (place, engine, choices, there = NO_TABLES) => {
    const files = { path: place.path, names: place.kind === 'folder' ? place.names : [], choices };
    const identity = await identityOf(files);
    const statements = await lastRead.of(`${place.path}\n${identity}`, () => readStatements(files, engine));
    return await asFolder(files, statements, there);
  },
};

interface Files {
  readonly path: string;
  readonly names: readonly string[];
  readonly choices: SessionChoices;
}

/** Statements of a folder, and the rows that some of them read, of which nothing was read yet. */
interface ReadStatements {
  readonly content: ScriptContent;
  readonly rows: ValueFiles;
  /** Schemas by their names among the files. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly identity: () => Promise<string>;
}

const lastRead = new LastRead<ReadStatements>(({ identity }) => identity());

async function identityOf({ path, names, choices }: Files): Promise<string> {
  return `mydumper ${await filesIdentity(path, names)}${choicesText(choices)}`;
}

async function readStatements(dump: Files, engine: Addon): Promise<ReadStatements> {
  const { path, names, choices } = dump;
  const { files, values } = mydumperFiles(names);
  await assertFiles(path, names, files);
  const rows = new ValueFiles(engine, path, values, choices.timeZone);
  const collector = new ScriptCollector(placeOf(files[0], basename(path)), choices);
  const schemas = new Map<string, string>();
  for (const file of files) {
    const schema = schemas.get(file.schema) ?? file.schema;
    if (file.part === 'rows' && (await rows.takes(file, schema))) continue;
    collector.enter(placeOf(file, schema), file.part === 'rows' ? ROWS_MODE : null);
    const before = collector.schemaNames().length;
    const ends = file.part === 'programs' || file.part === 'triggers' ? 'line' : 'client';
    await scanFile(engine, { ...file, path: join(path, file.path), ends }, collector);
    // A file of odd letters has a number as its name.
    const [made] = collector.schemaNames().slice(before);
    if (file.part === 'schema' && made !== undefined) schemas.set(file.schema, made);
  }
  return { content: collector.content(), rows, schemas, identity: () => identityOf(dump) };
}

async function asFolder(
  { path, names }: Files,
  { content, rows, schemas, identity }: ReadStatements,
  there: TablesThere,
): Promise<DumpFolder> {
  const { files, unknown, ofServer } = mydumperFiles(names);
  const sizes = await sizesOf(path, names);
  const folder = folderOf({
    form: 'folder',
    path,
    directory: path,
    tool: 'mydumper',
    serverVersion: null,
    // The definitions that are there tell nothing of the server that the rows come from.
    likelyVersion: likelyVersion(content),
    content: await rows.fill(content, there),
    files: sizes,
    identity,
  });
  const isWhole = names.includes(METADATA);
  const named = { path, names, schemas };
  const counts = await countedRows(named, folder);
  const metadata = isWhole ? readMetadata(await fs.readFile(join(path, METADATA), 'utf8'), schemas) : null;
  const checksums = await recordedChecksums(named, metadata);
  return {
    ...folder,
    isReadByTables: true,
    remarks: [
      ...folder.remarks,
      ...ofServer.map(mydumperText.ofServer),
      ...(metadata?.hasOtherChecksums === true ? [mydumperText.checksumsLeft({ file: METADATA })] : []),
    ],
    ...(checksums !== null && { recordedChecksums: checksums }),
    problems: [
      ...(metadata === null ? [mydumperFailures.unfinished({ path }).failure] : []),
      ...(metadata?.hasEnd === false ? [mydumperFailures.cut({ path: join(path, METADATA) }).failure] : []),
      ...emptyDefinitions(files, sizes, folder),
      ...folder.problems,
      ...missingRows(folder, { rows: new Map([...counts, ...(metadata?.rows ?? [])]) }),
      ...unknown.map((file) => mydumperFailures.unknownFile({ file }, { chunk: file }).failure),
    ],
  };
}

/** Problems of files that should create a schema or a table, and are empty, or create no table for the rows that are there. */
function emptyDefinitions(
  files: readonly MydumperFile[],
  sizes: ReadonlyMap<string, number>,
  folder: DumpFolder,
): readonly Failure[] {
  const uncreated = new Set(
    tablesOf(folder)
      .filter(({ document }) => !document.includesDdl)
      .map(({ schema, dumpedName }) => `${schema}.${dumpedName}`),
  );
  const problems: Failure[] = [];
  for (const { part, path: file } of files) {
    if (part !== 'schema' && part !== 'table') continue;
    if (sizes.get(file) === 0 || (part === 'table' && uncreated.has(tableOf(file))))
      problems.push(mydumperFailures.nothingCreated({ file }, { chunk: file }).failure);
  }
  return problems;
}

/** Fails for a pipe, a folder or a link out of the dump in the place of a file that is read. */
async function assertFiles(
  path: string,
  names: readonly string[],
  files: readonly MydumperFile[],
): Promise<void> {
  const statements = files.map((file) => file.path);
  const facts = [...countFiles(names), ...checksumFiles(names)].map(({ file }) => file);
  for (const name of [...names.filter((one) => one === METADATA), ...statements, ...facts])
    await assertWithin(path, join(path, name));
}

function placeOf(file: MydumperFile | undefined, schema: string) {
  return {
    file: file ?? { name: METADATA, path: METADATA, compression: 'none' as const, entry: null },
    schema,
  };
}

interface NamedFiles {
  readonly path: string;
  readonly names: readonly string[];
  /** Schemas by their names among the files. */
  readonly schemas: ReadonlyMap<string, string>;
}

/** Row counts that stand in a file for each table. */
async function countedRows(named: NamedFiles, folder: DumpFolder): Promise<ReadonlyMap<string, number>> {
  const digits = await digitsOf(named, countFiles(named.names));
  const counts = [...digits].map(([key, count]) => [key, Number(count)] as const);
  // Rows of --load-data and --csv are not counted there, 0 of each table (its sources of 0.12, src/mydumper_write.c).
  const uncounted = new Set(
    tablesOf(folder)
      .filter(({ chunks }) => chunks.some(({ fields }) => fields !== null))
      .map(dumpedKey),
  );
  return new Map(counts.filter(([key, count]) => count > 0 || !uncounted.has(key)));
}

/** Values of CHECKSUM TABLE, from a file for each table or from the metadata. */
async function recordedChecksums(
  named: NamedFiles,
  metadata: MydumperMetadata | null,
): Promise<RecordedChecksums | null> {
  const values = new Map([
    ...(metadata?.checksums ?? []),
    ...(await digitsOf(named, checksumFiles(named.names))),
  ]);
  if (values.size === 0) return null;
  const checksumOf: ChecksumOf = (table) => {
    const value = values.get(dumpedKey(table));
    return value === undefined ? null : { kind: 'check-table', value };
  };
  return { tool: 'mydumper', read: () => Promise.resolve(checksumOf) };
}

/** The digits in files that hold nothing else, by {@link dumpedKey}. */
async function digitsOf(
  { path, schemas }: NamedFiles,
  files: readonly FileOfTable[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { file, schema, table } of files) {
    const [digits] = /^\d+$/.exec(unpacked(file, await fs.readFile(join(path, file))).trim()) ?? [];
    if (digits !== undefined)
      found.set(dumpedKey({ schema: schemas.get(schema) ?? schema, dumpedName: table }), digits);
  }
  return found;
}

/** Returns the text of a small file; an empty one where its packing is damaged. */
function unpacked(file: string, bytes: Buffer): string {
  if (!file.endsWith('.gz')) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return '';
  }
}

function missingRows(folder: DumpFolder, { rows }: Pick<MydumperMetadata, 'rows'>): readonly Failure[] {
  return tablesOf(folder).flatMap(({ schema, name, dumpedName, rows: found }) => {
    const recorded = rows.get(dumpedKey({ schema, dumpedName }));
    // No table of the dump has rows where it is null.
    if (recorded === undefined || recorded === (found ?? 0)) return [];
    const table = `${schema}.${name}`;
    return [mydumperFailures.rowsMissing({ table, found: found ?? 0, recorded }, { table }).failure];
  });
}
