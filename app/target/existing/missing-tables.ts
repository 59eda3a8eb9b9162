import { targetSchemaOf } from '../../format/select';
import type { DumpFolder } from '../../format/read/dump';
import type { LoadOptions } from '../../contract/runs/options';
import { tableFailures } from '../../text/target/tables';
import { assertNoneRefused } from '../several-failures';
import type { TargetSchema } from '../target-schema';

/** Refuses rows without definitions whose schema or table the target lacks. Fails with `target-missing`. */
export function assertTablesThere(
  targets: readonly TargetSchema[],
  { schemas }: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): void {
  const missing = schemas.flatMap(({ name, document, tables }, at) => {
    const target = targets[at];
    const schema = targetSchemaOf(options, name);
    if (target?.exists !== true && !document.includesDdl) return [tableFailures.noSchema({ schema }).failure];
    return tables
      .filter((table) => !table.document.includesDdl && target?.clashes.has(table.name) !== true)
      .map((table) => tableFailures.noTable({ table: `${schema}.${table.name}` }).failure);
  });
  assertNoneRefused(missing);
}
