import { connect } from '../catalog/connect';
import type { ControlSession } from '../catalog/control-session';
import type { Endpoint } from '../catalog/endpoint';
import { lackWarnings } from '../contract/coverage';
import type { Failure } from '../contract/failure';
import { LOAD_DEFAULTS, type ComparisonOptions } from '../contract/options';
import type { Check, TableVerdict } from '../contract/run';
import type { Addon } from '../engine/addon';
import { messageOf } from '../engine/failures';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { readDump, tablesOf, type DumpFolder } from '../format/reader';
import { arrange, scopeOfLoad, targetSchemaOf } from '../load/arrange';
import { readVersions } from '../load/verify';
import type { ComparedTable } from '../sums/compare';
import { comparePlaces, passesOf, withSums, type Places, type PlacesVerdict } from '../sums/places';
import { ComparisonProgress } from '../sums/progress';
import { quiet } from '../sums/server-sums';
import { concernedBy, judgeOrphaned, keysBySums, placeOf } from './foreign-keys';
import { judgeObjects } from './objects';
import { judgeSchemas } from './schemas';
import { countTables, type CountedTable } from './tables';
import { readUnreadable } from './target-rights';

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
 * table, counted or summed up, foreign keys and counters, the options of schemas, and the definitions of views, routines,
 * triggers and events; names what is there beside them, and what was not compared. A difference does not end it:
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
    hooks.log('info', scopeOfLoad(dump, LOAD_DEFAULTS));
    const tables = comparedTables(dump, request);
    hooks.tables(
      tables.map(({ schema, name, dump: { rows } }) => ({
        ...{ schema, table: name, partition: null },
        rowsExpected: rows,
      })),
    );
    const passes = request.verify === 'rows' ? 1 : passesOf({ source: request.source ?? null });
    const progress = new ComparisonProgress(hooks, tables.length, passes);
    const unreadable = await readUnreadable(session, dump, request);
    for (const { message, hint } of unreadable.warnings) hooks.log('warning', `${message} ${hint}`);
    const versions = await readVersions(session, dump.manifest);
    const counted = await countTables(
      session,
      { dump, tables, request, versions, progress, unreadable },
      hooks,
    );
    const { schemaMap } = request;
    const { cancellation } = hooks;
    const objects = await judgeObjects(session, { dump, schemaMap, cancellation, unreadable });
    const schemas = await judgeSchemas(session, { dump, schemaMap, cancellation });
    const summed = await sumRows(request, { dump, session, counted, progress }, hooks);
    const sums = [...summed.values()];
    const keys = judgeKeys(counted, summed, request);
    const found = [
      ...schemas.errors,
      ...[...counted, ...sums].flatMap(({ failures }) => failures),
      ...objects.flatMap(({ failure }) => failure ?? []),
    ];
    const errors = withDamage(dump, found);
    const warnings = [
      ...lackWarnings(dump.lacks),
      ...unreadable.warnings,
      ...schemas.warnings,
      ...keys.flatMap((judged) => judged.warnings),
      ...sums.flatMap((sum) => sum.warnings),
    ];
    const proved = withSums(
      counted.map(({ verdict }) => verdict),
      counted.map((_, at) => summed.get(at)),
    );
    return {
      state: stateOf(errors, warnings),
      files: dump.files,
      storedBytes: storedBytesOf(tables),
      lockWaitMs: null,
      lockHeldMs: null,
      consistency: null,
      verdicts: withKeys(proved, keys),
      objects: objects.map(({ verdict }) => verdict),
      checks: [...schemas.checks, ...notCompared(dump, request)],
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
export function withDamage({ problems }: DumpFolder, found: readonly Failure[]): readonly Failure[] {
  const damaged = problems.filter(({ table }) => table === undefined);
  const files = new Set(damaged.map(({ chunk }) => chunk));
  const isKnown = ({ code, chunk }: Failure) => code === 'dump-damaged' && files.has(chunk);
  return [...damaged, ...found.filter((failure) => !isKnown(failure))];
}

function storedBytesOf(tables: readonly ComparedTable[]): number {
  return tables.flatMap(({ dump }) => dump.chunks).reduce((sum, { storedBytes }) => sum + storedBytes, 0);
}

interface SummedPlaces extends Pick<Places, 'dump'> {
  readonly session: ControlSession;
  readonly counted: readonly CountedTable[];
  readonly progress: ComparisonProgress;
}

/** By position among the tables; what is not there can't be summed up. Counted tables only where orphaned rows ask for it. */
async function sumRows(
  request: CompareRequest,
  { dump, session, counted, progress }: SummedPlaces,
  hooks: RunHooks,
): Promise<ReadonlyMap<number, PlacesVerdict>> {
  const { endpoint, source = null } = request;
  const isAsked = request.verify === 'checksum';
  const concerned = concernedBy(counted.flatMap(({ keys }) => keys?.orphaned ?? []));
  const there = [...counted.keys()].filter((at) => {
    const { schema, table } = counted[at]?.verdict ?? { schema: '', table: '' };
    return counted[at]?.there != null && (isAsked || concerned.has(placeOf(schema, table)));
  });
  if (there.length === 0) return new Map();
  const places = {
    ...{ ...request, source, dump, target: { endpoint, session } },
    tables: there.flatMap((at) => counted[at]?.table ?? []),
  };
  const summed = isAsked
    ? await comparePlaces(places, hooks, progress.among(there))
    : await comparePlaces(places, hooks, () => quiet(hooks)).catch((error: unknown) => {
        hooks.cancellation.throwIfCancelled();
        hooks.log('warning', `Tables with orphaned rows could not be compared: ${messageOf(error)}`);
        return [];
      });
  return new Map(summed.map((verdict, place) => [there[place] ?? -1, verdict]));
}

interface JudgedKeys {
  readonly check: Check | null;
  readonly warnings: readonly Failure[];
}

/** Of each table, whether its foreign keys hold: proved by themselves, or by the sums of all rows. */
export function judgeKeys(
  counted: readonly CountedTable[],
  summed: ReadonlyMap<number, PlacesVerdict>,
  { verify }: Pick<CompareRequest, 'verify'>,
): readonly JudgedKeys[] {
  const sums = new Map(
    [...summed].map(([at, verdict]) => {
      const { schema = '', table = '' } = counted[at]?.verdict ?? {};
      return [placeOf(schema, table), verdict] as const;
    }),
  );
  return counted.map(({ there, keys }) => {
    if (keys !== null) return judgeOrphaned(keys, sums);
    const isSummed = verify === 'checksum' && there !== null;
    return { check: isSummed ? keysBySums(there, sums) : null, warnings: [] };
  });
}

export function withKeys(
  verdicts: readonly TableVerdict[],
  keys: readonly JudgedKeys[],
): readonly TableVerdict[] {
  return verdicts.map((verdict, at) => {
    const check = keys[at]?.check ?? null;
    return check === null ? verdict : { ...verdict, checks: [...verdict.checks, check] };
  });
}

/** Kinds of things that a dump holds and this comparison leaves out, and why. */
export function notCompared(
  { manifest }: DumpFolder,
  { verify }: Pick<CompareRequest, 'verify'>,
): readonly Check[] {
  const values: Check = {
    kind: 'digest',
    state: 'not-checked',
    detail: 'The rows were counted; their values are compared by --checksum',
  };
  const accounts: Check = {
    kind: 'accounts',
    state: 'not-checked',
    detail: 'The dump holds accounts, which may be others on the target on purpose',
  };
  return [...(verify === 'rows' ? [values] : []), ...((manifest.users ?? []).length > 0 ? [accounts] : [])];
}
