import type { WrittenFormat } from '../contract/dump-output';
import type { EngineExport } from '../engine/addon';
import { assertMemory, withJob } from '../engine/job';
import type { EngineExportTable } from '../engine/specs';
import { steadyNow } from '../engine/steady-clock';
import { NO_TABLES } from '../format/format';
import { mayHoldBackslash } from '../format/encoded-text';
import { openDump } from '../format/formats';
import {
  firesTriggers,
  isComputedByServer,
  otherZoneOf,
  tablesOf,
  type DumpFolder,
  type DumpTable,
} from '../format/read/dump';
import { assertWhole } from '../format/read/reader';
import { convertFailures } from '../text/convert';
import { dumpWarnings } from '../text/coverage';
import { chosenDump, leftOutOf, type ChosenDump } from './chosen-dump';
import { CountedRows } from './counted-rows';
import { NewOutput } from './output';
import type { ConvertHooks, ConvertReport, RowsOfOutput } from './report';
import { rowFormatOf, type ConvertRequest } from './request';
import { notCarried, withAccountsOfWhole } from './shell/left-out';
import { writeDumpFolder } from './shell/write';
import { writtenFor } from './written-for';
import { planOf, type ConversionPlan } from './plan';

/**
 * Writes a dump in another format. All its chunks are compared with what is recorded of them; a file or folder appears
 * when all is whole, and a failure leaves nothing.
 */
export async function convert(request: ConvertRequest, hooks: ConvertHooks): Promise<ConvertReport> {
  const { place, engine } = request;
  assertMemory(request);
  const begunAt = steadyNow();
  const output = place.kind === 'path' ? await NewOutput.begin(place.path) : null;
  try {
    const whole = await openDump(request.dump, engine, request.input, NO_TABLES);
    const chosen = chosenDump(whole, request.selection);
    assertWhole(chosen);
    assertNeedsNoServer(chosen, request);
    const { dump, notices } =
      request.destination === null
        ? { dump: chosen, notices: [] }
        : await writtenFor(chosen, request.destination);
    const tables = tablesOf(dump);
    hooks.opened({ tables: tables.length, rows: recordedRows(dump) });
    const {
      kind,
      notices: lacking,
      rows,
      storedBytes,
      memoryPeakBytes,
    } = await write(request, dump, output, hooks);
    hooks.cancellation.throwIfCancelled();
    await output?.publish(kind, engine);
    return {
      tables: tables.length,
      ...{ rows, storedBytes, memoryPeakBytes },
      seconds: (steadyNow() - begunAt) / 1000,
      threads: request.threads,
      notices: [...dump.remarks, ...leftOutOf(whole, dump), ...notices, ...lacking],
      warnings: dumpWarnings(dump),
    };
  } catch (error) {
    await output?.discard();
    throw error;
  }
}

/** Refuses a dump of which a part is known to a server alone. */
function assertNeedsNoServer(dump: DumpFolder, { format }: Pick<ConvertRequest, 'format'>): void {
  const [statement] = dump.statements ?? [];
  if (statement !== undefined) throw convertFailures.unknownStatement(statement);
  const fired = tablesOf(dump).find(firesTriggers);
  if (fired !== undefined) {
    const { schema, name, firesTriggers: [trigger = ''] = [] } = fired;
    const table = `${schema}.${name}`;
    throw convertFailures.firedTriggers({ table, schema, trigger }, { table });
  }
  const computed = tablesOf(dump).find(({ chunks }) => chunks.some(isComputedByServer));
  if (computed !== undefined) {
    const table = `${computed.schema}.${computed.name}`;
    throw convertFailures.computedRows({ table }, { table });
  }
  // Statements, and a dump folder, can say which character set the bytes of a text are in.
  if (format !== 'shell' && rowFormatOf(format) !== 'sql') assertTextsInUtf8(dump);
  for (const { schema, name, chunks } of tablesOf(dump)) assertTimesInUtc(`${schema}.${name}`, chunks);
}

function assertTextsInUtf8(dump: DumpFolder): void {
  for (const { schema, name, chunks } of tablesOf(dump)) {
    const charset = chunks.map(({ part }) => part?.charset ?? '').find(mayHoldBackslash);
    const table = `${schema}.${name}`;
    if (charset !== undefined) throw convertFailures.textsOfServer({ table, charset }, { table });
  }
}

/** All that is written says UTC. */
function assertTimesInUtc(table: string, chunks: DumpTable['chunks']): void {
  for (const chunk of chunks) {
    const found = otherZoneOf(chunk);
    if (found?.kind === 'named') throw convertFailures.otherZone({ table, zone: found.zone }, { table });
    if (found !== null) throw convertFailures.unknownZone({ table }, { table });
  }
}

function recordedRows(dump: DumpFolder): number | null {
  return tablesOf(dump).reduce<number | null>(
    (sum, { rows }) => (sum === null || rows === null ? null : sum + rows),
    0,
  );
}

type Written = RowsOfOutput & {
  readonly kind: 'file' | 'folder';
  /** Parts of the dump that the output does not hold, in sentences. */
  readonly notices: readonly string[];
};

/** Writes all of a dump to its output, which has not got its name yet. */
async function write(
  { format, ...request }: ConvertRequest,
  dump: ChosenDump,
  output: NewOutput | null,
  hooks: ConvertHooks,
): Promise<Written> {
  if (format === 'shell') {
    if (output === null) throw convertFailures.needsFolder({ format });
    const { whole, notices } = withAccountsOfWhole(dump, request.selection);
    const written = await writeDumpFolder(request, whole, output.folder, hooks);
    return { ...written, kind: 'folder', notices: [...notices, ...notCarried(dump)] };
  }
  const plan = planOf({ ...request, format }, dump, output);
  const written = await writeRows({ ...request, format }, { dump, plan, output }, hooks);
  await output?.add(plan.lastFiles(written.rowsOf), request.engine);
  return { ...written, kind: plan.kind, notices: plan.notices() };
}

interface Writing {
  readonly dump: ChosenDump;
  readonly plan: ConversionPlan;
  readonly output: NewOutput | null;
}

type RowsRequest = ConvertRequest & { readonly format: WrittenFormat };

/** Writes all that holds rows, and compares the rows of each table with those that are recorded. */
async function writeRows(
  { engine, place, format, compression, csv, threads, memoryLimitBytes }: RowsRequest,
  { dump, plan, output }: Writing,
  hooks: ConvertHooks,
): Promise<RowsOfOutput> {
  const rowsOf = new CountedRows();
  let [storedBytes, memoryPeakBytes] = [0, 0];
  return await withJob<EngineExport, RowsOfOutput>(hooks, {
    start: (sink) =>
      engine.startExport(
        {
          directory: dump.directory,
          lanes: threads,
          memoryLimitBytes,
          format: rowFormatOf(format),
          compression,
          ...csv,
          descriptor: place.kind === 'descriptor' ? place.descriptor : null,
        },
        sink,
      ),
    take: ({ events, progress }) => {
      for (const event of events) if (event.kind === 'table-exported') rowsOf.add(event.table, event.rows);
      if (progress !== null) ({ storedBytes, memoryPeakBytes } = progress);
    },
    use: async (job, waiter) => {
      const parts: EngineExportTable[] = [];
      for await (const part of plan.parts()) {
        hooks.cancellation.throwIfCancelled();
        const table = { ...part, id: parts.length };
        parts.push(table);
        job.addTables([table]);
      }
      job.seal();
      await output?.add(plan.files(), engine);
      await waiter.finished();
      rowsOf.settle(dump, parts);
      return {
        rowsOf: (schema, table) => rowsOf.of(schema, table),
        rows: rowsOf.all,
        storedBytes,
        memoryPeakBytes,
      };
    },
  });
}
