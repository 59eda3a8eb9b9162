import { useState } from 'react';
import { Bookmark } from 'lucide-react';
import type { Keep } from '../../../app/contract/jobs/keep';
import type { RequestArgument } from '../../../app/contract/requests';
import { addJob } from '../../state/runs/jobs';
import { text } from '../../text';
import { Button } from '../../parts/controls/Button';
import { JobDialog } from './JobDialog';
import { KeepSelect } from './KeepSelect';

interface SaveJobProps {
  /** Job to save; null while the set-up is not complete. */
  readonly work: RequestArgument<'jobs/add'>['work'] | null;
  readonly suggestedName: string;
}

/** Saves what a screen has set up as a job. */
export function SaveJob({ work, suggestedName }: SaveJobProps) {
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        disabled={work === null}
        data-testid="save-job"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Bookmark size={14} aria-hidden />
        {text.jobs.save}
      </Button>
      {open && work !== null && <SaveDialog work={work} suggestedName={suggestedName} onClose={close} />}
    </>
  );
}

interface SaveDialogProps extends SaveJobProps {
  readonly work: NonNullable<SaveJobProps['work']>;
  readonly onClose: () => void;
}

function SaveDialog({ work, suggestedName, onClose }: SaveDialogProps) {
  const [keep, setKeep] = useState<Keep>(null);
  return (
    <JobDialog
      title={text.jobs.saveTitle}
      explain={text.jobs.saveExplain}
      firstName={suggestedName}
      onSave={(name) => addJob({ work, name, keep })}
      onClose={onClose}
      testId="save-job-dialog"
      width="narrow"
      changed={keep !== null}
    >
      {work.kind === 'dump' && <KeepSelect value={keep} onValue={setKeep} />}
    </JobDialog>
  );
}
