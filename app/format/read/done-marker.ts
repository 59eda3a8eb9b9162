import type { Failure } from '../../contract/failure';
import { byName } from '../../contract/by-name';
import { damageFailures, type MarkedFigure } from '../../text/format/damage';
import type { Done } from '../documents';
import { DONE_FILE } from '../names';
import type { DumpTable } from './dump';

/**
 * Differences between the done marker and the records made when the data was written: one of the two was changed since,
 * or belongs to another dump. Without recorded facts there is only the marker, and nothing to compare.
 */
export function markerProblems(done: Done, tables: readonly DumpTable[]): readonly Failure[] {
  const namesChunks = isSealed(done) || Object.keys(done.chunkFileBytes).length > 0;
  const recorded = tables.filter(({ chunks }) => chunks.length > 0 && chunks.every(isRecorded));
  const problems = recorded.flatMap((table) => [
    ...tableProblems(done, table),
    ...(namesChunks ? chunkProblems(done, table) : []),
  ]);
  const withData = tables.filter(({ document }) => document.includesData);
  if (recorded.length === 0 || recorded.length < withData.length) return problems;
  const bytes = recorded.reduce((sum, table) => sum + (table.bytes ?? 0), 0);
  return [
    ...problems,
    ...missingFigures(done, [done.dataBytes], 'all-tables'),
    ...differences(done.dataBytes, bytes, { kind: 'bytes-of-all' }),
  ];
}

/** The marker's figure for a table; null where it has none. */
export function ofTable(
  figures: Done['tableRows'] | undefined,
  schema: string,
  table: string,
): number | null {
  const tables = byName(figures ?? {}, schema);
  return tables === undefined ? null : (byName(tables, table) ?? null);
}

function tableProblems(done: Done, table: DumpTable): readonly Failure[] {
  const { schema, name, rows, bytes } = table;
  const [markedRows, markedBytes] = [done.tableRows, done.tableDataBytes].map(
    (figures) => ofTable(figures, schema, name) ?? undefined,
  );
  return [
    ...missingFigures(done, [markedRows, markedBytes], 'table', nameOf(table)),
    ...differences(markedRows, rows, { kind: 'rows-of-table' }, nameOf(table)),
    ...differences(markedBytes, bytes, { kind: 'bytes-of-table' }, nameOf(table)),
  ];
}

/** The marker of a Sluice that seals its facts says all figures. */
const isSealed = ({ sluiceFacts }: Done): boolean => sluiceFacts !== undefined;

function missingFigures(
  done: Done,
  figures: readonly (number | undefined)[],
  of: 'all-tables' | 'table',
  table?: string,
): readonly Failure[] {
  if (!isSealed(done) || !figures.includes(undefined)) return [];
  return [damageFailures.figuresMissing({ file: DONE_FILE, of }, { chunk: DONE_FILE, table }).failure];
}

function chunkProblems(done: Done, table: DumpTable): readonly Failure[] {
  return table.chunks.flatMap(({ file, bytes }) => {
    const marked = byName(done.chunkFileBytes, file);
    if (marked === undefined) {
      const place = { chunk: DONE_FILE, table: nameOf(table) };
      return [damageFailures.chunkNotMarked({ marker: DONE_FILE, file }, place).failure];
    }
    return differences(marked, bytes, { kind: 'bytes-of-file', file }, nameOf(table));
  });
}

function differences(
  marked: number | undefined,
  recorded: number | null,
  figure: MarkedFigure,
  table?: string,
): readonly Failure[] {
  if (marked === undefined || marked === recorded) return [];
  const values = { marker: DONE_FILE, marked, figure, recorded };
  return [damageFailures.figureDiffers(values, { chunk: DONE_FILE, table }).failure];
}

const isRecorded = ({ xxh64 }: DumpTable['chunks'][number]): boolean => xxh64 !== null;

const nameOf = ({ schema, name }: DumpTable): string => `${schema}.${name}`;
