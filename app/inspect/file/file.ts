import type { IndexLayout, Inspection, TableLayout } from '../../contract/pages/inspection';
import type { FilePicture, PicturedInspection } from '../../contract/pages/page-picture';
import type { Addon } from '../../engine/addon';
import type { Cancellation } from '../../engine/cancellation';
import type { EngineFileReport, EngineInspectSpec } from '../../engine/tablespace';
import { EngineWaiter } from '../../engine/wait';
import { fileNotes, toFileLayout, toIndexLayout, type IndexPlace } from '../layout';
import { toFilePicture } from '../picture';
import { namesInFile, type NamedIndex } from './sdi';
import { inspectFailures, inspectText } from '../../text/inspect';

/** Engine and options for reading files. */
export interface FileReader {
  readonly engine: Addon;
  readonly threads: number;
  readonly cancellation: Cancellation;
  /** Extra results of every reading; none by default. */
  readonly wishes?: ReadingOptions;
}

/** Results of a reading besides its figures: see {@link EngineInspectSpec}. */
export type ReadingOptions = Partial<
  Pick<EngineInspectSpec, 'checksums' | 'maxCells' | 'maxPoints' | 'list'>
>;

/**
 * Reads a tablespace file, on threads of the engine. Fails with `not-a-tablespace`, `tablespace-damaged`,
 * `page-size-unsupported`, `file-failed`, or `cancelled`.
 */
export async function readTablespace(
  { engine, threads, cancellation, wishes: always = {} }: FileReader,
  path: string,
  wishes: ReadingOptions = always,
): Promise<EngineFileReport> {
  const waiter = new EngineWaiter();
  const reports: EngineFileReport[] = [];
  const spec = { path, threads, checksums: true, maxCells: 0, maxPoints: 0, list: null, ...wishes };
  const job = engine.startInspect(
    spec,
    waiter.sink(({ events }) => {
      for (const event of events) if (event.kind === 'file-inspected') reports.push(event.report);
    }),
  );
  const stopListening = cancellation.onCancel(() => job.cancel());
  try {
    await waiter.finished();
  } finally {
    stopListening();
  }
  const [report] = reports;
  if (report === undefined) throw inspectFailures.noReport();
  return report;
}

/** Inspects one file without its server: its indexes have names only where the file contains them. */
export async function inspectFile(reader: FileReader, path: string): Promise<Inspection> {
  return toInspection({}, [await inspectedFile(reader, path)]);
}

/** Inspects one file, with the requested pictures. */
export async function pictureFile(reader: FileReader, path: string): Promise<PicturedInspection> {
  return toPictured({}, await inspectedFile(reader, path));
}

async function inspectedFile(reader: FileReader, path: string): Promise<InspectedTable> {
  const report = await readTablespace(reader, path);
  const names = namesInFile(report.documents);
  const isNamed = report.indexes.some(({ indexId }) => names.has(indexId));
  const table: TableLayout = {
    tier: 'file',
    source: inspectText.fileSource(path),
    coverage: inspectText.wholeFile,
    pagesSeen: report.pages,
    pagesInAll: report.pages,
    notes: [
      ...fileNotes(report),
      ...namedTables(report, names),
      ...(report.indexes.length > 0 && !isNamed ? [inspectText.indexesUnnamed] : []),
    ],
    files: [toFileLayout(path, undefined, report)],
  };
  return {
    table,
    indexes: report.indexes.map((index) => toIndexLayout(index, placeOf(names.get(index.indexId)))),
    pictures: [toFilePicture(null, report)],
  };
}

/** Notes the tables that the file names as its own: names from the time of writing, which may have changed since. */
function namedTables(
  { indexes }: EngineFileReport,
  names: ReadonlyMap<number, NamedIndex>,
): readonly string[] {
  const named = indexes.flatMap(({ indexId }) => names.get(indexId) ?? []);
  return named.length === 0 ? [] : [inspectText.tablesInFile(named)];
}

function placeOf(named: NamedIndex | undefined): IndexPlace {
  return named === undefined ? {} : { name: named.name };
}

/** One table's part of an inspection. */
export interface InspectedTable {
  readonly table: TableLayout;
  /** The clustered index first. */
  readonly indexes: readonly IndexLayout[];
  /** Pictures of each of its files; absent where no file was read. */
  readonly pictures?: readonly FilePicture[];
}

export function toPictured(
  server: Pick<Inspection, 'server'>,
  inspected: InspectedTable,
): PicturedInspection {
  return { inspection: toInspection(server, [inspected]), pictures: inspected.pictures ?? [] };
}

export function toInspection(
  server: Pick<Inspection, 'server'>,
  inspected: readonly InspectedTable[],
): Inspection {
  return {
    type: 'inspection',
    version: 1,
    takenAt: new Date().toISOString(),
    ...server,
    indexes: inspected.flatMap(({ indexes }) => indexes),
    tables: inspected.map(({ table }) => table),
  };
}
