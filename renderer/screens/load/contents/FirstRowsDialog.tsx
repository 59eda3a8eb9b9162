import type { FirstRows } from '../../../../app/contract/runs/dump-folder';
import { formatCount } from '../../../../app/contract/quantities';
import { Button } from '../../../parts/controls/Button';
import { classes } from '../../../parts/classes';
import { Dialog } from '../../../parts/overlays/Dialog';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Waiting } from '../../../parts/notices/Waiting';
import { request } from '../../../state/remote/bridge';
import { useRemote } from '../../../state/remote/use-remote';
import { text } from '../../../text';
import styles from './FirstRowsDialog.module.css';

interface FirstRowsDialogProps {
  readonly folder: string;
  readonly schema: string;
  readonly table: string;
  /** Rows of the table; null where the dump does not record it. */
  readonly rowsInAll: number | null;
  readonly onClose: () => void;
}

/** A look at what a table of a dump holds, before anything is loaded. */
export function FirstRowsDialog({ folder, schema, table, rowsInAll, onClose }: FirstRowsDialogProps) {
  const read = useRemote(`${folder} ${schema}.${table}`, () =>
    request('load/first-rows', { folder, schema, table }),
  );
  return (
    <Dialog
      title={text.load.firstRowsOf(`${schema}.${table}`)}
      open
      onClose={onClose}
      testId="first-rows-dialog"
      width="full"
      actions={
        <>
          <span />
          <Button onClick={onClose} autoFocus>
            {text.common.close}
          </Button>
        </>
      }
    >
      {read.kind === 'failed' && <FailureNotice failure={read.failure} tone="failed" />}
      {read.kind === 'loading' && <Waiting title={text.load.firstRowsReading} />}
      {read.kind === 'ready' && <Rows {...read.value} rowsInAll={rowsInAll} />}
    </Dialog>
  );
}

function Rows({ columns, rows, rowsInAll }: FirstRows & Pick<FirstRowsDialogProps, 'rowsInAll'>) {
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
