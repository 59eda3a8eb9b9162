import type { OnExisting } from '../../../app/contract/runs/options';
import { formatCount } from '../../../app/contract/quantities';
import type { ReplacedTable } from '../../state/objects/replaced-tables';
import { text } from '../../text';
import { Confirm } from '../../parts/overlays/Dialog';

interface ReplaceQuestionProps {
  readonly target: string;
  readonly policy: OnExisting;
  readonly tables: readonly ReplacedTable[];
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const NAMED = 5;

/** Asks once before rows that exist on the target are removed, with the tables and their rows. */
export function ReplaceQuestion({ target, policy, tables, open, onConfirm, onClose }: ReplaceQuestionProps) {
  const named = tables
    .slice(0, NAMED)
    .map(({ schema, name, rows }) => text.load.replacedTable(schema, name, rows));
  const others = tables.length - named.length;
  const { title, explain, confirm } = policy === 'drop' ? text.load.askDrop : text.load.askTruncate;
  return (
    <Confirm
      title={title(tables.length, target)}
      explain={explain([...named, ...(others > 0 ? [text.load.replacedOthers(formatCount(others))] : [])])}
      confirm={confirm}
      look="danger"
      open={open}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
