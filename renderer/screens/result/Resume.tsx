import { useState } from 'react';
import { Play } from 'lucide-react';
import { LOAD_DEFAULTS } from '../../../app/contract/options';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { ProductionGuard } from '../../parts/ProductionGuard';
import { request } from '../../state/bridge';
import { useConnections } from '../../state/connections';
import type { RunModel } from '../../state/run-model';
import { openRun } from '../../state/runs';
import { notifyFailure } from '../../state/toasts';
import { withPassword } from '../../state/unlock';
import { text } from '../../text';

/** Goes on with the load, into the connection that it was begun with; a production one is asked for by its name. */
export function ResumeButton({ run }: { readonly run: RunModel }) {
  const [asking, setAsking] = useState(false);
  const { targetProfileId } = run.header;
  const target = useConnections((state) => state.profiles.find(({ id }) => id === targetProfileId)) ?? null;
  if (run.result?.unfinished == null || target === null) return null;
  const isGuarded = target.environment === 'production';
  const resume = (confirmed: { readonly confirmedTarget?: string }): void => {
    setAsking(false);
    void resumeLoad(run, target.id, confirmed).catch(notifyFailure);
  };
  return (
    <>
      <Button
        look="primary"
        data-testid="result-resume"
        onClick={() => {
          if (isGuarded) setAsking(true);
          else resume({});
        }}
      >
        <Play size={14} aria-hidden />
        {text.result.resumeLoad}
      </Button>
      {asking && (
        <ConfirmResume
          name={target.name}
          onConfirm={() => {
            resume({ confirmedTarget: target.name });
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

async function resumeLoad(
  { runId, header: { threads }, result }: RunModel,
  profileId: string,
  confirmed: { readonly confirmedTarget?: string },
): Promise<void> {
  const { handle } = await request('runs/folder', { runId });
  const schemaMap = { ...result?.unfinished?.schemaMap };
  const options = { ...LOAD_DEFAULTS, threads, schemaMap, resume: true, ...confirmed };
  await openRun(() =>
    withPassword(profileId, () => request('load/start', { profileId, folder: handle, options })),
  );
}

interface ConfirmResumeProps {
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function ConfirmResume({ name, onConfirm, onClose }: ConfirmResumeProps) {
  const [typed, setTyped] = useState('');
  const isRight = typed === name;
  return (
    <Dialog
      title={text.result.resumeLoad}
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
          <Button type="submit" look="primary" disabled={!isRight} data-testid="resume-accept">
            {text.result.resumeLoad}
          </Button>
        </>
      }
    >
      <ProductionGuard explain={text.result.resumeGuard(name)} confirmed={typed} onConfirmed={setTyped} />
    </Dialog>
  );
}
