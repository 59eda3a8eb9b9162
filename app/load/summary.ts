import { dumpWarnings } from '../text/coverage';
import { SluiceError } from '../contract/failure';
import type {
  DumpContents,
  DumpSummary,
  DumpTablePlace,
  FirstRows,
  TableSample,
  ValuesReading,
} from '../contract/runs/dump-folder';
import { namesOf } from '../format/sql/accounts-script';
import { glimpseDump } from '../format/formats';
import { readFirstRows } from '../format/read/first-rows';
import { readScript } from '../format/read/reader';
import { unknownFormOf } from '../format/read/recorded-checksums';
import { tableTextIn, typesOf } from '../format/script/tables/table-text';
import { splitScript } from '../format/sql/script';
import {
  tablesOf,
  type DumpChunk,
  type DumpFolder,
  type DumpSchema,
  type DumpTable,
} from '../format/read/dump';
import type { DumpSource } from './dump-source/dump-source';
import { openSourceAsItIs, type DumpPath } from './dump-source/open';
import { recognizedText, type RecognizedDump } from '../text/load/recognized';
import { productOf } from '../contract/product';
import { loadFailures } from '../text/load/load';

/**
 * Summarizes a dump for the load screen; reads no table data. Fails with `dump-incomplete` for a dump that is being
 * written and whose definitions are not complete.
 */
export async function summarize(path: DumpPath): Promise<DumpSummary> {
  return await summaryOf(path.folder, await openSourceAsItIs(path));
}

/**
 * Summarizes a dump, and reads the first rows of each table; `rows` is null for a few of files of rows, and none of other
 * dumps. Fails as {@link summarize} does; a table whose rows can’t be read says why.
 */
export async function readContents(path: DumpPath, rows: number | null): Promise<DumpContents> {
  const source = await openSourceAsItIs(path);
  const { whole: dump } = source;
  const wanted = rows ?? (dump.form === 'values' ? TERMINAL_ROWS : 0);
  const samples: TableSample[] = [];
  for (const table of wanted === 0 ? [] : tablesOf(dump))
    samples.push(await sampleOf(path.engine, dump, table, wanted));
  return { ...(await summaryOf(path.folder, source)), samples };
}

async function sampleOf(
  engine: DumpPath['engine'],
  dump: DumpFolder,
  table: DumpTable,
  limit: number,
): Promise<TableSample> {
  const place = {
    schema: table.schema,
    table: table.name,
    rowsInAll: table.rows ?? (table.bytes === 0 ? 0 : null),
  };
  try {
    const types = await typesIn(dump, table);
    const { columns, rows } = await readFirstRows(engine, dump, table, limit);
    return {
      ...place,
      columns,
      rows,
      types: columns.map((name) => types.get(name.toLowerCase()) ?? ''),
      failure: null,
    };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { ...place, columns: [], rows: [], types: [], failure: error.failure };
  }
}

/** Types of a table's columns, by name in small letters; none where the dump does not define it. */
async function typesIn(
  dump: DumpFolder,
  { stem, document }: DumpTable,
): Promise<ReadonlyMap<string, string>> {
  if (!document.includesDdl) return new Map();
  const script = splitScript(await readScript(dump, `${stem}.sql`));
  const text = script.map(tableTextIn).find((found) => found !== null) ?? null;
  return new Map(text === null ? [] : [...typesOf(text)].map(([name, type]) => [name.toLowerCase(), type]));
}

async function summaryOf(
  folder: string,
  { whole: dump, stillToCome }: Pick<DumpSource, 'whole' | 'stillToCome'>,
): Promise<DumpSummary> {
  const tables = tablesOf(dump);
  const chunks = tables.flatMap((table) => table.chunks);
  const storedBytes = chunks.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  return {
    folder,
    recognized: recognizedText.sentence(await recognizedOf(dump, storedBytes)),
    complete: dump.done !== null && dump.problems.length === 0,
    stillToCome,
    tool: dump.manifest.dumper,
    formatVersion: dump.manifest.version,
    serverVersion: dump.isLikelySource === true ? '' : dump.manifest.serverVersion,
    vendor: dump.vendor,
    begin: dump.manifest.begin,
    end: dump.done?.end ?? null,
    schemas: dump.schemas.map(summarizeSchema),
    accounts: (dump.manifest.users ?? []).map((account) => namesOf(account).name),
    dataBytes: tables.reduce<number | null>(
      (sum, { bytes, document }) => (document.includesData ? sumOf(sum, bytes) : sum),
      0,
    ),
    storedBytes,
    files: dump.files,
    lacks: dumpWarnings(dump),
    problems: dump.problems,
    remarks: dump.remarks,
    takesChoices: dump.values !== undefined,
    unknownStatements: firstStatements(dump),
  };
}

/** Says at once what {@link summarize} is going to read; null where that takes no longer. */
export async function glimpse({ folder, engine }: DumpPath): Promise<string | null> {
  const dump = await glimpseDump(folder, engine);
  if (dump === null) return null;
  const { serverVersion, compressions } = dump;
  const source = serverVersion === null ? null : productOf(serverVersion);
  return recognizedText.glimpse({ ...dump, source, compressions: namesOfPacking(compressions) });
}

/** Names that people know better. */
const PACKED_AS: Readonly<Partial<Record<string, string>>> = { deflate: 'zip' };

function namesOfPacking(compressions: Iterable<string>): readonly string[] {
  return [...compressions].flatMap((compression) =>
    compression === 'none' ? [] : (PACKED_AS[compression] ?? compression),
  );
}

async function recognizedOf(dump: DumpFolder, storedBytes: number): Promise<RecognizedDump> {
  const { form, manifest, schemas, files, isLikelySource = false } = dump;
  const tables = tablesOf(dump);
  const chunks = tables.flatMap((table) => table.chunks);
  const compressions = new Set(chunks.map(({ compression }) => compression));
  return {
    form,
    tool: manifest.dumper,
    source: isLikelySource ? null : productOf(manifest.serverVersion),
    schemas: schemas.length,
    tables: tables.length,
    views: schemas.reduce((sum, { views }) => sum + views.length, 0),
    storedBytes,
    files,
    compressions: namesOfPacking(compressions),
    checksums: await checksumsIn(dump, chunks),
  };
}

async function checksumsIn(
  dump: DumpFolder,
  chunks: readonly DumpChunk[],
): Promise<RecognizedDump['checksums']> {
  if (chunks.length > 0 && chunks.every(({ xxh64 }) => xxh64 !== null)) return 'known-form';
  if (dump.recordedChecksums?.tool !== 'mysql-shell') return 'none';
  // A damaged file of them is no reason to show nothing of the dump: what compares them refuses it.
  const form = await unknownFormOf(dump).catch(() => null);
  return form === null ? 'known-form' : 'unknown-form';
}

const MOST_STATEMENTS = 5;
const LONGEST_STATEMENT = 120;

function firstStatements({ statements = [] }: DumpFolder): DumpSummary['unknownStatements'] {
  const first = statements
    .slice(0, MOST_STATEMENTS)
    .map(({ line, text }) => ({ line, text: text.replace(/\s+/g, ' ').slice(0, LONGEST_STATEMENT) }));
  return { count: statements.length, first };
}

function sumOf(sum: number | null, bytes: number | null): number | null {
  return sum === null || bytes === null ? null : sum + bytes;
}

function summarizeSchema({ name, document, tables, views }: DumpSchema): DumpSummary['schemas'][number] {
  return {
    name,
    tables: tables.map((table) => ({
      name: table.name,
      rows: table.rows,
      bytes: table.bytes,
      chunks: table.chunks.length,
    })),
    views: views.map((view) => view.name),
    routines: document.functions.length + document.procedures.length,
    triggers: tables.reduce((sum, table) => sum + table.document.triggers.length, 0),
    events: document.events.length,
  };
}

/** Number of rows in the preview. */
const FIRST_ROWS = 50;
/** In a look at how files of values are read. */
const SAMPLE_ROWS = 12;
/** In a terminal. */
const TERMINAL_ROWS = 3;

/** Reads the first rows of one table of a dump; fails with `unknown-table` where the dump has no such table. */
export async function firstRowsOf(path: DumpPath, schema: string, table: string): Promise<FirstRows> {
  const { whole: dump } = await openSourceAsItIs(path);
  const found = tablesOf(dump).find((candidate) => candidate.schema === schema && candidate.name === table);
  if (found === undefined) throw loadFailures.noTable({ table: `${schema}.${table}` });
  return await readFirstRows(path.engine, dump, found, FIRST_ROWS);
}

/** Reads files of values with some choices; fails with `usage` for a choice that does not fit them. */
export async function readValues(path: DumpPath, wanted: DumpTablePlace | null): Promise<ValuesReading> {
  const { whole: dump } = await openSourceAsItIs(path);
  const { values = [] } = dump;
  const tables = values.map(({ schema, table }) => ({ schema, table }));
  const shown =
    values.find(({ schema, table }) => schema === wanted?.schema && table === wanted.table) ?? values[0];
  const found = tablesOf(dump).find(({ schema, name }) => schema === shown?.schema && name === shown.table);
  if (shown === undefined || found === undefined) throw loadFailures.noValues();
  const { columns, rows } = await readFirstRows(path.engine, dump, found, SAMPLE_ROWS);
  return {
    tables,
    shown: {
      ...{ schema: shown.schema, table: shown.table, reading: shown.reading, columns, rows },
      types: columns.map((column) => shown.types.get(column) ?? ''),
      rowsInAll: found.rows ?? rows.length,
    },
    problems: dump.problems,
    warnings: dump.warnings ?? [],
  };
}
