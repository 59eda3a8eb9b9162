import { memo, useEffect, useState } from 'react';
import { Pause, Play, Square } from 'lucide-react';
import type { RunHeader } from '../../../app/contract/runs/run';
import type { RunState } from '../../../app/contract/runs/state';
import { Announce } from '../../parts/notices/Announce';
import { Button } from '../../parts/controls/Button';
import { Confirm } from '../../parts/overlays/Dialog';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { RunStateIcon } from '../../features/run-state/RunStateIcon';
import { Segmented } from '../../parts/controls/Segmented';
import { progressOf, type RunModel } from '../../state/runs/run-model';
import { cancelRun, isFinal, pauseRun, resumeRun } from '../../state/runs/runs';
import { dismissRun } from '../../state/app/toasts';
import { text } from '../../text';
import { ResultView } from '../../features/result/ResultView';
import { RunTimeline } from '../../features/run-timeline/RunTimeline';
import styles from './RunPane.module.css';
import { RunThreads } from './RunThreads';

type View = 'timeline' | 'result';

/** One run: what goes on while it runs, and how it ended. Leaving it never stops it. */
export function RunPane({ run }: { readonly run: RunModel }) {
  const [chosen, setChosen] = useState<View | null>(null);
  useEffect(() => {
    dismissRun(run.runId);
  }, [run.runId]);
  const view = chosen ?? (run.result === null ? 'timeline' : 'result');
  return (
    <div className={styles.pane}>
      <header className={styles.head}>
        <div className={styles.title}>
          <span className={styles.kind}>{text.run.kindOf(run.header)}</span>
          <h1>
            <MiddleEllipsis text={run.header.title} />
          </h1>
          <span
            className={styles.state}
            data-testid="run-state"
            data-kind={run.header.kind}
            data-state={run.state}
          >
            <RunStateIcon state={run.state} size={14} />
            {text.run.states[run.state]}
          </span>
        </div>
        <div className={styles.actions}>
          {run.result !== null && (
            <Segmented
              label={text.run.showResult}
              value={view}
              options={[
                { value: 'result', label: text.run.showResult, testId: 'run-show-result' },
                { value: 'timeline', label: text.run.showTimeline, testId: 'run-show-timeline' },
              ]}
              onValue={setChosen}
            />
          )}
          {!isFinal(run) && (
            <RunActions
              header={run.header}
              state={run.state}
              threads={run.lanes.length === 0 ? run.header.threads : run.lanes.length}
            />
          )}
        </div>
      </header>
      <Announce>{announcement(run)}</Announce>
      {view === 'result' && run.result !== null ? (
        <ResultView run={run} result={run.result} />
      ) : (
        <RunTimeline run={run} />
      )}
    </div>
  );
}

interface RunActionsProps {
  readonly header: RunHeader;
  readonly state: RunState;
  /** Number of existing or planned lanes. */
  readonly threads: number;
}

/** Few updates of the run change it. */
const RunActions = memo(function RunActions({ header, state, threads }: RunActionsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {header.mostThreads !== undefined && (
        <RunThreads
          runId={header.runId}
          threads={threads}
          most={header.mostThreads}
          fixed={state === 'cancelling'}
        />
      )}
      {state === 'paused' ? (
        <Button
          data-testid="run-resume"
          onClick={() => {
            resumeRun(header.runId);
          }}
        >
          <Play size={13} aria-hidden />
          {text.run.resume}
        </Button>
      ) : (
        <Button
          data-testid="run-pause"
          disabled={state !== 'running'}
          onClick={() => {
            pauseRun(header.runId);
          }}
        >
          <Pause size={13} aria-hidden />
          {text.run.pause}
        </Button>
      )}
      <Button
        data-testid="run-cancel"
        disabled={state === 'cancelling'}
        onClick={() => {
          setAsking(true);
        }}
      >
        <Square size={12} aria-hidden />
        {text.run.cancel}
      </Button>
      <Confirm
        title={text.run.cancelTitle}
        explain={text.run.cancelExplain(header)}
        confirm={text.run.cancelConfirm}
        refuse={state === 'paused' ? text.run.keepPaused : text.run.keepRunning}
        look="danger"
        open={asking}
        onConfirm={() => {
          cancelRun(header.runId);
        }}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
});

/** Quarters and the end; a screen reader is not told of every tick. */
function announcement(run: RunModel): string {
  if (isFinal(run)) return text.run.announceEnd(run.header.title, text.run.states[run.state]);
  const quarter = Math.floor((progressOf(run) ?? 0) * 4) * 25;
  return quarter === 0 ? '' : text.run.announce(run.header.title, quarter);
}
