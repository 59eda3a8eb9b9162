import type { ControlSession } from '../catalog/session/control-session';
import { readTables } from '../catalog/objects/tables';
import { withSessions } from '../catalog/session/with-sessions';
import type { Failure } from '../contract/failure';
import type { DumpOptions } from '../contract/runs/options';
import type { DumpPlan, PlannedDumpTable } from '../contract/runs/dump-plan';
import type { Cancellation } from '../engine/cancellation';
import { failureOf } from '../engine/failures';
import { assertMemory } from '../engine/job';
import { Stems } from '../format/names';
import type { DumpFolder } from '../format/read/dump';
import { planDump, statementsPerCall, type ReadingPlan } from '../source/preflight';
import { readSource } from '../source/live/read-source';
import { planTable } from '../source/table-plan';
import type { DumpRequest } from './dump';
import { assertFree } from './folder';

export type PlanRequest = Pick<DumpRequest, 'endpoint' | 'folder' | 'options'>;

/** Output that is written instead of a dump folder. */
export interface PlannedOutput {
  /** Path, or words for standard output. */
  readonly folder: string;
  readonly sluiceVersion: string;
  /** Judges it by the definitions that the dump would hold. */
  readonly judge: (dump: DumpFolder) => Promise<Pick<DumpPlan, 'conflicts' | 'notices'>>;
}

/**
 * Plans a dump as a dump itself does, up to its first lock: it changes nothing on the server and creates no file. Fails
 * where the selection can't be, as the dump would.
 */
export async function planDumpRun(
  request: PlanRequest,
  cancellation: Cancellation,
  output: PlannedOutput | null = null,
): Promise<DumpPlan> {
  const { endpoint, options } = request;
  assertMemory(options);
  return await withSessions(endpoint, cancellation, async (sessions) => {
    const catalog = await sessions.open(statementsPerCall(options.selection));
    const reading = await planDump(catalog, options);
    const plan = await planOn(catalog, options, reading);
    const { folder } = request;
    if (output === null) return { ...plan, folder, notices: [], conflicts: await conflictsOf(folder) };
    const { selected, locks } = reading;
    const bulk = await sessions.open('many');
    const { sluiceVersion } = output;
    const hooks = { cancellation };
    const { dump } = await readSource({ catalog, bulk, options, selected, locks, hooks, sluiceVersion });
    const { conflicts, notices } = await output.judge(dump);
    return { ...plan, folder: output.folder, conflicts, notices };
  });
}

async function planOn(
  catalog: ControlSession,
  options: DumpOptions,
  { locks, selected, heldTables }: ReadingPlan,
): Promise<Omit<DumpPlan, 'folder' | 'notices' | 'conflicts'>> {
  const { objectFilter, scopeFacts, schemas, accounts } = selected;
  const tables: PlannedDumpTable[] = [];
  const held = new Set(heldTables.map(({ schema, name }) => `${schema}.${name}`));
  if (options.selection.content !== 'structure')
    for (const schema of schemas) tables.push(...(await plannedTables(catalog, schema, selected, held)));
  tables.sort((a, b) => b.bytes - a.bytes);
  const all = scopeFacts.names;
  const counted = (count: (schema: (typeof all)[number]) => number) =>
    all.reduce((sum, schema) => sum + count(schema), 0);
  return {
    source: catalog.server.version,
    threads: options.threads,
    scope: selected.scope,
    consistency: [locks.sentence, locks.better].filter(Boolean).join(' '),
    tables,
    accounts: accounts.map(({ name }) => name),
    totals: {
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
      views: counted(
        ({ name, tableLikes }) => tableLikes.filter((one) => objectFilter.table(name, one)).length,
      ),
      routines: counted(
        ({ name, routines }) => routines.filter((one) => objectFilter.routine(name, one)).length,
      ),
      triggers: counted(
        ({ name, triggers }) =>
          triggers.filter((one) => objectFilter.trigger(name, one.table, one.name)).length,
      ),
      events: counted(({ name, events }) => events.filter((one) => objectFilter.event(name, one)).length),
    },
    warnings: selected.warnings,
  };
}

async function plannedTables(
  catalog: ControlSession,
  schema: string,
  { objectFilter }: ReadingPlan['selected'],
  held: ReadonlySet<string>,
): Promise<readonly PlannedDumpTable[]> {
  const stems = new Stems();
  return (await readTables(catalog, schema))
    .filter(({ kind, name }) => kind !== 'sequence' && objectFilter.table(schema, name))
    .map((facts) => {
      const { key, dataSets } = planTable(facts, stems);
      return {
        schema,
        table: facts.name,
        engine: facts.engine,
        rows: facts.rows,
        bytes: facts.dataBytes,
        read: key !== null || dataSets.length > 1 ? 'ranges' : 'one-stream',
        isLocked: held.has(`${schema}.${facts.name}`),
      };
    });
}

async function conflictsOf(folder: string): Promise<readonly Failure[]> {
  try {
    await assertFree(folder);
    return [];
  } catch (error) {
    return [failureOf(error)];
  }
}
