import type { AccountObject } from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import { readNames, type SchemaNames } from '../../catalog/selection/names';
import { isSystem } from '../../catalog/objects/schemas';
import type { Failure, SluiceError } from '../../contract/failure';
import type { Selection } from '../../contract/runs/options';
import { sourceFailures } from '../../text/source';
import { ObjectFilter, describeRule, isExact, unmatched } from '../../catalog/selection/object-filter';
import type { Rule } from '../../catalog/selection/rule-set';
import { scopeSentences, type ScopeFacts } from '../../catalog/selection/scope';
import { namedRule, nearOf, unmatchedOf, type Unmatched } from '../../catalog/selection/scope';
import { readBesideAccounts, selectedAccounts } from './accounts';
import { assertNotEmpty, emptinessWarnings } from './emptiness';
import { assertOneCondition, byTable, checkCondition, readLeaves } from './row-conditions';
import type { TableName } from '../locks/locks';

/** A selection that was checked against its server. */
export interface CheckedSelection {
  /** Schemas of which it takes anything, in name order. */
  readonly schemas: readonly string[];
  /** Tables with rows of their own that it takes. */
  readonly tables: readonly TableName[];
  readonly accounts: readonly AccountObject[];
  /** Grants to PUBLIC of MariaDB, where it takes accounts. */
  readonly publicGrants: readonly string[];
  /** Selected partitions, resolved to their leaves. */
  readonly partitions: Selection['partitions'];
  readonly objectFilter: ObjectFilter;
  readonly warnings: readonly Failure[];
  /** All schemas that the account sees, without the server's own. */
  readonly known: ReadonlySet<string>;
  /** Included and excluded objects, in sentences. */
  readonly scope: string;
  /** The facts behind `scope`. */
  readonly scopeFacts: ScopeFacts;
  /** Patterns that match nothing. */
  readonly patterns: readonly Rule[];
}

/** Returns the same selection with its scope described again, where less is taken than was selected. Pure. */
export function withScope(
  selected: CheckedSelection,
  changed: Partial<ScopeFacts['selection']>,
): CheckedSelection {
  const { scopeFacts, patterns } = selected;
  const facts = { ...scopeFacts, selection: { ...scopeFacts.selection, ...changed } };
  return { ...selected, scopeFacts: facts, scope: scopeSentences(facts, patterns) };
}

/**
 * Resolves a selection, before anything is locked or written. Fails with `unknown-schema`, `unknown-table` or
 * `unknown-object` where a rule matches nothing, with `condition-refused` for a condition that the server would refuse,
 * and with `usage` where a table has two conditions or nothing is left.
 */
export async function checkSelection(
  session: ControlSession,
  selection: Selection,
): Promise<CheckedSelection> {
  const names = await readNames(session);
  const objectFilter = new ObjectFilter(selection);
  const missing = unmatchedOf(selection, names);
  assertAllExist(missing, selection, names);
  assertOneCondition(selection.where);
  for (const { schema, table } of [...selection.where, ...selection.partitions])
    assertSelected(objectFilter, names, schema, table);
  for (const condition of selection.where) await checkCondition(session, condition);
  const partitions: Selection['partitions'] = [];
  for (const entry of byTable(selection.partitions))
    partitions.push({ ...entry, partitions: await readLeaves(session, entry) });
  const accounts = await selectedAccounts(session, selection);
  assertNotEmpty(objectFilter, names, accounts, selection.include);
  const beside = await readBesideAccounts(session, accounts);
  const scopeFacts = {
    names,
    selection,
    accounts: accounts.map(({ name }) => name),
    vendor: session.server.vendor,
  };
  return {
    scope: scopeSentences(scopeFacts, missing.patterns),
    scopeFacts,
    patterns: missing.patterns,
    known: new Set(names.map(({ name }) => name)),
    accounts,
    partitions,
    ...selectedObjects(objectFilter, names),
    objectFilter,
    publicGrants: beside.publicGrants,
    warnings: [...emptinessWarnings(objectFilter, names, accounts), ...beside.warnings],
  };
}

/**
 * Returns the schemas of which a selection takes anything, and the tables with rows of their own that it takes. Pure.
 */
export function selectedObjects(
  objectFilter: ObjectFilter,
  names: readonly SchemaNames[],
): Pick<CheckedSelection, 'schemas' | 'tables'> {
  return {
    schemas: names.map(({ name }) => name).filter((name) => objectFilter.schema(name)),
    tables: names.flatMap((schema) =>
      schema.tables
        .filter((name) => objectFilter.table(schema.name, name))
        .map((name) => ({ schema: schema.name, name })),
    ),
  };
}

/** Refuses names that don't exist, and rules of which none matches anything. */
export function assertAllExist(
  { names, takesNothing }: Unmatched,
  { include }: Selection,
  schemas: readonly SchemaNames[],
): void {
  const [first] = names.length > 0 ? names : takesNothing ? include : [];
  if (first === undefined) return;
  throw unknownRule(first, schemas, names.slice(1));
}

/** @param more the other missing objects */
function unknownRule(rule: Rule, schemas: readonly SchemaNames[], more: readonly Rule[]): SluiceError {
  const { schema } = rule;
  const others = more.map(namedRule);
  if (isSystem(schema)) return sourceFailures.schemaOfServer({ schema, others });
  const near = nearOf(rule, schemas);
  const schemaExists = unmatched([{ kind: 'schema', schema }], schemas).length === 0;
  if (rule.kind === 'schema' || !schemaExists)
    return isExact({ kind: 'schema', schema })
      ? sourceFailures.noSchema({ schema, others, near })
      : sourceFailures.noSchemaMatches({ pattern: schema, others, near });
  const { kind, name } = rule;
  const place = describeRule(rule);
  if (kind !== 'table') return sourceFailures.noObject({ kind, name: place, others, near });
  return isExact(rule)
    ? sourceFailures.noTable({ schema, name, others, near }, { table: place })
    : sourceFailures.noTableMatches({ pattern: place, others, near }, { table: place });
}

/** Refuses a condition on a table that is not dumped: a slip that would dump the wrong rows. */
export function assertSelected(
  objectFilter: ObjectFilter,
  names: readonly SchemaNames[],
  schema: string,
  table: string,
): void {
  const exists = names.some(({ name, tables }) => name === schema && tables.includes(table));
  if (exists && objectFilter.table(schema, table)) return;
  const place = { table: `${schema}.${table}` };
  throw exists ? sourceFailures.rowsOfTableLeftOut(place) : sourceFailures.rowsOfMissingTable(place);
}
