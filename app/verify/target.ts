import { connect } from '../catalog/connect/connect';
import { createdBy } from '../catalog/definition/definer';
import { lastingServerOf } from '../catalog/server/server-id';
import type { ControlSession } from '../catalog/session/control-session';
import { assertOnServer } from '../catalog/session/sessions';
import type { Endpoint } from '../catalog/connect/endpoint';
import { dumpWarnings } from '../text/coverage';
import { LOAD_DEFAULTS, type ComparisonOptions } from '../contract/runs/options';
import type { Addon } from '../engine/addon';
import { messageOf } from '../engine/failures';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { openDump } from '../format/formats';
import { applySelection, scopeOfLoad, targetSchemaOf } from '../format/select';
import { readByTables } from '../target/existing/read-by-tables';
import { readVersions } from '../target/tables/verify-definitions';
import { verifyText } from '../text/verify';
import type { ComparedTable } from '../checksums/compare';
import { comparePlaces, passesOf, type Places, type PlacesVerdict } from '../checksums/places';
import { ComparisonProgress } from '../checksums/progress';
import { quiet } from '../checksums/server';
import { assertAccountsKnown, judgeAccounts } from './accounts';
import { judgeKeys, notCompared, selectForChecksum, verdictsOf, withDamage } from './judgement';
import { judgeObjects } from './objects';
import { judgeSchemas } from './schemas';
import { countTables, type CountedTable } from './tables';
import { readUnreadable } from './target-privileges';
import { tablesOf, withoutRecorded, type DumpFolder } from '../format/read/dump';

export interface CompareRequest extends ComparisonOptions {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** The dump's folder, absolute. */
  readonly folder: string;
  /** The server that was dumped, to be compared too; null where it is not compared. For checksums only. */
  readonly source?: Endpoint | null;
}

/**
 * Compares a server with a dump, under the names that its schemas and tables have there: definitions and rows of each
 * table, counted or by checksum, foreign keys and counters, the options of schemas, and the definitions of views,
 * routines, triggers and events, and the accounts that are asked for; reports objects that the dump does not hold, and what
 * was not compared. A difference
 * does not stop it: the report names every table and object. Fails with `unknown-table` and `usage` for an invalid
 * rename.
 */
export async function compareWithTarget(request: CompareRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  const opened = await openDump(request.folder, request.engine, request.input);
  const wish = { ...request, selection: LOAD_DEFAULTS.selection };
  // Refuses invalid renames and unknown accounts before it connects.
  applySelection(opened, wish);
  await assertAccountsKnown(opened, request);
  const session = await connect(request.endpoint);
  const { account, vendor } = session.server;
  const sessions = [session];
  const stopListening = hooks.cancellation.onCancel(() => {
    for (const each of sessions) each.destroy();
  });
  try {
    const bulk = await connect(request.endpoint, 'many');
    sessions.push(bulk);
    assertOnServer(lastingServerOf(session), bulk);
    hooks.cancellation.throwIfCancelled();
    const own = { ...wish, definers: createdBy(wish.definers, account) };
    const dump = applySelection(
      await readByTables(session, opened, { ...request, dump: applySelection(opened, own, vendor) }),
      own,
      vendor,
    );
    hooks.stage('verify');
    hooks.log('info', scopeOfLoad(dump, LOAD_DEFAULTS));
    const tables = comparedTables(dump, request);
    hooks.tables(
      tables.map(({ schema, name, dump: { rows } }) => ({
        schema,
        table: name,
        partition: null,
        rowsExpected: rows,
      })),
    );
    const passes = request.verify === 'rows' ? 1 : passesOf({ source: request.source ?? null, dump });
    const progress = new ComparisonProgress(hooks, tables.length, passes);
    const unreadable = await readUnreadable(session, dump, request);
    for (const { message, hint } of unreadable.warnings) hooks.log('warning', `${message} ${hint}`);
    const versions = await readVersions(session, dump.manifest);
    const counted = await countTables(
      session,
      { dump, tables, request, versions, progress, unreadable, bulk },
      hooks,
    );
    const { schemaMap } = request;
    const { cancellation } = hooks;
    const objects = await judgeObjects(session, { dump, schemaMap, cancellation, unreadable });
    const schemas = await judgeSchemas(session, { dump, schemaMap, cancellation });
    const accounts = await judgeAccounts(session, { ...request, dump, cancellation });
    const summed = await checksumRows(request, { dump, session, counted, progress }, hooks);
    const checksums = [...summed.values()];
    const keys = judgeKeys(counted, summed, request);
    const found = [
      ...schemas.errors,
      ...[...counted, ...checksums].flatMap(({ failures }) => failures),
      ...objects.flatMap(({ failure }) => failure ?? []),
      ...accounts.errors,
    ];
    const errors = withDamage(dump, found);
    const warnings = [
      ...dumpWarnings(dump),
      ...unreadable.warnings,
      ...schemas.warnings,
      ...keys.flatMap((judged) => judged.warnings),
      ...objects.flatMap(({ warning }) => warning ?? []),
      ...accounts.warnings,
      ...checksums.flatMap((sum) => sum.warnings),
    ];
    return {
      state: stateOf(errors, warnings),
      files: dump.files,
      storedBytes: storedBytesOf(tables),
      lockWaitMs: null,
      lockHeldMs: null,
      consistency: null,
      verdicts: verdictsOf(counted, summed, keys),
      objects: objects.map(({ verdict }) => verdict),
      checks: [...schemas.checks, ...notCompared(dump, request), ...accounts.checks],
      warnings,
      errors,
    };
  } finally {
    stopListening();
    await Promise.all(sessions.map((each) => each.close()));
  }
}

function comparedTables(
  folder: DumpFolder,
  names: Pick<CompareRequest, 'schemaMap'>,
): readonly ComparedTable[] {
  return tablesOf(folder).map((dump) => ({
    dump,
    schema: targetSchemaOf(names, dump.schema),
    name: dump.name,
  }));
}

function storedBytesOf(tables: readonly ComparedTable[]): number {
  return tables.flatMap(({ dump }) => dump.chunks).reduce((sum, { storedBytes }) => sum + storedBytes, 0);
}

interface SummedPlaces extends Pick<Places, 'dump'> {
  readonly session: ControlSession;
  readonly counted: readonly CountedTable[];
  readonly progress: ComparisonProgress;
}

/** Computes checksums; returns results by position among the tables. */
async function checksumRows(
  request: CompareRequest,
  { dump, session, counted, progress }: SummedPlaces,
  hooks: RunHooks,
): Promise<ReadonlyMap<number, PlacesVerdict>> {
  const { endpoint, source = null } = request;
  const isRequested = request.verify === 'checksum';
  const selected = selectForChecksum(counted, isRequested);
  if (selected.length === 0) return new Map();
  const places = {
    ...request,
    source,
    dump,
    target: { endpoint, session },
    tables: selected.flatMap((at) => counted[at]?.table ?? []),
  };
  const summed = isRequested
    ? await comparePlaces(places, hooks, progress.among(selected))
    : await comparePlaces({ ...places, dump: withoutRecorded(dump) }, hooks, () => quiet(hooks)).catch(
        (error: unknown) => {
          hooks.cancellation.throwIfCancelled();
          hooks.log('warning', verifyText.orphansNotCompared(messageOf(error)));
          return [];
        },
      );
  return new Map(summed.map((verdict, place) => [selected[place] ?? -1, verdict]));
}
