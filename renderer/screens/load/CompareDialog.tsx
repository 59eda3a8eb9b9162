import { useState } from 'react';
import type { Profile } from '../../../app/contract/connections/connection';
import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import {
  loadVerifications,
  type ComparisonOptions,
  type LoadOptions,
} from '../../../app/contract/runs/options';
import { Button } from '../../parts/controls/Button';
import { ChoiceField } from '../../parts/controls/ChoiceField';
import { CommandLine, CopyCommand } from '../../features/command-line/CommandLine';
import { Dialog } from '../../parts/overlays/Dialog';
import { request } from '../../state/remote/bridge';
import { openRun } from '../../state/runs/runs';
import { notifyFailure } from '../../state/app/toasts';
import { withPassword } from '../../state/servers/unlock';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';

interface CompareDialogProps {
  readonly target: Profile;
  readonly folder: FolderChoice;
  /** Names and threads set on the screen. */
  readonly set: Omit<ComparisonOptions, 'verify'>;
  /** True if the screen leaves something out, which a comparison does not. */
  readonly isPart: boolean;
  readonly onClose: () => void;
}

/** Compares the server with the dump, as it is now: how its rows are compared, and that nothing is changed. */
export function CompareDialog({ target, folder, set, isPart, onClose }: CompareDialogProps) {
  const [verify, setVerify] = useState<LoadOptions['verify']>('checksum');
  const wish = { profileId: target.id, folder: folder.handle, options: { ...set, verify } };
  const command = useRemote(JSON.stringify(wish), () => request('verify/compare-command', wish));
  const start = (): void => {
    onClose();
    openRun(() => withPassword(target.id, () => request('verify/compare', wish))).catch(notifyFailure);
  };
  return (
    <Dialog
      title={text.load.compareTitle(target.name)}
      explain={text.load.compareExplain}
      open
      onClose={onClose}
      testId="compare-dialog"
      onSubmit={start}
      actions={
        <>
          <CopyCommand command={command} testId="compare-copy" />
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button type="submit" look="primary" data-testid="compare-start" autoFocus>
            {text.load.compare}
          </Button>
        </>
      }
    >
      <ChoiceField
        label={text.load.compareRows}
        testId="compare-rows"
        value={verify}
        values={loadVerifications}
        texts={text.load.verifications}
        onValue={setVerify}
      />
      {isPart && <p>{text.load.comparePart}</p>}
      <CommandLine command={command} testId="compare-command" />
    </Dialog>
  );
}
