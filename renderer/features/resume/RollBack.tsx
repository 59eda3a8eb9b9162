import { useState } from 'react';
import { Undo2 } from 'lucide-react';
import { Button } from '../../parts/controls/Button';
import { useConnections } from '../../state/servers/connections';
import { rollBack } from '../../state/runs/resume';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import { ConfirmOnTarget } from './ConfirmOnTarget';

interface RollBackButtonProps {
  readonly runId: string;
  /** The saved connection that the run went into. */
  readonly targetProfileId: string | null;
  readonly testId: string;
}

/** Rolls an unfinished run back, after a question. Nothing where its target is not saved. */
export function RollBackButton({ runId, targetProfileId, testId }: RollBackButtonProps) {
  const [asking, setAsking] = useState(false);
  const target = useConnections((state) => state.profiles.find(({ id }) => id === targetProfileId)) ?? null;
  if (target === null) return null;
  const close = (): void => {
    setAsking(false);
  };
  return (
    <>
      <Button
        data-testid={testId}
        onClick={() => {
          setAsking(true);
        }}
      >
        <Undo2 size={14} aria-hidden />
        {text.result.rollBack}
      </Button>
      {asking && (
        <ConfirmOnTarget
          title={text.result.rollBackConfirm}
          explain={text.result.rollBackExplain(target.name)}
          guardText={text.result.rollBackGuard}
          look="danger"
          target={target}
          testId="roll-back"
          onConfirm={(confirmed) => {
            close();
            void rollBack(runId, target.id, confirmed).catch(notifyFailure);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
