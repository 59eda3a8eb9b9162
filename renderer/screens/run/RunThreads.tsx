import { useState } from 'react';
import { Minus, Plus } from 'lucide-react';
import { IconButton } from '../../parts/controls/Button';
import { setRunThreads } from '../../state/runs/runs';
import { text } from '../../text';
import styles from './RunThreads.module.css';

interface RunThreadsProps {
  readonly runId: string;
  /** Initial value. */
  readonly threads: number;
  readonly most: number;
  readonly fixed: boolean;
}

/** More lanes for a run, or fewer. What was wished is shown at once; a lane too many leaves at its next chunk. */
export function RunThreads({ runId, threads, most, fixed }: RunThreadsProps) {
  const [wished, setWished] = useState(threads);
  const wish = (next: number): void => {
    setWished(next);
    setRunThreads(runId, next);
  };
  return (
    <div className={styles.threads} role="group" aria-label={text.common.threads}>
      <IconButton
        label={text.run.fewerThreads}
        data-testid="run-fewer-threads"
        disabled={fixed || wished <= 1}
        onClick={() => {
          wish(wished - 1);
        }}
      >
        <Minus size={14} aria-hidden />
      </IconButton>
      <span data-testid="run-threads" aria-live="polite">
        {text.run.threads(wished)}
      </span>
      <IconButton
        label={text.run.moreThreads}
        data-testid="run-more-threads"
        disabled={fixed || wished >= most}
        onClick={() => {
          wish(wished + 1);
        }}
      >
        <Plus size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
