import type { ControlSession } from '../catalog/session/control-session';
import { killOver } from '../catalog/session/kill-statement';
import {
  countJsonScalars,
  readTablesWithJson,
  type JsonScalars,
  type JsonSource,
} from '../catalog/objects/json-scalars';
import type { ControlSessions } from '../catalog/session/sessions';
import type { Failure } from '../contract/failure';
import type { DumpOptions } from '../contract/runs/options';
import type { Check } from '../contract/runs/result';
import { failureOf } from '../engine/failures';
import { sourceFailures, sourceText } from '../text/source';
import type { CheckedSelection } from './selection/selection';
import type { TablePlan } from './table-plan';
import { steadyNow } from '../engine/steady-clock';

/** Result of the check of a dump's JSON columns. */
export interface JsonFindings {
  /** Empty where there are no such columns. */
  readonly checks: readonly Check[];
  readonly warnings: readonly Failure[];
}

interface JsonContext {
  readonly options: DumpOptions;
  readonly selected: CheckedSelection;
  readonly sessions: ControlSessions;
  readonly catalog: ControlSession;
}

/**
 * Opens a session for counting, which takes its snapshot with the lanes; returns null where nothing is to be counted,
 * or the server has no room for another session.
 * Must be called before the lock is requested.
 */
export async function openJsonSession(
  context: JsonContext,
  open = (sessions: ControlSessions) => sessions.openIfRoom(),
): Promise<ControlSession | null> {
  const { options, selected, sessions, catalog } = context;
  if (catalog.server.vendor !== 'mysql' || options.jsonCheck === 'none') return null;
  if (options.selection.content === 'structure') return null;
  const tables = await readTablesWithJson(catalog, selected.schemas);
  const isNeeded = tables.some(({ schema, name }) => selected.objectFilter.table(schema, name));
  return isNeeded ? await open(sessions) : null;
}

/** A count that runs while the lanes read. */
export interface JsonCheck {
  readonly findings: Promise<JsonFindings>;
  /** Kills the count when its result is no longer needed. */
  stop(killer: ControlSession): Promise<void>;
}

export function startJsonCheck(session: ControlSession | null, tables: readonly TablePlan[]): JsonCheck {
  const sources = tables.flatMap(toSource);
  const findings = session === null ? Promise.resolve(notCounted(sources)) : count(session, sources);
  // The caller that awaits `findings` gets the failure; a dump that has already failed doesn't await it.
  findings.catch(() => undefined);
  return {
    findings,
    stop: async (killer) => {
      if (session === null) return;
      const killed = await killOver(killer, session).catch(() => false);
      if (!killed) session.destroy();
      await findings.catch(() => undefined);
    },
  };
}

/** Returns the JSON columns of a table to count; empty where it has none but generated ones. */
export function toSource({ facts, dataSets, where }: TablePlan): readonly JsonSource[] {
  const columns = facts.columns.filter(({ dataType, generated }) => dataType === 'json' && !generated);
  if (columns.length === 0) return [];
  return [
    {
      schema: facts.schema,
      table: facts.name,
      columns: columns.map(({ name }) => name),
      partitions: dataSets.flatMap(({ partition }) => (partition === null ? [] : [partition])),
      where,
    },
  ];
}

function notCounted(sources: readonly JsonSource[]): JsonFindings {
  if (sources.length === 0) return { checks: [], warnings: [] };
  const detail = sourceText.jsonNotCounted(columnsOf(sources));
  return { checks: [{ kind: 'json-types', state: 'not-checked', detail }], warnings: [] };
}

async function count(session: ControlSession, sources: readonly JsonSource[]): Promise<JsonFindings> {
  if (sources.length === 0) return { checks: [], warnings: [] };
  const began = steadyNow();
  const warnings: Failure[] = [];
  const unread: JsonSource[] = [];
  for (const source of sources) {
    try {
      for (const scalars of await countJsonScalars(session, source)) warnings.push(...warn(source, scalars));
    } catch (error) {
      // The rows are dumped all the same: a table that can't be counted is a warning, not the end of the dump.
      unread.push(source);
      warnings.push({ ...failureOf(error), table: `${source.schema}.${source.table}` });
    }
  }
  if (unread.length > 0) return { ...notCounted(unread), warnings };
  const detail = sourceText.jsonCounted(columnsOf(sources), steadyNow() - began);
  return { checks: [{ kind: 'json-types', state: 'ok', detail }], warnings };
}

function columnsOf(sources: readonly JsonSource[]): number {
  return sources.reduce((sum, source) => sum + source.columns.length, 0);
}

function warn({ schema, table }: JsonSource, scalars: JsonScalars): readonly Failure[] {
  const { column, decimals, temporals, opaques } = scalars;
  if (Math.max(decimals, temporals, opaques) === 0) return [];
  const found = { column, decimals, temporals, opaques };
  return [sourceFailures.jsonTypesChange(found, { table: `${schema}.${table}` }).failure];
}
