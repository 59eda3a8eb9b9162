import { connect } from '../catalog/connect';
import { countRows } from '../catalog/count-rows';
import type { Endpoint } from '../catalog/endpoint';
import { readCreateTable } from '../catalog/objects';
import { differenceText } from '../catalog/same-definition';
import type { ControlSession } from '../catalog/control-session';
import { lackWarnings } from '../contract/coverage';
import { SluiceError, type Failure } from '../contract/failure';
import { LOAD_DEFAULTS, type ComparisonOptions } from '../contract/options';
import type { Check, TableVerdict } from '../contract/run';
import type { Addon } from '../engine/addon';
import { failureOf } from '../engine/failures';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { readDump, tablesOf, type DumpFolder } from '../format/reader';
import { versionsOf } from '../format/row-versions';
import { arrange, targetSchemaOf } from '../load/arrange';
import { renamedReferences } from '../load/rename-references';
import { compareWithSource, readVersions, type Versions } from '../load/verify';
import { comparePlaces, passesOf, withSums, type Places, type PlacesVerdict } from '../sums/places';
import type { ComparedTable } from '../sums/compare';
import { ComparisonProgress } from '../sums/progress';
import { judgeObjects } from './objects';

export interface CompareRequest extends ComparisonOptions {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** The dump's folder, absolute. */
  readonly folder: string;
  /** The server that was dumped, to be compared too; null where it is not asked. Only of sums. */
  readonly source?: Endpoint | null;
}

/**
 * Compares a server with a dump, under the names that its schemas and tables have there: definitions and rows of each
 * table, counted or summed up, and the definitions of views, routines, triggers and events. A difference does not end it:
 * the report names every table and object. Fails with `unknown-table` and `usage` for a rename that can't be.
 */
export async function compareWithTarget(request: CompareRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  const dump = arrange(await readDump(request.folder), {
    ...request,
    selection: LOAD_DEFAULTS.selection,
  });
  const session = await connect(request.endpoint);
  const stopListening = hooks.cancellation.onCancel(() => session.destroy());
  try {
    hooks.stage('verify');
    const tables = comparedTables(dump, request);
    hooks.tables(
      tables.map(({ schema, name, dump: { rows } }) => ({
        ...{ schema, table: name, partition: null },
        rowsExpected: rows,
      })),
    );
    const passes = request.verify === 'rows' ? 1 : passesOf({ source: request.source ?? null });
    const progress = new ComparisonProgress(hooks, tables.length, passes);
    const versions = await readVersions(session, dump.manifest);
    const counted = await countTables(session, { tables, request, versions, progress }, hooks);
    const { schemaMap } = request;
    const objects = await judgeObjects(session, { dump, schemaMap, cancellation: hooks.cancellation });
    const summed = await sumRows(request, { dump, session, counted, progress }, hooks);
    const sums = [...summed.values()];
    const found = [
      ...[...counted, ...sums].flatMap(({ failures }) => failures),
      ...objects.flatMap(({ failure }) => failure ?? []),
    ];
    const errors = withDamage(dump, found);
    const warnings = [...lackWarnings(dump.lacks), ...sums.flatMap((sum) => sum.warnings)];
    return {
      state: stateOf(errors, warnings),
      files: dump.files,
      storedBytes: storedBytesOf(tables),
      lockWaitMs: null,
      lockHeldMs: null,
      consistency: null,
      verdicts: withSums(
        counted.map(({ verdict }) => verdict),
        counted.map((_, at) => summed.get(at)),
      ),
      objects: objects.map(({ verdict }) => verdict),
      checks: [],
      warnings,
      errors,
    };
  } finally {
    stopListening();
    await session.close();
  }
}

function comparedTables(
  arranged: DumpFolder,
  names: Pick<CompareRequest, 'schemaMap'>,
): readonly ComparedTable[] {
  return tablesOf(arranged).map((dump) => ({
    dump,
    schema: targetSchemaOf(names, dump.schema),
    name: dump.name,
  }));
}

/** Damaged documents and scripts once each, whether the comparison needed them or not. */
function withDamage({ problems }: DumpFolder, found: readonly Failure[]): readonly Failure[] {
  const damaged = problems.filter(({ table }) => table === undefined);
  const files = new Set(damaged.map(({ chunk }) => chunk));
  const isKnown = ({ code, chunk }: Failure) => code === 'dump-damaged' && files.has(chunk);
  return [...damaged, ...found.filter((failure) => !isKnown(failure))];
}

function storedBytesOf(tables: readonly ComparedTable[]): number {
  return tables.flatMap(({ dump }) => dump.chunks).reduce((sum, { storedBytes }) => sum + storedBytes, 0);
}

/** A table after its rows were counted and its definition was read. */
interface CountedTable {
  readonly table: ComparedTable;
  readonly verdict: TableVerdict;
  readonly failures: readonly Failure[];
  /** Whether it could be read at all. */
  readonly isThere: boolean;
}

interface Counting {
  readonly tables: readonly ComparedTable[];
  readonly request: CompareRequest;
  readonly versions: Versions;
  readonly progress: ComparisonProgress;
}

async function countTables(
  session: ControlSession,
  { tables, request, versions, progress }: Counting,
  hooks: RunHooks,
): Promise<readonly CountedTable[]> {
  const counted: CountedTable[] = [];
  for (const [at, table] of tables.entries()) {
    hooks.cancellation.throwIfCancelled();
    const found = await countTable(session, table, request, versions).catch((error: unknown) => {
      // Whatever breaks after the user asked to stop says nothing of the table.
      hooks.cancellation.throwIfCancelled();
      return unreadable(table, failureOf(error));
    });
    counted.push(found);
    if (found.isThere) progress.counted(at, found.verdict);
    else progress.failed(at);
  }
  return counted;
}

async function countTable(
  session: ControlSession,
  table: ComparedTable,
  request: CompareRequest,
  versions: Versions,
): Promise<CountedTable> {
  const { dump, schema, name } = table;
  const rows = await countRows(session, schema, name, versionsOf(dump));
  const definition = await readCreateTable(session, schema, name);
  const checks = [compareRows(rows, dump.rows), compareDefinitions(definition, table, request, versions)];
  const failures = checks
    .filter(({ state }) => state === 'failed')
    .map(({ kind, detail }) => {
      const code = kind === 'rows' ? 'rows-differ' : 'definition-differs';
      return new SluiceError(code, detail, { table: `${schema}.${name}` }).failure;
    });
  const verdict = { schema, table: name, rows, bytes: dump.bytes ?? 0, checks };
  return { table, verdict, failures, isThere: true };
}

function unreadable(table: ComparedTable, failure: Failure): CountedTable {
  const { schema, name } = table;
  const checks: readonly Check[] = [{ kind: 'rows', state: 'failed', detail: failure.message }];
  const verdict = { schema, table: name, rows: 0, bytes: 0, checks };
  return { table, verdict, failures: [{ ...failure, table: `${schema}.${name}` }], isThere: false };
}

interface SummedPlaces extends Pick<Places, 'dump'> {
  readonly session: ControlSession;
  readonly counted: readonly CountedTable[];
  readonly progress: ComparisonProgress;
}

/** By position among the tables; what is not there can't be summed up. */
async function sumRows(
  request: CompareRequest,
  { dump, session, counted, progress }: SummedPlaces,
  hooks: RunHooks,
): Promise<ReadonlyMap<number, PlacesVerdict>> {
  if (request.verify === 'rows') return new Map();
  const { endpoint, source = null } = request;
  const there = [...counted.keys()].filter((at) => counted[at]?.isThere === true);
  const summed = await comparePlaces(
    {
      ...{ ...request, source, dump, target: { endpoint, session } },
      tables: there.flatMap((at) => counted[at]?.table ?? []),
    },
    hooks,
    progress.among(there),
  );
  return new Map(summed.map((verdict, place) => [there[place] ?? -1, verdict]));
}

function compareRows(found: number, dumped: number | null): Check {
  const detail = `${found.toLocaleString('en')} rows in the target, ${dumped?.toLocaleString('en') ?? 'no number recorded'} in the dump`;
  if (dumped === null) return { kind: 'rows', state: 'not-checked', detail };
  return { kind: 'rows', state: found === dumped ? 'ok' : 'failed', detail };
}

function compareDefinitions(
  now: string,
  { dump, schema }: ComparedTable,
  { schemaMap, tableRenames }: CompareRequest,
  versions: Versions,
): Check {
  const source = dump.definition?.createTable;
  if (source === undefined) {
    return {
      kind: 'definition',
      state: 'not-checked',
      detail: 'The dump records no definition to compare with',
    };
  }
  const renaming = { source: dump.schema, target: schema, schemaMap, tableRenames };
  const compared = compareWithSource(renamedReferences(source, renaming), now, versions);
  if ('check' in compared) return compared.check;
  const detail = `The definition is not the dumped one: ${differenceText(compared.difference)}`;
  return { kind: 'definition', state: 'failed', detail };
}
