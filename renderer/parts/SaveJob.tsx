import { useState } from 'react';
import { Bookmark } from 'lucide-react';
import type { RequestArgument } from '../../app/contract/channels';
import { failureOf } from '../state/bridge';
import { addJob } from '../state/jobs';
import { text } from '../text';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Field, TextInput } from './Field';
import { KeepSelect } from './KeepSelect';
import styles from './SaveJob.module.css';

interface SaveJobProps {
  /** What would be saved; null while the set-up is not complete. */
  readonly setup: Omit<RequestArgument<'jobs/add'>, 'name' | 'keep'> | null;
  readonly suggestedName: string;
}

/** Saves what a screen has set up as a job. */
export function SaveJob({ setup, suggestedName }: SaveJobProps) {
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        disabled={setup === null}
        data-testid="save-job"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Bookmark size={14} aria-hidden />
        {text.jobs.save}
      </Button>
      {open && setup !== null && <SaveDialog setup={setup} suggestedName={suggestedName} onClose={close} />}
    </>
  );
}

interface SaveDialogProps extends SaveJobProps {
  readonly setup: NonNullable<SaveJobProps['setup']>;
  readonly onClose: () => void;
}

function SaveDialog({ setup, suggestedName, onClose }: SaveDialogProps) {
  const [name, setName] = useState(suggestedName.slice(0, 80));
  const [keep, setKeep] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const save = async (): Promise<void> => {
    try {
      await addJob({ ...setup, name: name.trim(), keep });
      onClose();
    } catch (thrown) {
      setProblem(failureOf(thrown).message);
    }
  };
  return (
    <Dialog
      title={text.jobs.saveTitle}
      explain={text.jobs.saveExplain}
      open
      onClose={onClose}
      onSubmit={() => {
        void save();
      }}
      testId="save-job-dialog"
      width="narrow"
      actions={
        <>
          <span />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" type="submit" disabled={name.trim() === ''} data-testid="job-save">
            {text.jobs.accept}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field label={text.jobs.name} problem={problem}>
          {(ids) => (
            <TextInput
              {...ids}
              data-testid="job-name"
              value={name}
              maxLength={80}
              autoFocus
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        {setup.work.kind === 'dump' && <KeepSelect value={keep} onValue={setKeep} />}
      </div>
    </Dialog>
  );
}
