import type { Failure } from '../../contract/failure';
import type { DumpContents, DumpSummarySchema, TableSample } from '../../contract/runs/dump-folder';
import { resultText } from '../../text/cli/result';
import { inspectDumpHelp as words } from '../../text/cli/help/pages/inspect-dump';
import { aligned, figuresBehindNames } from './aligned';
import { failureLines } from './lines';
import { singleLine } from './printable';

/** Lines that the terminal shows of a dump's contents. Pure. */
export function dumpSummaryLines(dump: DumpContents): readonly string[] {
  return [
    dump.recognized,
    ...(dump.begin === '' ? [] : [words.dumped(dump.begin, dump.end)]),
    ...(dump.stillToCome === null ? [] : [words.stillWritten(dump.stillToCome)]),
    ...dump.schemas.flatMap(schemaLines),
    ...dump.samples.flatMap(sampleLines),
    ...list(words.accounts(dump.accounts.length), dump.accounts),
    ...list(words.remarks, dump.remarks),
    ...list(words.unknown(dump.unknownStatements.count), dump.unknownStatements.first.map(words.statement)),
    ...failures(resultText.warning, dump.lacks),
    ...failures(resultText.error, dump.problems),
  ];
}

function schemaLines({
  name,
  tables,
  views,
  routines,
  triggers,
  events,
}: DumpSummarySchema): readonly string[] {
  const objects = [
    ...(views.length === 0 ? [] : [words.views(views.length)]),
    ...(routines === 0 ? [] : [words.routines(routines)]),
    ...(triggers === 0 ? [] : [words.triggers(triggers)]),
    ...(events === 0 ? [] : [words.events(events)]),
  ];
  const cells = tables.map((table) => [table.name, words.rows(table.rows), words.bytes(table.bytes)]);
  return ['', words.schema(name, objects), ...setIn(aligned(cells, figuresBehindNames))];
}

/** Longest value that is shown. */
const VALUE_WIDTH = 28;

/** Columns stand below each other: their types are seen, and a table of many stays within the terminal. */
function sampleLines({
  schema,
  table,
  columns,
  types,
  rows,
  rowsInAll,
  failure,
}: TableSample): readonly string[] {
  const name = `${schema}.${table}`;
  if (failure !== null) return ['', words.noSample(name, failure.message)];
  if (rows.length === 0) return ['', rowsInAll === 0 ? words.noRows(name) : words.noneShown(name)];
  const hasTypes = types.some((type) => type !== '');
  const cells = columns.map((column, at) => [
    column,
    ...(hasTypes ? [types[at] ?? ''] : []),
    ...rows.map((row) => shownValue(row[at] ?? null)),
  ]);
  return ['', words.sample(name, rows.length), ...setIn(aligned(cells, () => 'left'))];
}

function setIn(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function shownValue(value: string | null): string {
  if (value === null) return 'NULL';
  const line = singleLine(value);
  return line.length > VALUE_WIDTH ? `${line.slice(0, VALUE_WIDTH - 1)}…` : line;
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...setIn(lines)];
}

function failures(label: string, found: readonly Failure[]): readonly string[] {
  return found.flatMap((failure) => ['', ...failureLines(label, failure)]);
}
