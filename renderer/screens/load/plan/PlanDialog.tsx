import { useEffect } from 'react';
import type { FolderChoice } from '../../../../app/contract/runs/folder-choice';
import type { Profile } from '../../../../app/contract/connections/connection';
import type { LoadOptions } from '../../../../app/contract/runs/options';
import { Button } from '../../../parts/controls/Button';
import { CommandLine, CopyCommand } from '../../../features/command-line/CommandLine';
import { Dialog } from '../../../parts/overlays/Dialog';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Waiting } from '../../../parts/notices/Waiting';
import { request } from '../../../state/remote/bridge';
import { useGuard } from '../../../state/servers/connections';
import { notifyFailure } from '../../../state/app/toasts';
import { withPassword } from '../../../state/servers/unlock';
import { useRemote } from '../../../state/remote/use-remote';
import { text } from '../../../text';
import { PlanView } from './PlanView';

interface PlanDialogProps {
  readonly target: Profile;
  readonly folder: FolderChoice;
  readonly options: LoadOptions;
  readonly canStart: boolean;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** The dry run: all that a load would do, and all that is in its way, before anything is touched. */
export function PlanDialog({ target, folder, options, canStart, onStart, onClose }: PlanDialogProps) {
  const wish = { profileId: target.id, folder: folder.handle, options };
  const guard = useGuard(target);
  const plan = useRemote('plan', () => withPassword(target.id, () => request('load/plan', wish)));
  const command = useRemote('command', () => request('load/command', wish));
  const isPlanning = plan.kind === 'loading' || plan.kind === 'absent';
  // Nobody waits any more for a plan whose dialog is closed.
  useEffect(() => () => void request('load/cancel-plan', null).catch(notifyFailure), []);
  const isFree = plan.kind === 'ready' && plan.value.conflicts.length === 0;
  return (
    <Dialog
      title={text.load.planTitle}
      open
      onClose={onClose}
      testId="plan-dialog"
      width="full"
      actions={
        <>
          <CopyCommand command={command} testId="plan-copy" />
          <Button onClick={onClose} data-testid="plan-close" autoFocus>
            {isPlanning ? text.common.cancel : text.common.close}
          </Button>
          <Button
            look={guard !== null ? 'danger' : 'primary'}
            disabled={!canStart || !isFree}
            data-testid="plan-start"
            onClick={onStart}
          >
            {text.load.start}
          </Button>
        </>
      }
    >
      {isPlanning && <Waiting title={text.load.planning} explain={text.load.planningExplain} />}
      {plan.kind === 'failed' && <FailureNotice failure={plan.failure} tone="failed" />}
      {plan.kind === 'ready' && <PlanView plan={plan.value} target={target} />}
      <CommandLine command={command} testId="plan-command" note={text.load.planNote} />
    </Dialog>
  );
}
