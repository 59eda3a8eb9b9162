import { parseDefinition } from '../catalog/definition/definition';
import type { ControlSession } from '../catalog/session/control-session';
import type { Endpoint } from '../catalog/connect/endpoint';
import { readCreateTable } from '../catalog/objects/objects';
import { meaningOf } from '../catalog/definition/same-definition';
import type { Addon } from '../engine/addon';
import type { RunHooks } from '../engine/hooks';
import type { EngineDumpTable } from '../engine/specs';
import { formOf } from '../format/decoders';
import { writtenBySluice } from '../format/documents';
import { versionsOf } from '../format/row-versions';
import { checksumText } from '../text/checksums';
import type { FilesRead } from './dump-files';
import { chunkRanges, type ChunkRange } from './locate';
import type { PassHooks } from './progress';
import { planReading, quiet, checksumOnServer, type ReadingPlan, type SummedTable } from './server';
import { areEqual, NO_ROWS, checksumOf, together, type Checksums, type TableChecksum } from './totals';
import { isComputedByServer, otherZoneOf, type DumpFolder, type DumpTable } from '../format/read/dump';

export interface ComparisonRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** A session on the same server. */
  readonly session: ControlSession;
  readonly dump: DumpFolder;
  readonly tables: readonly ComparedTable[];
  /** Results of reading the dump's files, by position among the tables. */
  readonly files: ReadonlyMap<number, FilesRead>;
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** A table of the dump and its place on the server. */
export interface ComparedTable {
  readonly dump: DumpTable;
  readonly schema: string;
  readonly name: string;
}

/** A chunk of the dump whose rows differ on the server. */
export interface DifferingRange extends Pick<ChunkRange, 'chunk' | 'from' | 'before'> {
  readonly found: TableChecksum;
}

export type ChecksumFinding =
  | { readonly kind: 'equal'; readonly checksum: TableChecksum }
  | {
      readonly kind: 'different';
      readonly dumped: TableChecksum;
      readonly found: TableChecksum;
      /** Empty where the rows can't be located. */
      readonly ranges: readonly DifferingRange[];
    }
  /** `reason` is a sentence. */
  | { readonly kind: 'not-comparable'; readonly reason: string };

/**
 * Reads the rows of these tables again on the server, with all lanes, and compares their checksums with those of the
 * dump's files; where they differ, chunk by chunk. Equal checksums prove equal values. Different ones count against the
 * server only where the dump's text of a value is the only text it can have there: not where another tool wrote it,
 * where the server's column has another type than the source's, or where MySQL's JSON may have changed types on its way
 * through text. The findings are in the order of the tables.
 *
 * @param passHooks hooks of the pass over all rows; reading single chunks again shows in the log only
 */
export async function compareChecksums(
  request: ComparisonRequest,
  hooks: RunHooks,
  passHooks: PassHooks,
): Promise<readonly ChecksumFinding[]> {
  const { tables, files, session } = request;
  const plans = await planReading(session, tables.map(summedTable));
  const parts = plans.flatMap(partsOf);
  const tableOf = plans.flatMap((plan, at) => partsOf(plan).map(({ id }) => [id, at] as const));
  const checksums = await checksumOnServer({ ...request, parts }, passHooks(new Map(tableOf)));
  const compared = tables.map((table, at) => compareTable(table, plans[at], files.get(at), checksums));
  const findings: ChecksumFinding[] = [];
  for (const [at, table] of tables.entries()) {
    const found = compared[at] ?? { kind: 'not-comparable', reason: checksumText.notRead };
    findings.push(found.kind === 'different' ? await explain(request, table, found, hooks) : found);
  }
  return findings;
}

function partsOf(plan: ReadingPlan): readonly EngineDumpTable[] {
  return plan.kind === 'readable' ? plan.parts : [];
}

/** A difference that has not been located yet. */
interface Difference extends Omit<Extract<ChecksumFinding, { kind: 'different' }>, 'ranges'> {
  readonly files: FilesRead;
  readonly parts: readonly EngineDumpTable[];
}

type Compared = Exclude<ChecksumFinding, { kind: 'different' }> | Difference;

function summedTable({ dump, schema, name }: ComparedTable): SummedTable {
  return {
    schema,
    name,
    versions: versionsOf(dump),
    columns: dump.document.options.columns.map((column) => ({
      name: column,
      form: formOf(dump.document, column),
    })),
  };
}

export function compareTable(
  { dump }: ComparedTable,
  plan: ReadingPlan | undefined,
  files: FilesRead | undefined,
  checksums: Checksums,
): Compared {
  if (plan === undefined || plan.kind === 'missing')
    return { kind: 'not-comparable', reason: checksumText.tableMissing };
  if (plan.kind === 'other-column')
    return { kind: 'not-comparable', reason: checksumText.columnInOtherForm(plan.column) };
  if (dump.isFilledByTriggers === true)
    return { kind: 'not-comparable', reason: checksumText.filledByTriggers };
  if (dump.chunks.some(isComputedByServer))
    return { kind: 'not-comparable', reason: checksumText.computedByServer };
  if (dump.chunks.some((chunk) => otherZoneOf(chunk)?.kind === 'named'))
    return { kind: 'not-comparable', reason: checksumText.timesOfOtherZone };
  const dumped = files === undefined ? null : dumpChecksum(dump, files);
  if (dumped === null || files === undefined)
    return { kind: 'not-comparable', reason: checksumText.rowsInOtherDialect };
  const found = checksums.of(plan.parts);
  if (areEqual(dumped, found)) return { kind: 'equal', checksum: found };
  return { kind: 'different', dumped, found, files, parts: plan.parts };
}

/** Adds up the checksums of a table's chunks; null where a chunk has none. */
function dumpChecksum({ chunks }: DumpTable, { rows, bytes, checksums }: FilesRead): TableChecksum | null {
  if (checksums.length !== chunks.length || checksums.includes(null)) return null;
  const checksum = checksums
    .map((digits) => ({ ...NO_ROWS, checksum: checksumOf(digits ?? '0') }))
    .reduce(together, NO_ROWS);
  return { ...checksum, rows, bytes };
}

async function explain(
  request: ComparisonRequest,
  table: ComparedTable,
  difference: Difference,
  hooks: RunHooks,
): Promise<ChecksumFinding> {
  const { dumped, found, files, parts } = difference;
  const excuse = await textDifferenceReason(request, table);
  if (excuse !== null) return { kind: 'not-comparable', reason: checksumText.checksumsDiffer(excuse) };
  const ranges = await findDifferingRanges(request, { table, files, parts }, hooks);
  return { kind: 'different', dumped, found, ranges };
}

/** Explains why the same value may have another text on the server than in the dump; null where it may not. */
async function textDifferenceReason(
  { dump, session }: ComparisonRequest,
  { dump: { definition, document }, schema, name }: ComparedTable,
): Promise<string | null> {
  if (!writtenBySluice(dump.manifest.dumper) || definition === null) return checksumText.writtenByOtherTool;
  const now = await readCreateTable(session, schema, name);
  return excuseBetween(definition.createTable, now, document.options.columns);
}

/**
 * Explains why values of these columns may differ in text, from their definitions in the source and now; null where
 * they may not. Pure.
 */
export function excuseBetween(dumped: string, there: string, columns: readonly string[]): string | null {
  const [source, now] = [columnLines(dumped), columnLines(there)];
  const other = columns.find((column) => now.get(column) !== source.get(column));
  if (other !== undefined) return checksumText.columnConverted(other);
  const json = columns.find((column) => / json\b/i.test(now.get(column)?.slice(column.length) ?? ''));
  return json === undefined ? null : checksumText.jsonTypesChanged(json);
}

/** Returns the normalized definition of each column, by name. */
export function columnLines(createTable: string): ReadonlyMap<string, string> {
  const lines = parseDefinition(meaningOf(createTable)).columns;
  return new Map(
    lines.map((line) => [(/^`((?:[^`]|``)+)`/.exec(line)?.[1] ?? '').replace(/``/g, '`'), line] as const),
  );
}

interface Lookup {
  readonly table: ComparedTable;
  readonly files: FilesRead;
  readonly parts: readonly EngineDumpTable[];
}

async function findDifferingRanges(
  request: ComparisonRequest,
  { table, files, parts }: Lookup,
  hooks: RunHooks,
): Promise<readonly DifferingRange[]> {
  const ranges = chunkRanges(table.dump, parts);
  if (ranges === null) return [];
  let nextId = 0;
  const read = ranges.map((range) => ({
    ...range,
    parts: range.parts.map((part) => ({ ...part, id: nextId++ })),
  }));
  const readParts = read.flatMap((range) => range.parts);
  const checksums = await checksumOnServer({ ...request, parts: readParts }, quiet(hooks));
  return differingRanges(read, files, checksums);
}

/** Returns the chunks' ranges in which the server's rows differ from the chunk's. Pure. */
export function differingRanges(
  ranges: readonly ChunkRange[],
  files: Pick<FilesRead, 'checksums'>,
  checksums: Checksums,
): readonly DifferingRange[] {
  return ranges.flatMap(({ chunk, from, before, parts }, at) => {
    const found = checksums.of(parts);
    const isSame =
      found.checksum === checksumOf(files.checksums[at] ?? '0') && (chunk.rows ?? found.rows) === found.rows;
    return isSame ? [] : [{ chunk, from, before, found }];
  });
}
