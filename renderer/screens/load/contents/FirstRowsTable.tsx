import type { FirstRows } from '../../../../app/contract/runs/dump-folder';
import { formatCount } from '../../../../app/contract/quantities';
import { classes } from '../../../parts/classes';
import { text } from '../../../text';
import styles from './FirstRowsTable.module.css';

interface FirstRowsTableProps extends FirstRows {
  /** Rows of the table; null where the dump does not record it. */
  readonly rowsInAll: number | null;
  /** Types of the columns, shown under their names. */
  readonly types?: readonly string[];
}

/** The first rows of a table of a dump, a value on one line each. */
export function FirstRowsTable({ columns, types, rows, rowsInAll }: FirstRowsTableProps) {
  if (rows.length === 0) return <p>{text.load.firstRowsNone}</p>;
  const numbers = columns.map((_, column) => rows.every((row) => isNumber(row[column] ?? null)));
  const hasInvisible = rows.some((row) => row.some((value) => value !== null && INVISIBLE.test(value)));
  return (
    <>
      <p className={styles.count}>
        {countText(rows.length, rowsInAll)}
        {hasInvisible && ` ${text.load.invisible}`}
      </p>
      <div className={styles.scroller} tabIndex={0} data-testid="first-rows">
        <table className={styles.rows}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={classes(numbers[index] === true && styles.number)}>
                  {column}
                  {types !== undefined && <span className={styles.type}>{types[index]}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((value, column) => (
                  <td
                    key={column}
                    className={classes(numbers[column] === true && styles.number)}
                    title={value ?? undefined}
                  >
                    {value === null ? (
                      <span className={styles.null}>{text.load.isNull}</span>
                    ) : (
                      visible(value)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const INVISIBLE = /[\t\r\n]/;

/** A value on one line, with signs for what a line can't show. */
function visible(value: string): string {
  return value.replace(/\t/g, '⇥').replace(/\r\n|\r|\n/g, '↵');
}

function countText(shown: number, inAll: number | null): string {
  if (shown === inAll) return text.load.firstRowsAll(formatCount(shown));
  return text.load.firstRowsCount(formatCount(shown), inAll === null ? null : formatCount(inAll));
}

/** NULL stands in any column. */
function isNumber(value: string | null): boolean {
  return value === null || /^-?\d+(\.\d+)?$/.test(value);
}
