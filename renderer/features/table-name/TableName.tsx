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
