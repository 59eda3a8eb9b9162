import { dumpWarnings } from '../text/coverage';
import type { DumpSummary, DumpTablePlace, FirstRows, ValuesReading } from '../contract/runs/dump-folder';
import { namesOf } from '../format/sql/accounts-script';
import { glimpseDump } from '../format/formats';
import { readFirstRows } from '../format/read/first-rows';
import { tablesOf, type DumpFolder, type DumpSchema } from '../format/read/dump';
import { openSourceAsItIs, type DumpPath } from './dump-source/open';
import { recognizedText, type RecognizedDump } from '../text/load/recognized';
import { productOf } from '../contract/product';
import { loadFailures } from '../text/load/load';

/**
 * Summarizes a dump for the load screen; reads no table data. Fails with `dump-incomplete` for a dump that is being
 * written and whose definitions are not complete.
 */
export async function summarize(path: DumpPath): Promise<DumpSummary> {
  const { folder } = path;
  const { whole: dump, stillToCome } = await openSourceAsItIs(path);
  const tables = tablesOf(dump);
  const chunks = tables.flatMap((table) => table.chunks);
  const storedBytes = chunks.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  return {
    folder,
    recognized: recognizedText.sentence(recognizedOf(dump, storedBytes)),
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

function recognizedOf(dump: DumpFolder, storedBytes: number): RecognizedDump {
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
    hasChecksums: chunks.length > 0 && chunks.every(({ xxh64 }) => xxh64 !== null),
  };
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
