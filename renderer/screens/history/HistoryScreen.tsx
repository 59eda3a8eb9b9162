import { useEffect } from 'react';
import { RotateCw } from 'lucide-react';
import { IconButton } from '../../parts/controls/Button';
import { ScreenFrame } from '../../parts/layout/Panel';
import { readHistory } from '../../state/runs/history';
import { useNavigation } from '../../state/app/navigation';
import { useRuns } from '../../state/runs/runs';
import { text } from '../../text';
import { HistoryList } from './HistoryList';
import { PastResult } from './PastResult';

/** Every run that is still known, and the whole result of the one that is open. */
export function HistoryScreen() {
  const runId = useNavigation((state) => state.historyRunId);
  // The end of a run is written by the time it is told: each change of these brings the list up to date.
  const states = useRuns((state) =>
    Object.values(state.byId)
      .map((run) => run.state)
      .join(),
  );
  useEffect(() => {
    void readHistory();
    const again = (): void => {
      void readHistory();
    };
    addEventListener('focus', again);
    return () => {
      removeEventListener('focus', again);
    };
  }, [states]);
  if (runId !== null) return <PastResult key={runId} runId={runId} />;
  return (
    <ScreenFrame
      title={text.history.title}
      subtitle={text.history.subtitle}
      testId="screen-history"
      actions={
        <IconButton
          label={text.history.reload}
          data-testid="history-reload"
          onClick={() => {
            void readHistory();
          }}
        >
          <RotateCw size={14} aria-hidden />
        </IconButton>
      }
    >
      <HistoryList />
    </ScreenFrame>
  );
}
