import { lackWarnings } from '../text/coverage';
import type { DumpSummary, FirstRows } from '../contract/runs/dump-folder';
import { namesOf } from '../format/sql/accounts-script';
import { readFirstRows } from '../format/read/first-rows';
import { tablesOf, type DumpSchema } from '../format/read/dump';
import { openSourceAsItIs, type DumpPath } from './dump-source/open';
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
  return {
    folder,
    complete: dump.done !== null && dump.problems.length === 0,
    stillToCome,
    tool: dump.manifest.dumper,
    formatVersion: dump.manifest.version,
    serverVersion: dump.manifest.serverVersion,
    vendor: dump.vendor,
    begin: dump.manifest.begin,
    end: dump.done?.end ?? null,
    schemas: dump.schemas.map(summarizeSchema),
    accounts: (dump.manifest.users ?? []).map((account) => namesOf(account).name),
    dataBytes: tables.reduce<number | null>(
      (sum, { bytes, document }) => (document.includesData ? sumOf(sum, bytes) : sum),
      0,
    ),
    storedBytes: chunks.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    files: dump.files,
    lacks: lackWarnings(dump.lacks),
    problems: dump.problems,
    remarks: dump.remarks,
  };
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

/** Reads the first rows of one table of a dump; fails with `unknown-table` where the dump has no such table. */
export async function firstRowsOf(path: DumpPath, schema: string, table: string): Promise<FirstRows> {
  const { whole: dump } = await openSourceAsItIs(path);
  const found = tablesOf(dump).find((candidate) => candidate.schema === schema && candidate.name === table);
  if (found === undefined) throw loadFailures.noTable({ table: `${schema}.${table}` });
  return await readFirstRows(path.engine, dump, found, FIRST_ROWS);
}
