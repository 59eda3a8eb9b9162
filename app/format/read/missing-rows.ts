import { folderText } from '../../text/format/folder';
import { writtenBySluice } from './compatibility';
import { tablesOf, type DumpFolder, type DumpTable } from './dump';

/** Maximum number of tables that a sentence names. */
const MOST_NAMED = 5;

/** The tables of a dump that was never finished whose rows are not all there; null where nothing tells: another tool's. */
export function tablesWithoutRows(dump: DumpFolder): readonly DumpTable[] | null {
  if (!writtenBySluice(dump.manifest.dumper)) return null;
  return tablesOf(dump).filter(({ document, rows }) => document.includesData && rows === null);
}

/** Describes which rows of an unfinished dump exist and which are missing, as a sentence to append; else empty. */
export function describeMissing(dump: DumpFolder): string {
  const missing = tablesWithoutRows(dump);
  if (missing === null) return '';
  const all = tablesOf(dump).length;
  if (missing.length === 0) return folderText.allRowsThere;
  const named = missing.slice(0, MOST_NAMED).map(({ schema, dumpedName }) => `${schema}.${dumpedName}`);
  return folderText.rowsMissing({ all, missing: missing.length, named });
}
