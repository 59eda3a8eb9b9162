import { useState } from 'react';
import { BadgeCheck } from 'lucide-react';
import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import { Button, type ButtonLook } from '../../parts/controls/Button';
import { Dialog } from '../../parts/overlays/Dialog';
import { request } from '../../state/remote/bridge';
import { useSettings } from '../../state/app/settings';
import { notifyFailure } from '../../state/app/toasts';
import { openRun } from '../../state/runs/runs';
import { ThreadsField } from '../threads/ThreadsField';
import { text } from '../../text';
import styles from './Proof.module.css';

interface ProveButtonProps {
  /** The dump, with choices about its files of values. */
  readonly folder: () => Promise<FolderChoice>;
  readonly testId: string;
  readonly look?: ButtonLook;
  readonly disabled?: boolean;
  /** True for a dump that was proved before. */
  readonly again?: boolean;
}

/** Asks first: a proof takes as long as a restore, and the room of one. */
export function ProveButton(props: ProveButtonProps) {
  const { folder, testId, look = 'plain', disabled, again = false } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        look={look}
        disabled={disabled}
        data-testid={testId}
        onClick={() => {
          setAsking(true);
        }}
      >
        <BadgeCheck size={14} aria-hidden />
        {again ? text.proof.openAgain : text.proof.open}
      </Button>
      {asking && (
        <ProveDialog
          folder={folder}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

interface ProveDialogProps extends Pick<ProveButtonProps, 'folder'> {
  readonly onClose: () => void;
}

function ProveDialog({ folder, onClose }: ProveDialogProps) {
  const usual = useSettings((state) => state.settings.threads);
  const [threads, setThreads] = useState(usual);
  const [starting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    try {
      const { handle, input } = await folder();
      await openRun(() => request('proof/start', { folder: handle, input, threads }));
      onClose();
    } catch (thrown) {
      notifyFailure(thrown);
      setStarting(false);
    }
  };
  return (
    <Dialog
      title={text.proof.title}
      explain={text.proof.explain}
      open
      onClose={onClose}
      onSubmit={() => {
        void start();
      }}
      testId="prove-dialog"
      width="narrow"
      actions={
        <>
          <span />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" type="submit" disabled={starting} data-testid="prove-start" autoFocus>
            {text.proof.start}
          </Button>
        </>
      }
    >
      <ol className={styles.steps}>
        {text.proof.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ThreadsField value={threads} onValue={setThreads} testId="prove-threads" />
    </Dialog>
  );
}
