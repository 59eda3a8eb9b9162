import { RotateCcw } from 'lucide-react';
import type { RunKind } from '../../../app/contract/runs/state';
import { Button } from '../../parts/controls/Button';
import { repeat } from '../../state/runs/history';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';

interface RepeatButtonProps {
  readonly runId: string;
  readonly kind: RunKind;
  /** The saved connection that the run signs in to. */
  readonly profileId: string | null;
  readonly testId: string;
}

/** Does a run again; what changes a server is set up again instead. */
export function RepeatButton({ testId, ...run }: RepeatButtonProps) {
  const isSetUp = run.kind === 'load' || run.kind === 'migrate';
  return (
    <Button
      data-testid={testId}
      onClick={() => {
        void repeat(run).catch(notifyFailure);
      }}
    >
      <RotateCcw size={14} aria-hidden />
      {isSetUp ? text.history.setUpAgain : text.history.repeat}
    </Button>
  );
}
