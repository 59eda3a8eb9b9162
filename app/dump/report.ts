import { groupBy } from '../catalog/collections/group-by';
import { quoteTable } from '../catalog/text/quote';
import type { Check, TableVerdict } from '../contract/runs/result';
import { stateOf, type RunReport } from '../engine/hooks';
import type { DataFact } from '../format/facts';
import type { Failure } from '../contract/failure';
import type { JsonFindings } from '../source/json-check';
import type { SchemaPlan } from '../source/definitions/definitions';
import type { TakenSnapshot } from '../source/locks/snapshot';
import { dumpText } from '../text/dump';

export interface DumpReportInput {
  readonly plans: readonly SchemaPlan[];
  /** Files in the folder; `data`: the facts recorded for its data sets. */
  readonly files: number;
  readonly storedBytes: number;
  readonly data: readonly DataFact[];
  readonly snapshot: TakenSnapshot;
  /** Time of the first row, as `Date.now` returns it; null where none arrived. */
  readonly firstRowAt: number | null;
  /** Found before the dump began. */
  readonly warnings: readonly Failure[];
  readonly json: JsonFindings;
}

/** Builds the report of a finished dump, table by table. */
export function dumpReport(input: DumpReportInput): RunReport {
  const { plans, files, storedBytes, data, snapshot, firstRowAt, json } = input;
  const warnings = [...input.warnings, ...plans.flatMap((plan) => plan.warnings), ...json.warnings];
  return {
    state: stateOf([], warnings),
    files,
    storedBytes,
    lockWaitMs: snapshot.lockWaitMs,
    lockHeldMs: snapshot.lockHeldMs,
    firstRowMs: firstRowAt === null ? null : Math.max(0, Math.round(firstRowAt - snapshot.at)),
    consistency: snapshot.locks.sentence,
    verdicts: tableVerdicts(plans, data),
    checks: json.checks,
    warnings,
    errors: [],
  };
}

function tableVerdicts(plans: readonly SchemaPlan[], data: readonly DataFact[]): readonly TableVerdict[] {
  const byTable = groupBy(data, ({ schema, table }) => quoteTable(schema, table));
  return plans.flatMap((plan) =>
    plan.tables.map(({ facts: { schema, name } }) =>
      tableVerdict(schema, name, byTable.get(quoteTable(schema, name)) ?? []),
    ),
  );
}

function tableVerdict(schema: string, table: string, own: readonly DataFact[]): TableVerdict {
  const sum = (value: (fact: DataFact) => number) => own.reduce((total, fact) => total + value(fact), 0);
  const rows = sum((fact) => fact.rows);
  return {
    schema,
    table,
    rows,
    bytes: sum((fact) => fact.bytes),
    checks: [rowCheck(rows, own)],
  };
}

function rowCheck(rows: number, data: readonly DataFact[]): Check {
  return data.some(({ countedRows }) => countedRows === null)
    ? { kind: 'rows', state: 'not-checked', detail: dumpText.rowsNotCounted(rows) }
    : { kind: 'rows', state: 'ok', detail: dumpText.rowsCounted(rows) };
}
