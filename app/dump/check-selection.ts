import { readAccounts, type AccountObject } from '../catalog/accounts';
import type { ControlSession } from '../catalog/control-session';
import { readNames, type SchemaNames } from '../catalog/names';
import { quoteTable } from '../catalog/quote';
import { SluiceError, type Failure } from '../contract/failure';
import { matchesPattern } from '../contract/pattern';
import { PatternSet } from '../contract/pattern-set';
import type { Selection } from '../contract/options';
import { Chooser, describeRule, isExact, unmatched } from '../catalog/chooser';
import type { Rule } from '../catalog/rule-set';
import { scopeSentences } from '../catalog/scope';
import { guessOf, otherNames, patternSentence, unmatchedOf, type Unmatched } from '../catalog/unmatched';
import type { TableName } from './locks';

/** A selection that was matched against its server. */
export interface CheckedSelection {
  /** The schemas it takes anything of, in name order. */
  readonly schemas: readonly string[];
  /** The tables with rows of their own that it takes. */
  readonly tables: readonly TableName[];
  readonly accounts: readonly AccountObject[];
  /** The wished partitions, down to their leaves. */
  readonly partitions: Selection['partitions'];
  readonly chooser: Chooser;
  readonly warnings: readonly Failure[];
  /** All schemas that the account sees but the server's own. */
  readonly known: ReadonlySet<string>;
  /** What is taken in and what is left out, in sentences. */
  readonly scope: string;
}

/**
 * Finds out what a selection takes, before anything is locked or written. Fails with `unknown-schema`,
 * `unknown-table` or `unknown-object` where a rule takes nothing, and with `condition-refused` for a condition that
 * the server would not take.
 */
export async function checkSelection(
  session: ControlSession,
  selection: Selection,
): Promise<CheckedSelection> {
  const names = await readNames(session);
  const chooser = new Chooser(selection);
  const missing = unmatchedOf(selection, names);
  assertAllThere(missing, selection, names);
  for (const { schema, table } of [...selection.where, ...selection.partitions])
    assertTaken(chooser, names, schema, table);
  for (const condition of selection.where) await checkCondition(session, condition);
  const partitions: Selection['partitions'] = [];
  for (const wish of selection.partitions)
    partitions.push({ ...wish, partitions: await readLeaves(session, wish) });
  const accounts = await takenAccounts(session, selection);
  const facts = {
    names,
    selection,
    accounts: accounts.map(({ name }) => name),
    vendor: session.server.vendor,
  };
  return {
    scope: [scopeSentences(facts), patternSentence(missing.patterns)].filter(Boolean).join(' '),
    known: new Set(names.map(({ name }) => name)),
    accounts,
    partitions,
    schemas: names.map(({ name }) => name).filter((name) => chooser.schema(name)),
    tables: names.flatMap((schema) =>
      schema.tables
        .filter((name) => chooser.table(schema.name, name))
        .map((name) => ({ schema: schema.name, name })),
    ),
    chooser,
    warnings: [],
  };
}

/** Refuses names that are not there, and rules of which none takes anything. */
function assertAllThere(
  { names, takesNothing }: Unmatched,
  { include }: Selection,
  schemas: readonly SchemaNames[],
): void {
  const [first] = names.length > 0 ? names : takesNothing ? include : [];
  if (first === undefined) return;
  const { code, message, table } = unknownRule(first, schemas).failure;
  throw new SluiceError(code, message + otherNames(names), {
    ...(table !== undefined && { table }),
    ...guessOf(first, schemas),
  });
}

function unknownRule(rule: Rule, schemas: readonly SchemaNames[]): SluiceError {
  const schemaIsThere = unmatched([{ kind: 'schema', schema: rule.schema }], schemas).length === 0;
  if (rule.kind === 'schema' || !schemaIsThere) {
    return new SluiceError(
      'unknown-schema',
      isExact({ kind: 'schema', schema: rule.schema })
        ? `There is no schema “${rule.schema}” that this account can see.`
        : `No schema that this account can see matches “${rule.schema}”.`,
    );
  }
  if (rule.kind !== 'table')
    return new SluiceError(
      'unknown-object',
      `There is no ${rule.kind} “${describeRule(rule)}” that this account can see.`,
    );
  return new SluiceError(
    'unknown-table',
    isExact(rule)
      ? `There is no table or view “${rule.name}” in the schema “${rule.schema}” that this account can see.`
      : `No table or view that this account can see matches “${describeRule(rule)}”.`,
    { table: describeRule(rule) },
  );
}

/** A condition on a table that is not dumped is a slip that would dump what nobody wanted, or not what was wanted. */
function assertTaken(chooser: Chooser, names: readonly SchemaNames[], schema: string, table: string): void {
  const exists = names.some(({ name, tables }) => name === schema && tables.includes(table));
  if (exists && chooser.table(schema, table)) return;
  throw new SluiceError(
    'unknown-table',
    `A condition or partitions were given for a table that ${exists ? 'the selection leaves out' : 'does not exist'}.`,
    { table: `${schema}.${table}` },
  );
}

async function takenAccounts(
  session: ControlSession,
  { users, excludeUsers }: Pick<Selection, 'users' | 'excludeUsers'>,
): Promise<readonly AccountObject[]> {
  if (users.length === 0) return [];
  const taken = new PatternSet(users);
  const left = new PatternSet(excludeUsers);
  const accounts = await readAccounts(session, (name) => taken.has(name));
  const missing = users.find((pattern) => !accounts.some(({ name }) => matchesPattern(pattern, name)));
  if (missing === undefined) return accounts.filter(({ name }) => !left.has(name));
  throw new SluiceError('unknown-object', `There is no account “${missing}”.`, {
    hint: 'Write accounts as user@host; % stands for any characters, \\% for itself.',
  });
}

/** The leaf partitions that a wish stands for: a partition stands for all its subpartitions. */
async function readLeaves(
  session: ControlSession,
  { schema, table, partitions }: Selection['partitions'][number],
): Promise<string[]> {
  const rows = await session.rows(
    `SELECT PARTITION_NAME AS p, COALESCE(SUBPARTITION_NAME, PARTITION_NAME) AS leaf
     FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND PARTITION_NAME IS NOT NULL
     ORDER BY PARTITION_ORDINAL_POSITION, SUBPARTITION_ORDINAL_POSITION`,
    [schema, table],
  );
  const missing = partitions.find((name) => !rows.some(({ p, leaf }) => p === name || leaf === name));
  if (missing !== undefined) {
    throw new SluiceError('unknown-object', `The table has no partition “${missing}”.`, {
      table: `${schema}.${table}`,
    });
  }
  return rows
    .filter(({ p, leaf }) => partitions.includes(p ?? '') || partitions.includes(leaf ?? ''))
    .map(({ leaf }) => leaf ?? '');
}

/**
 * Has the server parse the condition, inside parentheses and without them: so it can neither open nor close any
 * that are not its own. LIMIT 0 ends the statement before it reads a row.
 */
async function checkCondition(
  session: ControlSession,
  { schema, table, condition }: Selection['where'][number],
): Promise<void> {
  const from = `SELECT 1 FROM ${quoteTable(schema, table)} WHERE`;
  try {
    await session.run(`${from} (${condition}\n) LIMIT 0`);
    await session.run(`${from} ${condition}\n LIMIT 0`);
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') throw error;
    throw new SluiceError('condition-refused', `The server refuses the condition: ${error.message}`, {
      table: `${schema}.${table}`,
      statement: condition.slice(0, 500),
      errno: error.failure.errno,
      sqlstate: error.failure.sqlstate,
    });
  }
}
