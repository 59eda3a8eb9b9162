import { productOf } from '../../contract/product';
import type { DumpPlan } from '../../contract/runs/dump-plan';
import { dumpPlanText } from '../../text/cli/dump-plan';
import { failureLines } from './lines';

/** Lines that the terminal shows of a dump's dry run. Pure. */
export function dumpPlanLines(plan: DumpPlan): readonly string[] {
  const { tables, totals, accounts, notices, warnings, conflicts } = plan;
  return [
    dumpPlanText.head(productOf(plan.source), plan),
    plan.scope,
    plan.consistency,
    '',
    ...(tables.length === 0
      ? [dumpPlanText.noRows]
      : [dumpPlanText.tables, ...tables.map((table) => `  ${dumpPlanText.table(table)}`)]),
    dumpPlanText.others(totals),
    ...(accounts.length === 0 ? [] : [dumpPlanText.accounts(accounts)]),
    dumpPlanText.inAll(totals),
    '',
    ...notices,
    ...warnings.flatMap((warning) => failureLines(dumpPlanText.warning, warning)),
    ...conflicts.flatMap((conflict) => failureLines(dumpPlanText.conflict, conflict)),
    conflicts.length === 0 ? dumpPlanText.canStart : dumpPlanText.refused,
  ];
}
