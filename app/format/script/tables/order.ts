import type { SluiceError } from '../../../contract/failure';
import { scriptFailures } from '../../../text/format/script';
import type { UnknownStatement } from '../content';
import { excerptOf, mayName } from '../statements/unknown';
import type { CollectedTable } from './collected';
import { firedTriggers, type FiredTables } from './fired';

/** Facts of a script about the order in which it does things. */
export interface ScriptOrder {
  /** Statements that are run when all rows are in, but those that are made good. */
  readonly statements: readonly UnknownStatement[];
  readonly madeGood: ReadonlySet<UnknownStatement>;
  /** True where a dumping tool names itself: its rows are as their triggers have left them. */
  readonly isOfTool: boolean;
  readonly fired: FiredTables;
}

/**
 * Returns what speaks against loading a table's rows before all statements and triggers: a statement about rows that come after it,
 * or a trigger that these would fire. A table as servers print it comes from a tool, whatever the comments say. Pure.
 */
export function orderProblems(
  schema: string,
  found: CollectedTable,
  { statements, madeGood, isOfTool, fired }: ScriptOrder,
): readonly SluiceError[] {
  const { text, isReworded, rows, statementsBefore } = found;
  if (rows.length === 0) return [];
  const table = `${schema}.${text.name}`;
  const problems: SluiceError[] = [];
  const early = statements
    .slice(0, statementsBefore)
    .find((one) => !madeGood.has(one) && mayName(one.definition, text.name));
  if (early !== undefined) {
    const values = { table, line: early.line, statement: excerptOf(early.definition) };
    problems.push(scriptFailures.statementBeforeRows(values, { table }));
  }
  const [trigger] = firedTriggers(found);
  if (trigger !== undefined && isReworded && !isOfTool && !fired.firing.has(found))
    problems.push(scriptFailures.triggerBeforeRows({ table, schema, trigger: trigger.name }, { table }));
  return problems;
}
