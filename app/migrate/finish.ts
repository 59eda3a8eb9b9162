import type { ControlSession } from '../catalog/control-session';
import { readNames } from '../catalog/names';
import { SluiceError, type Failure } from '../contract/failure';
import type { Check, TableVerdict } from '../contract/run';
import type { RunHooks } from '../engine/hooks';
import { parseVersion } from '../catalog/server';
import { addForeignKeys } from '../load/constraints';
import type { Begun } from '../load/begin';
import { verifyTables } from '../load/finish';
import { checkObjects, createObjects } from '../load/objects';
import type { SteadySession } from '../load/steady-session';
import type { PreparedSchema, PreparedTable } from '../load/tables';
import type { MigrateRequest } from './migrate';
import { sumOnServer } from '../sums/server-sums';
import { areEqual, digitsOf, type Sums, type TableSum } from '../sums/sums';
import { targetParts, type Route } from './rows';

export interface Finishing {
  readonly request: MigrateRequest;
  readonly hooks: RunHooks;
  readonly steady: SteadySession;
  readonly begun: Begun;
  readonly schemas: readonly PreparedSchema[];
  readonly routes: readonly Route[];
  /** Of what was read at the source. */
  readonly sums: Sums;
}

export interface Finished {
  readonly verdicts: readonly TableVerdict[];
  readonly checks: readonly Check[];
  readonly warnings: readonly Failure[];
}

/** Foreign keys, objects and proof, then the journal goes; each step can be done again after a lost connection. */
export async function finishTarget(finishing: Finishing): Promise<Finished> {
  const { hooks, steady, begun, schemas, routes, sums } = finishing;
  const moved = routes.map(({ parts }) => sums.of(parts));
  const tables = routes.map(({ prepared }, at) => withRows(prepared, moved[at]));
  hooks.stage('constraints');
  await steady.steadily((session) => addForeignKeys(session, tables, hooks));
  hooks.stage('objects');
  const warnings: Failure[] = schemas.flatMap((schema) => schema.warnings);
  for (const schema of schemas)
    warnings.push(...(await steady.steadily((session) => createObjects({ ...begun, session }, schema))));
  hooks.stage('verify');
  const counted = new Map(
    routes.flatMap(({ parts }, at) => {
      const rows = sums.counted(parts[0]?.id ?? -1);
      return rows === undefined ? [] : [[at, rows] as const];
    }),
  );
  const verdicts = await steady.steadily((session) => verifyTables({ ...begun, session }, tables, counted));
  const digests = await compareSums(finishing, moved);
  const checks: Check[] = [];
  for (const schema of schemas)
    checks.push(...(await steady.steadily((session) => proveObjects({ ...begun, session }, schema))));
  hooks.stage('finish');
  await steady.steadily((session) => begun.journal.drop(session));
  return {
    verdicts: verdicts.map((verdict, at) => ({
      ...verdict,
      checks: [...verdict.checks, ...(digests[at] ?? [])],
    })),
    ...{ checks, warnings },
  };
}

function withRows(prepared: PreparedTable, sum: TableSum | undefined): PreparedTable {
  return { ...prepared, dump: { ...prepared.dump, rows: sum?.rows ?? null, bytes: sum?.bytes ?? null } };
}

/** Fails with `rows-differ` for the first table whose rows are not the same on both sides. */
async function compareSums(
  { request, hooks, steady, routes }: Finishing,
  moved: readonly TableSum[],
): Promise<readonly (readonly Check[])[]> {
  const { engine, target, options } = request;
  const { threads, memoryLimitBytes } = options;
  const found = await steady.steadily(async (session) => {
    const parts = await targetParts(session, routes);
    const sums = await sumOnServer(
      { engine, endpoint: target, session, parts: parts.flat(), threads, memoryLimitBytes },
      hooks,
    );
    return parts.map((own) => sums.of(own));
  });
  return routes.map(({ prepared }, at) => {
    const [sent, arrived] = [moved[at], found[at]];
    if (sent !== undefined && arrived !== undefined && areEqual(arrived, sent)) {
      const detail = `Every row read again in the target: sum ${digitsOf(arrived)} on both sides`;
      return [{ kind: 'digest', state: 'ok', detail }];
    }
    throw new SluiceError(
      'rows-differ',
      `The target’s rows are not those of the source: ${arrived?.rows ?? 0} rows read again, ${sent?.rows ?? 0} sent.`,
      { table: `${prepared.schema}.${prepared.dump.name}` },
    );
  });
}

/** To the byte within a vendor; another one prints the same in its own words. */
async function proveObjects(context: Begun, schema: PreparedSchema): Promise<readonly Check[]> {
  const { vendor } = parseVersion(context.dump.manifest.serverVersion);
  if (vendor === context.session.server.vendor) return await checkObjects(context, schema);
  return await checkPresent(context.session, schema);
}

async function checkPresent(session: ControlSession, schema: PreparedSchema): Promise<readonly Check[]> {
  const { source, target, tables } = schema;
  const { functions, procedures, events } = source.document;
  const wanted = [
    ...source.views.map(({ name }) => name),
    ...functions,
    ...procedures,
    ...events,
    ...tables.flatMap(({ dump }) => dump.document.triggers),
  ];
  if (wanted.length === 0) return [];
  const found = (await readNames(session)).find(({ name }) => name === target.target);
  const there = new Set(
    [
      ...(found?.tableLikes ?? []),
      ...(found?.routines ?? []),
      ...(found?.events ?? []),
      ...(found?.triggers ?? []),
    ].map((name) => name.toLowerCase()),
  );
  const missing = wanted.find((name) => !there.has(name.toLowerCase()));
  if (missing !== undefined)
    throw new SluiceError('definition-differs', `“${missing}” is not there.`, { table: target.target });
  const detail = `${wanted.length} views, triggers, routines and events are there; another vendor prints them in its own words`;
  return [{ kind: 'definition', state: 'not-checked', detail }];
}
