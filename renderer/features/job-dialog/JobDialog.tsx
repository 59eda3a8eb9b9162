import { useState, type ReactNode } from 'react';
import { failureOf } from '../../state/remote/bridge';
import { text } from '../../text';
import { Button } from '../../parts/controls/Button';
import { Dialog } from '../../parts/overlays/Dialog';
import { Field, TextInput } from '../../parts/controls/Field';
import styles from './JobDialog.module.css';

interface JobDialogProps {
  readonly title: string;
  readonly explain: string;
  readonly firstName: string;
  /** Saves under the name; what it throws is shown beside the name, and the dialog stays. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
  readonly testId: string;
  readonly width: 'narrow' | 'wide';
  /** True if one of the `children` was changed. */
  readonly changed: boolean;
  readonly children?: ReactNode;
}

/** Asks for a job's name, and for whatever fields it is given. */
export function JobDialog(props: JobDialogProps) {
  const { title, explain, firstName, onSave, onClose, testId, width, changed, children } = props;
  const first = firstName.slice(0, 80);
  const [name, setName] = useState(first);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const save = async (): Promise<void> => {
    try {
      await onSave(name.trim());
      onClose();
    } catch (thrown) {
      setProblem(failureOf(thrown).message);
    }
  };
  return (
    <Dialog
      title={title}
      explain={explain}
      open
      onClose={onClose}
      unsaved={changed || name !== first}
      onSubmit={() => {
        void save();
      }}
      testId={testId}
      width={width}
      actions={
        <>
          <span />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            reason={name.trim() === '' ? text.jobs.nameFirst : undefined}
            data-testid="job-save"
          >
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
        {children}
      </div>
    </Dialog>
  );
}
