import { useState, type ReactElement } from 'react';
import { ArrowLeft } from 'lucide-react';
import type { HistoryResult } from '../../../app/contract/runs/history';
import { assertNever } from '../../../app/contract/exhaustive';
import { Button } from '../../parts/controls/Button';
import { Segmented } from '../../parts/controls/Segmented';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Empty, ScreenFrame } from '../../parts/layout/Panel';
import { request } from '../../state/remote/bridge';
import { showHistory } from '../../state/app/navigation';
import type { Remote } from '../../state/remote/remote';
import { emptyRun, runOfHistory } from '../../state/runs/run-model';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import { ResultView } from '../../features/result/ResultView';
import { RunTimeline } from '../../features/run-timeline/RunTimeline';
import styles from './PastResult.module.css';
import { formatDateTime } from '../../parts/display/date-time';

type View = 'result' | 'timeline';

/** Result, log and lanes of a run that another window, a command line or an earlier start has made. */
export function PastResult({ runId }: { readonly runId: string }) {
  const past = useRemote(runId, () => request('history/result', { runId }));
  const [view, setView] = useState<View>('result');
  const header = past.kind === 'ready' ? past.value.header : null;
  return (
    <ScreenFrame
      title={header?.title ?? text.history.title}
      {...(header !== null && {
        subtitle: `${text.run.kindOf(header)} · ${formatDateTime(header.startedAt)}`,
      })}
      testId="screen-past-result"
      actions={
        <>
          {header !== null && (
            <Segmented
              label={text.run.showResult}
              value={view}
              options={[
                { value: 'result', label: text.run.showResult, testId: 'past-show-result' },
                { value: 'timeline', label: text.run.showTimeline, testId: 'past-show-timeline' },
              ]}
              onValue={setView}
            />
          )}
          <Button
            data-testid="history-back"
            onClick={() => {
              showHistory();
            }}
          >
            <ArrowLeft size={14} aria-hidden />
            {text.history.back}
          </Button>
        </>
      }
    >
      <Opened remote={past}>
        {(run) => (view === 'result' ? <Result run={run} /> : <PastTimeline run={run} />)}
      </Opened>
    </ScreenFrame>
  );
}

function Result({ run: { header, result } }: { readonly run: HistoryResult }) {
  return (
    <ResultView
      run={{ ...emptyRun(header), state: result.state, result, isReadingPages: false }}
      result={result}
    />
  );
}

function PastTimeline({ run }: { readonly run: HistoryResult }) {
  const { runId } = run.header;
  const timeline = useRemote(runId, () => request('history/timeline', { runId }));
  return (
    <Opened remote={timeline}>
      {(kept) =>
        kept === null ? (
          <Empty title={text.history.noTimeline} explain={text.history.noTimelineExplain} />
        ) : (
          <div className={styles.timeline}>
            <RunTimeline run={runOfHistory(run, kept)} />
          </div>
        )
      }
    </Opened>
  );
}

interface OpenedProps<T> {
  readonly remote: Remote<T>;
  readonly children: (value: T) => ReactElement;
}

function Opened<T>({ remote, children }: OpenedProps<T>) {
  switch (remote.kind) {
    case 'absent':
    case 'loading':
      return <Empty title={text.common.loading} />;
    case 'failed':
      return (
        <div>
          <FailureNotice failure={remote.failure} tone="failed" />
        </div>
      );
    case 'ready':
      return children(remote.value);
    default:
      return assertNever(remote);
  }
}
