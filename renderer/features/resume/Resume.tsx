import { useState } from 'react';
import { Play } from 'lucide-react';
import { Button } from '../../parts/controls/Button';
import { useConnections, useGuard } from '../../state/servers/connections';
import { resume, type Resumable } from '../../state/runs/resume';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import { ConfirmOnTarget } from './ConfirmOnTarget';

interface ResumeButtonProps {
  readonly runId: string;
  readonly kind: Resumable;
  /** The saved connection that the run goes into. */
  readonly targetProfileId: string | null;
  /** Plain where something must be mended first. */
  readonly look?: 'primary' | 'plain';
  readonly testId: string;
}

/** Goes on with an unfinished run; a production target is asked for by its name. Nothing where it is not saved. */
export function ResumeButton({ runId, kind, targetProfileId, look = 'primary', testId }: ResumeButtonProps) {
  const [asking, setAsking] = useState(false);
  const target = useConnections((state) => state.profiles.find(({ id }) => id === targetProfileId)) ?? null;
  const guard = useGuard(target);
  if (target === null) return null;
  return (
    <>
      <Button
        look={look}
        data-testid={testId}
        onClick={() => {
          if (guard !== null) setAsking(true);
          else void resume(runId, kind, {}).catch(notifyFailure);
        }}
      >
        <Play size={14} aria-hidden />
        {text.result.resume[kind]}
      </Button>
      {asking && (
        <ConfirmOnTarget
          title={text.result.resume[kind]}
          guardText={text.result.resumeGuard}
          look="primary"
          target={target}
          testId="resume"
          onConfirm={(confirmed) => {
            setAsking(false);
            void resume(runId, kind, confirmed).catch(notifyFailure);
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
