import { useState } from 'react';
import type { Failure } from '../../../app/contract/failure';
import type { ImportPreview, ImportRow } from '../../../app/contract/connections/import';
import { Button } from '../../parts/controls/Button';
import { Checkbox } from '../../parts/controls/Checkbox';
import { CheckLine } from '../../parts/controls/CheckLine';
import { Dialog } from '../../parts/overlays/Dialog';
import { EnvironmentTag } from '../../features/connection/Environment';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { failureOf, request } from '../../state/remote/bridge';
import { readConnections } from '../../state/servers/connections';
import { notify } from '../../state/app/toasts';
import { toggled } from '../../state/objects/toggled';
import { text } from '../../text';
import { addressText } from './address';
import styles from './ImportDialog.module.css';

interface ImportDialogProps {
  readonly preview: ImportPreview;
  readonly onClose: () => void;
}

/** Connections in another program's file. Those saved already are left unticked. */
export function ImportDialog({ preview, onClose }: ImportDialogProps) {
  const { file, kind, rows, left } = preview;
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter(({ duplicateOf }) => duplicateOf === null).map(({ profile }) => profile.id)),
  );
  const [withPasswords, setWithPasswords] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const toggle = (id: string): void => {
    setSelected(toggled(selected, id));
  };
  const take = async (): Promise<void> => {
    try {
      await request('profiles/import-take', { profileIds: [...selected], withPasswords });
      await readConnections();
      notify('ok', text.connections.imported(selected.size));
      onClose();
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  return (
    <Dialog
      title={text.connections.importTitle}
      explain={text.connections.importExplain(kind, file)}
      open
      onClose={onClose}
      onSubmit={() => {
        void take();
      }}
      testId="import-dialog"
      actions={
        <>
          <span />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            reason={selected.size === 0 ? text.connections.importNone : undefined}
            data-testid="import-take"
          >
            {text.connections.importTake(selected.size)}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row
            key={row.profile.id}
            row={row}
            isSelected={selected.has(row.profile.id)}
            onToggle={() => {
              toggle(row.profile.id);
            }}
          />
        ))}
      </ul>
      {left.length > 0 && (
        <div className={styles.left} data-testid="import-left">
          <h3>{text.connections.importLeft}</h3>
          <ul>
            {left.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {rows.some(({ hasPassword }) => hasPassword) && (
        <CheckLine
          ticked={withPasswords}
          label={text.connections.importPasswords}
          testId="import-passwords"
          onToggle={() => {
            setWithPasswords(!withPasswords);
          }}
        />
      )}
      {failure !== null && <FailureNotice failure={failure} tone="failed" />}
    </Dialog>
  );
}

interface RowProps {
  readonly row: ImportRow;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function Row({ row: { profile, hasPassword, duplicateOf, notes }, isSelected, onToggle }: RowProps) {
  const remarks = [
    ...(duplicateOf === null ? [] : [text.connections.importSaved(duplicateOf)]),
    ...(hasPassword ? [text.connections.importWithPassword] : []),
    ...notes,
  ];
  return (
    <li className={styles.row} data-testid={`import-row-${profile.name}`}>
      <Checkbox
        tick={isSelected ? 'all' : 'none'}
        label={text.connections.importSelect(profile.name)}
        testId={`import-pick-${profile.name}`}
        onToggle={onToggle}
      />
      <span className={styles.name}>
        {profile.group === undefined ? profile.name : `${profile.group} / ${profile.name}`}
      </span>
      <span>
        <EnvironmentTag environment={profile.environment} />
      </span>
      <span className={styles.address}>
        {`${profile.user}@${addressText(profile.address)}`}
        {remarks.map((remark) => (
          <span key={remark} className={styles.remarks}>
            {remark}
          </span>
        ))}
      </span>
    </li>
  );
}
