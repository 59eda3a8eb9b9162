import { dumpWarnings } from '../text/coverage';
import type { InputChoices } from '../contract/commands/input';
import type { Failure } from '../contract/failure';
import { DEFAULT_MEMORY_LIMIT_BYTES, LOAD_DEFAULTS } from '../contract/runs/options';
import type { Check, TableVerdict } from '../contract/runs/result';
import type { Addon } from '../engine/addon';
import { toFailure } from '../engine/failures';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { assertMemory } from '../engine/job';
import { type DumpFolder, type DumpTable } from '../format/read/dump';
import { missingRowsOf } from '../format/read/documents';
import { openDump } from '../format/formats';
import { scopeOfLoad } from '../format/select';
import { verifyFailures, verifyText } from '../text/verify';
import { readDataFiles, type FilesRead } from '../checksums/dump-files';
import { indexProblems } from './chunk-indexes';

export interface VerifyRequest {
  readonly engine: Addon;
  /** The dump's folder, absolute. */
  readonly folder: string;
  /** Choices about files of values. */
  readonly input?: InputChoices | undefined;
  readonly threads: number;
  /** Default: {@link DEFAULT_MEMORY_LIMIT_BYTES}. */
  readonly memoryLimitBytes?: number;
}

/**
 * Reads every data file of a dump again and compares digests, bytes and rows with what was recorded when it was
 * written. Damage does not stop it: the report says exactly what is intact and what is not.
 */
export async function verify(request: VerifyRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  const { threads, memoryLimitBytes = DEFAULT_MEMORY_LIMIT_BYTES } = request;
  assertMemory({ threads, memoryLimitBytes });
  const dump = await openDump(request.folder, request.engine, request.input);
  const tables = dump.schemas.flatMap((schema) => schema.tables);
  hooks.stage('verify');
  const scope = scopeOf(dump);
  if (scope !== null) hooks.log('info', scope);
  hooks.tables(
    tables.map(({ schema, name, rows }) => ({ schema, table: name, partition: null, rowsExpected: rows })),
  );
  const verified = await readDataFiles(
    { ...request, directory: dump.directory, tables, memoryLimitBytes },
    hooks,
  );
  const indexes = new Map<DumpTable, readonly Failure[]>();
  for (const table of tables) indexes.set(table, await indexProblems(dump, table));
  hooks.stage('finish');
  return verifyReport(dump, tables, { verified, indexes });
}

/** Describes the dump's content; null where damage prevents it, which is reported at the end. */
function scopeOf(dump: DumpFolder): string | null {
  try {
    return scopeOfLoad(dump, { ...LOAD_DEFAULTS, users: ['%'] });
  } catch (error) {
    if (dump.problems.length === 0) throw error;
    return null;
  }
}

/** Results of reading again, by the table's number and by the table. */
interface Found {
  readonly verified: ReadonlyMap<number, FilesRead>;
  readonly indexes: ReadonlyMap<DumpTable, readonly Failure[]>;
}

function verifyReport(
  dump: DumpFolder,
  tables: readonly DumpTable[],
  { verified, indexes }: Found,
): RunReport {
  const errors: Failure[] = [...incomplete(dump)];
  const verdicts: TableVerdict[] = [];
  for (const [id, table] of tables.entries()) {
    const event = verified.get(id);
    const place = `${table.schema}.${table.name}`;
    if (event === undefined) throw verifyFailures.notVerified({ table: place });
    const failures = [
      ...event.failures.map(toFailure),
      ...countFailures(table, event),
      ...(indexes.get(table) ?? []),
    ];
    errors.push(...failures);
    const missing = dump.problems.filter((problem) => problem.table === place);
    verdicts.push({
      schema: table.schema,
      table: table.name,
      rows: event.rows,
      bytes: event.bytes,
      checks: [fileCheck(dump, table, [...failures, ...missing])],
    });
  }
  // A missing data file is found twice: by its absence and by the engine that can't open it.
  const known = new Set(errors.map(({ chunk }) => chunk));
  errors.push(...dump.problems.filter(({ chunk }) => !known.has(chunk)));
  const checks = [definitionsCheck(dump)];
  const warnings = [...dumpWarnings(dump), ...nothingCompared([...verdicts, { checks }])];
  return {
    state: stateOf(errors, warnings),
    files: dump.files,
    storedBytes: tables
      .flatMap(({ chunks }) => chunks)
      .reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    lockWaitMs: null,
    lockHeldMs: null,
    consistency: null,
    verdicts,
    checks,
    warnings,
    errors,
  };
}

/** Warns of a verification that had nothing to compare with: its end must not look like that of one that had. */
function nothingCompared(checked: readonly Pick<TableVerdict, 'checks'>[]): readonly Failure[] {
  const isCompared = checked.some(({ checks }) => checks.some(({ state }) => state !== 'not-checked'));
  return isCompared ? [] : [verifyFailures.nothingRecorded().failure];
}

/** Checks all documents and scripts, whose digests were compared when the dump was opened. */
function definitionsCheck({ digests, problems }: DumpFolder): Check {
  if (digests === 0) {
    const detail = verifyText.definitionsNotCompared;
    return { kind: 'checksum', state: 'not-checked', detail };
  }
  const damaged = problems.find(({ table }) => table === undefined);
  if (damaged !== undefined) return { kind: 'checksum', state: 'failed', detail: damaged.message };
  return { kind: 'checksum', state: 'ok', detail: verifyText.definitionsEqual(digests) };
}

function incomplete(dump: DumpFolder): readonly Failure[] {
  if (dump.done !== null) return [];
  return [verifyFailures.neverFinished({ folder: dump.path, missing: missingRowsOf(dump) }).failure];
}

/** Compares the done marker with the chunks' own records: they were written at different times and must agree. */
function countFailures(table: DumpTable, event: FilesRead): readonly Failure[] {
  if (table.rows === null || event.failures.length > 0 || event.rows === table.rows) return [];
  const values = { found: event.rows, recorded: table.rows };
  return [verifyFailures.otherNumberOfRows(values, { table: `${table.schema}.${table.name}` }).failure];
}

function fileCheck({ digests }: DumpFolder, { chunks }: DumpTable, failures: readonly Failure[]): Check {
  const [first] = failures;
  if (first !== undefined) return { kind: 'files', state: 'failed', detail: first.message };
  // That a table has no rows is known only where the dump records something.
  const isRecorded = chunks.length === 0 ? digests > 0 : chunks.every(({ xxh64 }) => xxh64 !== null);
  return isRecorded
    ? { kind: 'checksum', state: 'ok', detail: verifyText.filesEqual(chunks.length) }
    : { kind: 'files', state: 'not-checked', detail: verifyText.filesReadable(chunks.length) };
}
