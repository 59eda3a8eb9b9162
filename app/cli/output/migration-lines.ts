import { accountLines } from './plan-lines';
import { productOf } from '../../contract/product';
import { remedyOf, type MigrationFinding, type MigrationPlan } from '../../contract/runs/migrate';
import { migrationPlanText } from '../../text/cli/plans';

/** Lines that the terminal shows of a migration's dry run: pure functions of the plan. */

export function migrationLines(plan: MigrationPlan): readonly string[] {
  const blocks = plan.findings.filter(({ severity }) => severity === 'blocks').length;
  return [
    migrationPlanText.head(productOf(plan.source), productOf(plan.target), plan.threads),
    plan.scope,
    plan.consistency,
    '',
    migrationPlanText.tables,
    ...plan.tables.map((table) => `  ${migrationPlanText.table(table)}`),
    migrationPlanText.others(plan),
    ...accountLines(plan.accounts),
    '',
    ...(plan.findings.length === 0 ? [migrationPlanText.foundNothing] : [migrationPlanText.found]),
    ...plan.findings.flatMap(findingLines),
    blocks === 0 ? migrationPlanText.noBlockers : migrationPlanText.refused,
  ];
}

function findingLines(finding: MigrationFinding): readonly string[] {
  const { severity, rule, object, why } = finding;
  const remedy = remedyOf(finding);
  return [
    `  ${migrationPlanText.severities[severity]}: ${object}: ${why} (${rule})`,
    ...(remedy === undefined ? [] : [`      ${remedy}`]),
  ];
}
