import type { MissingRows } from '../../text/format/folder';
import { writtenBySluice } from './compatibility';
import { tablesOf, type DumpFolder, type DumpTable } from './dump';

/** Maximum number of tables that a sentence names. */
const MOST_NAMED = 5;

/** The tables of a dump that was never finished whose rows are not all there; null where nothing tells: another tool's. */
export function tablesWithoutRows(dump: DumpFolder): readonly DumpTable[] | null {
  if (!writtenBySluice(dump.manifest.dumper)) return null;
  return tablesOf(dump).filter(({ document, rows }) => document.includesData && rows === null);
}

/** Counts the tables of an unfinished dump whose rows are missing and names the first; null where nothing tells. */
export function missingRowsOf(dump: DumpFolder): MissingRows | null {
  const missing = tablesWithoutRows(dump);
  if (missing === null) return null;
  return {
    all: tablesOf(dump).length,
    missing: missing.length,
    named: missing.slice(0, MOST_NAMED).map(({ schema, dumpedName }) => `${schema}.${dumpedName}`),
  };
}
