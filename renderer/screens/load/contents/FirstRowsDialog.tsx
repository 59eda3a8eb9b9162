import type { ReadingChoices } from '../../../../app/contract/commands/input';
import { Button } from '../../../parts/controls/Button';
import { Dialog } from '../../../parts/overlays/Dialog';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Waiting } from '../../../parts/notices/Waiting';
import { request } from '../../../state/remote/bridge';
import { useRemote } from '../../../state/remote/use-remote';
import { text } from '../../../text';
import { FirstRowsTable } from './FirstRowsTable';

interface FirstRowsDialogProps {
  readonly folder: string;
  readonly input: ReadingChoices | undefined;
  readonly schema: string;
  readonly table: string;
  /** Rows of the table; null where the dump does not record it. */
  readonly rowsInAll: number | null;
  readonly onClose: () => void;
}

/** A look at what a table of a dump holds, before anything is loaded. */
export function FirstRowsDialog({ folder, input, schema, table, rowsInAll, onClose }: FirstRowsDialogProps) {
  const read = useRemote(JSON.stringify([folder, input, schema, table]), () =>
    request('load/first-rows', { folder, input, schema, table }),
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
      {read.kind === 'ready' && <FirstRowsTable {...read.value} rowsInAll={rowsInAll} />}
    </Dialog>
  );
}
