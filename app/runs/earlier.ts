import type { RunTimeline } from '../contract/runs/history';
import { rowsExpectedOf } from '../contract/runs/run';
import type { RunKind } from '../contract/runs/state';
import type { CheckKind, RunResult } from '../contract/runs/result';
import { idleLane, tableWork } from './progress/lane-progress';

/** Kind of a run as an earlier version of Sluice wrote it: its rollbacks are called `abandon`. */
export function kindOfStored(kind: unknown): unknown {
  return kind === 'abandon' ? 'rollback' : kind;
}

/** A stored set-up, under today's name of its kind. */
export function setupOfStored(setup: unknown): unknown {
  return isRecord(setup) ? { ...setup, kind: kindOfStored(setup.kind) } : setup;
}

/**
 * A stored result. Earlier versions wrote no `kind` into it, called a rollback `abandon`, and the command that rolls an
 * unfinished run back too; two kinds of checks had other names.
 */
export function resultOfStored(stored: unknown, kind: RunKind): RunResult | null {
  if (!isRecord(stored)) return null;
  const result = { ...withChecks(stored), kind };
  const { unfinished } = stored;
  if (!isRecord(unfinished) || !('abandon' in unfinished)) return result as unknown as RunResult;
  const { abandon, ...rest } = unfinished;
  return { ...result, unfinished: { ...rest, rollBack: abandon } } as unknown as RunResult;
}

/** A stored timeline whose lanes, tables and totals had the same fields whatever they did. */
export function timelineOfStored({ lanes, tables, totals, ...rest }: RunTimeline): RunTimeline {
  return {
    ...rest,
    lanes: lanes.map(idleLane),
    tables: tables.map((table) => ({ ...table, ...tableWork(table.state) })),
    totals: { ...totals, pass: 'ended', rowsExpected: rowsExpectedOf(totals) },
  };
}

/** Kinds of checks by their names in earlier versions. */
const CHECK_KINDS: Readonly<Record<string, CheckKind>> = { digest: 'checksum', presence: 'object' };

/** A stored part of a result, with today's kinds in its own checks and in those of its tables and objects. */
function withChecks(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const lists = { checks: checkOfStored, verdicts: verdictOfStored, objects: verdictOfStored };
  const renamed = Object.entries(lists).flatMap(([name, each]) => {
    const list = stored[name];
    return Array.isArray(list) ? [[name, list.map(each)] as const] : [];
  });
  return { ...stored, ...Object.fromEntries(renamed) };
}

function verdictOfStored(verdict: unknown): unknown {
  return isRecord(verdict) ? withChecks(verdict) : verdict;
}

function checkOfStored(check: unknown): unknown {
  if (!isRecord(check) || typeof check.kind !== 'string') return check;
  return { ...check, kind: CHECK_KINDS[check.kind] ?? check.kind };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
