import cells from '../../parts/grid/cells.module.css';
import styles from './TableName.module.css';

interface TableNameProps {
  readonly schema: string;
  readonly table: string;
}

/** `schema.table`: where there is no room the schema is cut first, for the tables of a list differ in the rest. */
export function TableName({ schema, table }: TableNameProps) {
  return (
    <span className={styles.name} title={`${schema}.${table}`}>
      <span className={styles.schema}>{schema}.</span>
      <span className={styles.table}>{table}</span>
    </span>
  );
}

/** A {@link TableName} as the cell of a table. */
export function TableNameCell(table: TableNameProps) {
  return (
    <span role="cell" className={cells.cut}>
      <TableName {...table} />
    </span>
  );
}
