import { formatBytes, formatCount, formatDuration } from '../../contract/quantities';
import type {
  LoadPlan,
  PlannedAccount,
  PlannedAction,
  PlannedExisting,
  PlannedTable,
} from '../../contract/runs/load-plan';
import { productOf } from '../../contract/product';
import { failureLines, replicationLines } from './lines';

/** Lines that the terminal shows of a dry run: pure functions of the plan. */

const ACTIONS: Readonly<Record<PlannedAction, string>> = {
  create: 'create',
  replace: 'drop and create',
  empty: 'empty and fill',
  append: 'append rows to',
  fill: 'fill',
  skip: 'skip',
  refuse: 'conflict:',
};

export function planLines(plan: LoadPlan): readonly string[] {
  const { totals, conflicts } = plan;
  return [
    `Plan: a dump of ${productOf(plan.source)} (${plan.tool}) into ${productOf(plan.target)}, on ${plan.threads} threads. Nothing was touched.`,
    plan.scope,
    ...(plan.stillToCome === null ? [] : [followingLine(plan.stillToCome)]),
    ...(plan.binlog === 'on'
      ? []
      : ['Not written to the binary log: replicas of the target do not receive the load.']),
    ...plan.speedUps,
    ...(plan.methodReason === null ? [] : [plan.methodReason]),
    '',
    'Schemas:',
    ...plan.schemas.map(schemaLine),
    '',
    'Tables, in the order of their rows:',
    ...plan.tables.flatMap(tableLines),
    ...existingLines(plan.existing ?? []),
    '',
    'Order of work:',
    ...plan.steps.map((step, index) => `  ${index + 1}. ${step}`),
    '',
    `In all: ${totals.rows === null ? 'an unknown number of' : formatCount(totals.rows)} rows, ` +
      `${totals.bytes === null ? 'unknown size' : formatBytes(totals.bytes)} (${formatBytes(totals.storedBytes)} in files); ` +
      `building the deferred indexes: an estimated ${formatDuration(totals.indexSeconds * 1000)}.`,
    ...(plan.gtid === null ? [] : [`When all is verified: ${plan.gtid};`]),
    ...replicationLines(plan.replicationStart),
    ...privilegesLines(plan),
    ...(plan.notTried === null ? [] : [plan.notTried]),
    ...plan.changes.map(({ message, chunk }) => `Changed by a rule in ${chunk ?? 'the dump'}: ${message}`),
    ...plan.lacks.flatMap((lack) => failureLines('Warning', lack)),
    ...conflicts.flatMap((conflict) => failureLines('Conflict', conflict)),
    conflicts.length === 0 ? 'This load can start: there are no blockers.' : 'This load would be refused.',
  ];
}

const ANSWERS: Readonly<Record<PlannedExisting['answer'], string>> = {
  replace: 'replace, its definition recorded until all is verified:',
  drop: 'drop with its table:',
  keep: 'keep:',
  refuse: 'conflict:',
};

function existingLines(existing: readonly PlannedExisting[]): readonly string[] {
  return [
    ...heading('Existing objects other than tables:', existing),
    ...existing.map(({ schema, kind, name, answer }) => `  ${ANSWERS[answer]} ${kind} ${schema}.${name}`),
  ];
}

function followingLine(tables: number): string {
  const come = tables === 1 ? 'the rows of 1 table are' : `the rows of ${formatCount(tables)} tables are`;
  return `The dump is still being written: ${come} still to come, with figures that the source only estimates.`;
}

function schemaLine({ source, target, exists, ...objects }: LoadPlan['schemas'][number]): string {
  const name = source === target ? source : `${source} as ${target}`;
  const counts = (['views', 'routines', 'triggers', 'events', 'sequences'] as const)
    .filter((kind) => objects[kind] > 0)
    .map((kind) => `${objects[kind]} ${kind}`);
  return `  ${name}: ${[exists ? 'exists' : 'is created', ...counts].join(', ')}`;
}

function tableLines(table: PlannedTable): readonly string[] {
  const { schema, renamedFrom, action, rows, bytes, chunks, lanes, lanesReason, indexReason } = table;
  const name = `${schema}.${table.table}${renamedFrom === null ? '' : `, which was ${renamedFrom}`}`;
  const size = [
    rows === null ? 'rows unknown' : `${formatCount(rows)} rows`,
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    `${chunks} ${chunks === 1 ? 'chunk' : 'chunks'}`,
    `${lanes} ${lanes === 1 ? 'lane' : 'lanes'}`,
  ].join(', ');
  const reasons = action === 'skip' ? [] : [indexReason, ...(lanesReason === null ? [] : [lanesReason])];
  return [`  ${ACTIONS[action]} ${name}: ${size}`, ...reasons.map((reason) => `      ${reason}`)];
}

const ACCOUNT_ACTIONS: Readonly<Record<PlannedAccount['action'], string>> = {
  create: 'create',
  same: 'exists, identical',
  keep: 'exists but differs; kept',
  'leave-out': 'left out (@.users.sql)',
};

/** Lines for the planned action of each account; none where there is no account. */
export function accountLines(accounts: readonly PlannedAccount[]): readonly string[] {
  return [...heading('Accounts:', accounts), ...accounts.flatMap(oneAccountLines)];
}

function oneAccountLines({ account, action, leftOut }: PlannedAccount): readonly string[] {
  return [`  ${ACCOUNT_ACTIONS[action]}: ${account}`, ...leftOut.map((grant) => `      without ${grant}`)];
}

function privilegesLines({ definers, otherStatements, accounts }: LoadPlan): readonly string[] {
  return [
    ...heading('Created with the privileges of another account:', definers),
    ...definers.map(({ object, account, file }) => `  ${object} as ${account} (${file})`),
    ...heading('Statements that create no object of the dump, executed unchanged:', otherStatements),
    ...otherStatements.map(({ file, statement }) => `  ${file}: ${statement.split('\n')[0] ?? ''}`),
    ...accountLines(accounts),
  ];
}

function heading(title: string, list: readonly unknown[]): readonly string[] {
  return list.length === 0 ? [] : ['', title];
}
