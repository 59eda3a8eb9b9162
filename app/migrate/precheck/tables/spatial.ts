import type { ReferringColumn } from '../../../catalog/objects/spatial-references';
import type { MigrationFinding } from '../../../contract/runs/migrate';
import { precheckText } from '../../../text/migrate/precheck';

/**
 * Returns findings on such columns. MariaDB's SHOW CREATE TABLE does not print REF_SYSTEM_ID, and MariaDB enforces it
 * on no value: MySQL's SRID, which refuses other values, would be something else (both measured on 10.11). Pure.
 */
export function judgeReferences(
  schema: string,
  columns: readonly ReferringColumn[],
  tables: ReadonlySet<string>,
): readonly MigrationFinding[] {
  return columns
    .filter(({ table }) => tables.has(table))
    .map(({ table, column, srid }) => ({
      kind: 'plain',
      severity: 'converts',
      rule: 'spatial-reference',
      object: `${schema}.${table}.${column}`,
      why: precheckText.referenceSystem(srid),
    }));
}
