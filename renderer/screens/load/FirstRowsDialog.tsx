import type { FirstRows } from '../../../app/contract/dump-folder';
import { Button } from '../../parts/Button';
import { classes } from '../../parts/classes';
import { Dialog } from '../../parts/Dialog';
import { FailureNotice } from '../../parts/FailureNotice';
import { request } from '../../state/bridge';
import { useRemote } from '../../state/use-remote';
import { text } from '../../text';
import styles from './FirstRowsDialog.module.css';

interface FirstRowsDialogProps {
  readonly folder: string;
  readonly schema: string;
  readonly table: string;
  readonly onClose: () => void;
}

/** A look at what a table of a dump holds, before anything is loaded. */
export function FirstRowsDialog({ folder, schema, table, onClose }: FirstRowsDialogProps) {
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
      {read.kind === 'loading' && <p>{text.load.firstRowsReading}</p>}
      {read.kind === 'ready' && <Rows {...read.value} />}
    </Dialog>
  );
}

function Rows({ columns, rows }: FirstRows) {
  if (rows.length === 0) return <p>{text.load.firstRowsNone}</p>;
  const numbers = columns.map((_, column) => rows.every((row) => isNumber(row[column] ?? null)));
  return (
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
                  {value ?? <span className={styles.null}>{text.load.isNull}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** NULL stands in any column. */
function isNumber(value: string | null): boolean {
  return value === null || /^-?\d+(\.\d+)?$/.test(value);
}
