import { visibleName } from '../../state/objects/visible-name';
import type { RunModel } from '../../state/runs/run-model';

/** Names tables as briefly as is clear, on one line each: without the schema where the run has only one. */
export function tableNamer({
  tables,
  schema,
}: Pick<RunModel, 'tables' | 'schema'>): (index: number) => string {
  return (index) => {
    const table = tables[index];
    if (table === undefined) return '';
    return visibleName(schema === table.schema ? table.table : `${table.schema}.${table.table}`);
  };
}
