import { ArrowLeft } from 'lucide-react';
import type { HistoryResult } from '../../../app/contract/runs/history';
import { assertNever } from '../../../app/contract/exhaustive';
import { Button } from '../../parts/controls/Button';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Empty, ScreenFrame } from '../../parts/layout/Panel';
import { request } from '../../state/remote/bridge';
import { showHistory } from '../../state/app/navigation';
import type { Remote } from '../../state/remote/remote';
import { emptyRun } from '../../state/runs/run-model';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import { ResultView } from '../../features/result/ResultView';
import { formatDateTime } from '../../parts/display/date-time';

/** The whole result of a run that another window, a command line or an earlier start has made. */
export function PastResult({ runId }: { readonly runId: string }) {
  const past = useRemote(runId, () => request('history/result', { runId }));
  const header = past.kind === 'ready' ? past.value.header : null;
  return (
    <ScreenFrame
      title={header?.title ?? text.history.title}
      {...(header !== null && {
        subtitle: `${text.run.kinds[header.kind]} · ${formatDateTime(header.startedAt)}`,
      })}
      testId="screen-past-result"
      actions={
        <Button
          data-testid="history-back"
          onClick={() => {
            showHistory();
          }}
        >
          <ArrowLeft size={14} aria-hidden />
          {text.history.back}
        </Button>
      }
    >
      <Body past={past} />
    </ScreenFrame>
  );
}

function Body({ past }: { readonly past: Remote<HistoryResult> }) {
  switch (past.kind) {
    case 'absent':
    case 'loading':
      return <Empty title={text.common.loading} />;
    case 'failed':
      return (
        <div>
          <FailureNotice failure={past.failure} tone="failed" />
        </div>
      );
    case 'ready': {
      const { header, result } = past.value;
      return <ResultView run={{ ...emptyRun(header), state: result.state, result }} result={result} />;
    }
    default:
      return assertNever(past);
  }
}
