import { accountLines } from './plan-lines';
import { productOf } from '../../contract/product';
import { formatBytes, formatCount } from '../../contract/quantities';
import {
  remedyOf,
  type FindingSeverity,
  type MigrationFinding,
  type MigrationPlan,
} from '../../contract/runs/migrate';

/** Lines that the terminal shows of a migration's dry run: pure functions of the plan. */

const SEVERITIES: Readonly<Record<FindingSeverity, string>> = {
  blocks: 'Blockers',
  converts: 'Converted',
  warns: 'Worth knowing',
};

export function migrationLines(plan: MigrationPlan): readonly string[] {
  const blocks = plan.findings.filter(({ severity }) => severity === 'blocks').length;
  return [
    `Plan: from ${productOf(plan.source)} to ${productOf(plan.target)}, on ${plan.threads} threads. Nothing was touched.`,
    plan.scope,
    plan.consistency,
    '',
    'Tables, the biggest first (sizes by the source’s statistics):',
    ...plan.tables.map(
      ({ from, to, rows, bytes, shared }) =>
        `  ${from === to ? from : `${from} as ${to}`}: about ${formatCount(rows)} rows, ${formatBytes(bytes)}, ${shared ? 'shared by the lanes' : 'one stream'}`,
    ),
    `And ${plan.views} views, ${plan.routines} routines, ${plan.triggers} triggers, ${plan.events} events.`,
    ...accountLines(plan.accounts),
    '',
    ...(plan.findings.length === 0 ? ['The pre-check found nothing.'] : ['The pre-check found:']),
    ...plan.findings.flatMap(findingLines),
    blocks === 0 ? 'There are no blockers.' : 'This migration would be refused.',
  ];
}

function findingLines(finding: MigrationFinding): readonly string[] {
  const { severity, rule, object, why } = finding;
  const remedy = remedyOf(finding);
  return [
    `  ${SEVERITIES[severity]}: ${object}: ${why} (${rule})`,
    ...(remedy === undefined ? [] : [`      ${remedy}`]),
  ];
}
