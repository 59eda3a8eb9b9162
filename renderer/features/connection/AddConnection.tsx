import { Plus } from 'lucide-react';
import { editConnection } from '../../state/app/navigation';
import { text } from '../../text';
import { Button } from '../../parts/controls/Button';

/** The way to a connection that is not in the list yet. */
export function AddConnection() {
  return (
    <Button
      data-testid="add-connection"
      onClick={() => {
        editConnection('new');
      }}
    >
      <Plus size={14} aria-hidden />
      {text.common.addConnection}
    </Button>
  );
}
