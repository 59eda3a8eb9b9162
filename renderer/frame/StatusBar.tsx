import { TriangleAlert } from 'lucide-react';
import { Tip } from '../parts/overlays/Tip';
import { useAppInfo } from '../state/app/app-info';
import { useNavigation } from '../state/app/navigation';
import { isFinal, useRuns } from '../state/runs/runs';
import { text } from '../text';
import { formatBytesPerSecond } from '../../app/contract/quantities';
import styles from './StatusBar.module.css';

export function StatusBar() {
  const info = useAppInfo((state) => state.info);
  return (
    <footer className={styles.bar}>
      {info?.oldRuntime === true && <OldRuntime electron={info.electron} />}
      <span className={styles.runs}>
        <RunsNow />
      </span>
      {info !== null && <span className={styles.versions}>{`${text.frame.product} ${info.version}`}</span>}
    </footer>
  );
}

function OldRuntime({ electron }: { readonly electron: string }) {
  return (
    <Tip text={text.frame.oldRuntimeDetail(electron)}>
      <button
        type="button"
        className={styles.old}
        data-testid="old-runtime"
        onClick={() => {
          useNavigation.setState({ aboutOpen: true });
        }}
      >
        <TriangleAlert size={13} aria-hidden />
        {text.frame.oldRuntime}
      </button>
    </Tip>
  );
}

function RunsNow() {
  const byId = useRuns((state) => state.byId);
  const active = Object.values(byId).filter((run) => !isFinal(run));
  if (active.length === 0) return null;
  const rate = active.reduce((sum, run) => sum + run.totals.bytesPerSecond, 0);
  return <>{`${text.frame.activeRuns(active.length)} · ${formatBytesPerSecond(rate)}`}</>;
}
