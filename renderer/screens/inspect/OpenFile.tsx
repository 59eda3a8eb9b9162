import { FileSearch } from 'lucide-react';
import { Button } from '../../parts/controls/Button';
import { request } from '../../state/remote/bridge';
import { showSubject } from '../../state/app/navigation';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';

/** The way into a table's file without its server. */
export function OpenFile() {
  return (
    <Button data-testid="inspect-open-file" onClick={openFile}>
      <FileSearch size={14} aria-hidden />
      {text.inspect.openFile}
    </Button>
  );
}

function openFile(): void {
  request('inspect/choose-file', null)
    .then((file) => {
      if (file !== null) showSubject({ kind: 'file', file });
    })
    .catch(notifyFailure);
}
