import { formatBytes } from '../../contract/quantities';
import {
  isFilled,
  type LoadPlan,
  type PlannedAccount,
  type PlannedExisting,
  type PlannedTable,
} from '../../contract/runs/load-plan';
import { productOf } from '../../contract/product';
import { loadPlanText } from '../../text/cli/plans';
import { failureLines, replicationLines } from './lines';

/** Lines that the terminal shows of a dry run: pure functions of the plan. */

function sourceOf({ source }: LoadPlan): string | null {
  return source === null ? null : productOf(source);
}

export function planLines(plan: LoadPlan): readonly string[] {
  const { totals, conflicts } = plan;
  return [
    loadPlanText.head(sourceOf(plan), productOf(plan.target), plan),
    plan.scope,
    ...(plan.stillToCome === null ? [] : [loadPlanText.stillToCome(plan.stillToCome)]),
    ...(plan.binlog === 'on' ? [] : [loadPlanText.noBinlog]),
    ...plan.speedUps,
    ...(plan.methodReason === null ? [] : [plan.methodReason]),
    '',
    loadPlanText.schemas,
    ...plan.schemas.map(schemaLine),
    '',
    loadPlanText.tables,
    ...plan.tables.flatMap(tableLines),
    ...existingLines(plan.existing ?? []),
    '',
    loadPlanText.order,
    ...plan.steps.map((step, index) => `  ${index + 1}. ${step}`),
    '',
    loadPlanText.inAll(totals),
    ...(plan.gtid === null ? [] : [loadPlanText.whenVerified(plan.gtid)]),
    ...replicationLines(plan.replicationStart),
    ...privilegesLines(plan),
    ...(plan.notTried === null ? [] : [plan.notTried]),
    ...plan.changes.map(({ message, chunk }) => loadPlanText.changed(chunk, message)),
    ...plan.lacks.flatMap((lack) => failureLines(loadPlanText.warning, lack)),
    ...conflicts.flatMap((conflict) => failureLines(loadPlanText.conflict, conflict)),
    conflicts.length === 0 ? loadPlanText.canStart : loadPlanText.refused,
  ];
}

function existingLines(existing: readonly PlannedExisting[]): readonly string[] {
  return [
    ...heading(loadPlanText.existing, existing),
    ...existing.map(
      ({ schema, kind, name, answer }) => `  ${loadPlanText.answers[answer]} ${kind} ${schema}.${name}`,
    ),
  ];
}

function schemaLine({ source, target, exists, ...objects }: LoadPlan['schemas'][number]): string {
  const name = source === target ? source : loadPlanText.renamed(source, target);
  const counts = (['views', 'routines', 'triggers', 'events', 'sequences'] as const)
    .filter((kind) => objects[kind] > 0)
    .map((kind) => loadPlanText.counts[kind](objects[kind]));
  return `  ${name}: ${[exists ? loadPlanText.exists : loadPlanText.isCreated, ...counts].join(', ')}`;
}

function tableLines(table: PlannedTable): readonly string[] {
  const { schema, renamedFrom, action, rows, bytes, chunks } = table;
  const name = `${schema}.${table.table}${renamedFrom === null ? '' : loadPlanText.was(renamedFrom)}`;
  const size = [
    rows === null ? loadPlanText.rowsUnknown : loadPlanText.rows(rows),
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    loadPlanText.chunks(chunks),
    ...(isFilled(table) ? [loadPlanText.lanes(table.lanes)] : []),
  ].join(', ');
  return [
    `  ${loadPlanText.actions[action]} ${name}: ${size}`,
    ...reasonsOf(table).map((reason) => `      ${reason}`),
  ];
}

function reasonsOf(table: PlannedTable): readonly string[] {
  if (table.action === 'skip') return [];
  if (table.action === 'refuse') return [table.reason];
  const others = [table.lanesReason, table.orderReason];
  return [table.indexReason, ...others.flatMap((reason) => reason ?? [])];
}

/** Lines for the planned action of each account; none where there is no account. */
export function accountLines(accounts: readonly PlannedAccount[]): readonly string[] {
  return [...heading(loadPlanText.accounts, accounts), ...accounts.flatMap(oneAccountLines)];
}

function oneAccountLines(planned: PlannedAccount): readonly string[] {
  const leftOut = planned.action === 'leave-out' ? [] : planned.leftOut;
  return [
    `  ${loadPlanText.accountActions[planned.action]}: ${planned.account}`,
    ...leftOut.map((grant) => loadPlanText.without(grant)),
  ];
}

function privilegesLines({ definers, otherStatements, accounts }: LoadPlan): readonly string[] {
  return [
    ...heading(loadPlanText.definers, definers),
    ...definers.map(({ object, account, file }) => loadPlanText.definer(object, account, file)),
    ...heading(loadPlanText.otherStatements, otherStatements),
    ...otherStatements.map(({ file, statement }) => `  ${file}: ${statement.split('\n')[0] ?? ''}`),
    ...accountLines(accounts),
  ];
}

function heading(title: string, list: readonly unknown[]): readonly string[] {
  return list.length === 0 ? [] : ['', title];
}
