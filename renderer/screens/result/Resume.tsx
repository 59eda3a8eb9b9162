import { useState } from 'react';
import { Play } from 'lucide-react';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { ProductionGuard } from '../../parts/ProductionGuard';
import { useConnections } from '../../state/connections';
import { goOn, type Resumable } from '../../state/go-on';
import { notifyFailure } from '../../state/toasts';
import { text } from '../../text';

interface ResumeButtonProps {
  readonly runId: string;
  readonly kind: Resumable;
  /** The saved connection that the run goes into. */
  readonly targetProfileId: string | null;
  readonly testId: string;
}

/** Goes on with an unfinished run; a production target is asked for by its name. Nothing where it is not saved. */
export function ResumeButton({ runId, kind, targetProfileId, testId }: ResumeButtonProps) {
  const [asking, setAsking] = useState(false);
  const target = useConnections((state) => state.profiles.find(({ id }) => id === targetProfileId)) ?? null;
  if (target === null) return null;
  const isGuarded = target.environment === 'production';
  return (
    <>
      <Button
        look="primary"
        data-testid={testId}
        onClick={() => {
          if (isGuarded) setAsking(true);
          else void goOn(runId, kind, {}).catch(notifyFailure);
        }}
      >
        <Play size={14} aria-hidden />
        {text.result.resume[kind]}
      </Button>
      {asking && (
        <ConfirmResume
          title={text.result.resume[kind]}
          name={target.name}
          onConfirm={() => {
            setAsking(false);
            void goOn(runId, kind, { confirmedTarget: target.name }).catch(notifyFailure);
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

interface ConfirmResumeProps {
  readonly title: string;
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function ConfirmResume({ title, name, onConfirm, onClose }: ConfirmResumeProps) {
  const [typed, setTyped] = useState('');
  const isRight = typed === name;
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      testId="resume-dialog"
      width="narrow"
      onSubmit={() => {
        if (isRight) onConfirm();
      }}
      actions={
        <>
          <span />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            type="submit"
            look="primary"
            reason={isRight ? undefined : text.load.guardReason(name)}
            data-testid="resume-accept"
          >
            {title}
          </Button>
        </>
      }
    >
      <ProductionGuard
        explain={text.result.resumeGuard(name)}
        name={name}
        confirmed={typed}
        onConfirmed={setTyped}
      />
    </Dialog>
  );
}
