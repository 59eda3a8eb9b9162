import type { ControlSession } from '../catalog/control-session';
import type { Endpoint } from '../catalog/endpoint';
import { loadingVariables } from '../catalog/session-variables';
import { parseVersion } from '../catalog/server';
import { ControlSessions } from '../catalog/sessions';
import type { Environment } from '../contract/connection';
import { SluiceError, type Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { Check, TableVerdict } from '../contract/run';
import type { Addon } from '../engine/addon';
import { assertMemory } from '../engine/memory';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { readDump, type DumpFolder } from '../format/reader';
import { addForeignKeys, checkForeignKeys } from './constraints';
import { checkObjects, createObjects } from './objects';
import { loadRows, type CountedRows } from './rows';
import { prepareSchema, type PrepareContext, type PreparedSchema, type PreparedTable } from './tables';
import { assertTargetReady, examineTargets } from './target';
import { Undo } from './undo';
import { checkDefinition, rowCheck } from './verify';

export interface LoadRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** The target's profile, for its guard; null for an unsaved connection. */
  readonly profile: { readonly name: string; readonly environment: Environment } | null;
  /** The dump's folder, absolute. */
  readonly folder: string;
  readonly options: LoadOptions;
}

/**
 * Loads a dump and verifies it. Resolves only when every table's rows were counted, every definition compared and
 * every foreign key proved; rejects with the first failure, and then has removed what it had made.
 */
export async function load(request: LoadRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertMemory(request.options);
  assertUnguarded(request);
  const dump = await readDump(request.folder);
  assertWhole(dump);
  const sessions = new ControlSessions(request.endpoint, hooks.cancellation);
  try {
    const session = await sessions.open();
    await session.apply(loadingVariables(session.server));
    assertSameVendor(dump, session);
    const undo = new Undo();
    try {
      return await loadInto(request, { dump, session, options: request.options, hooks, undo });
    } catch (error) {
      await undo.run(request.endpoint, hooks);
      throw error;
    }
  } finally {
    await sessions.close();
  }
}

/** A production target needs its name typed, whoever asks. */
function assertUnguarded({ profile, options }: LoadRequest): void {
  if (profile?.environment !== 'production' || options.confirmedTarget === profile.name) return;
  throw new SluiceError('target-protected', `“${profile.name}” is a production connection.`);
}

function assertWhole(dump: DumpFolder): void {
  if (dump.done === null) {
    throw new SluiceError('dump-incomplete', `${dump.path} holds a dump that was never finished.`);
  }
  const [first] = dump.problems;
  if (first === undefined) return;
  const more =
    dump.problems.length === 1 ? '' : ` ${dump.problems.length - 1} more files are missing or damaged.`;
  throw SluiceError.from({ ...first, message: `${first.message}${more}` });
}

function assertSameVendor({ manifest }: DumpFolder, session: ControlSession): void {
  const { vendor } = parseVersion(manifest.serverVersion);
  if (vendor === session.server.vendor) return;
  throw new SluiceError(
    'dump-unsupported',
    `The dump comes from ${manifest.serverVersion}, the target is ${session.server.version}: another vendor.`,
    { hint: 'Load it into a server of the same vendor.' },
  );
}

async function loadInto(request: LoadRequest, context: PrepareContext): Promise<RunReport> {
  const { dump, session, options, hooks } = context;
  hooks.stage('preflight');
  await assertTargetReady(session);
  const targets = await examineTargets(session, dump, options);
  hooks.stage('definitions');
  const schemas: PreparedSchema[] = [];
  for (const [index, source] of dump.schemas.entries()) {
    const target = targets[index];
    if (target !== undefined) schemas.push(await prepareSchema(context, source, target));
  }
  const tables = schemas.flatMap((schema) => schema.tables);
  hooks.stage('data');
  const counted = await loadRows(request, session, tables, hooks);
  hooks.stage('constraints');
  await addForeignKeys(session, tables, hooks);
  hooks.stage('objects');
  const warnings: Failure[] = schemas.flatMap((schema) => schema.warnings);
  for (const schema of schemas) warnings.push(...(await createObjects(context, schema)));
  hooks.stage('verify');
  const verdicts = await verifyTables(context, tables, counted);
  const checks: Check[] = [];
  for (const schema of schemas) checks.push(...(await checkObjects(context, schema)));
  hooks.stage('finish');
  return loadReport(dump, verdicts, checks, warnings);
}

async function verifyTables(
  { dump, session, hooks }: PrepareContext,
  tables: readonly PreparedTable[],
  counted: CountedRows,
): Promise<readonly TableVerdict[]> {
  const verdicts: TableVerdict[] = [];
  for (const [id, table] of tables.entries()) {
    hooks.cancellation.throwIfCancelled();
    const rows = counted.get(id);
    if (rows === undefined || (table.dump.rows !== null && rows !== table.dump.rows)) {
      throw new SluiceError(
        'rows-differ',
        'The engine did not count the table’s rows as those of the dump.',
        {
          table: `${table.schema}.${table.dump.name}`,
        },
      );
    }
    const foreignKeys = await checkForeignKeys(session, table);
    verdicts.push({
      schema: table.schema,
      table: table.dump.name,
      rows,
      bytes: table.dump.bytes ?? 0,
      decisions: [table.indexes.reason, ...(table.sharing.reason === null ? [] : [table.sharing.reason])],
      checks: [
        rowCheck(rows, table.dump.rows),
        await checkDefinition(session, table, dump.manifest),
        ...(foreignKeys === null ? [] : [foreignKeys]),
      ],
    });
  }
  return verdicts;
}

function loadReport(
  dump: DumpFolder,
  verdicts: readonly TableVerdict[],
  checks: readonly Check[],
  warnings: readonly Failure[],
): RunReport {
  const chunks = dump.schemas.flatMap((schema) => schema.tables.flatMap((table) => table.chunks));
  return {
    state: stateOf([], warnings),
    files: dump.files,
    storedBytes: chunks.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    lockWaitMs: null,
    lockHeldMs: null,
    consistency: null,
    verdicts,
    checks,
    warnings,
    errors: [],
  };
}
