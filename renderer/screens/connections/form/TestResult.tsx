import { useEffect, useRef } from 'react';
import { CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ConnectionTest, ConnectionTestStage } from '../../../../app/contract/connections/connection';
import { text } from '../../../text';
import { formatDuration } from '../../../../app/contract/quantities';
import styles from './TestResult.module.css';

const icons: Readonly<Record<ConnectionTestStage['state'], LucideIcon>> = {
  ok: CircleCheck,
  warning: TriangleAlert,
  failed: CircleX,
};

/** Stages of a connection test; the first failed one is the last. */
export function TestResult({ test }: { readonly test: ConnectionTest }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // It stands below a form that may be longer than the window.
    list.current?.scrollIntoView({ block: 'nearest' });
  }, [test]);
  return (
    <ol
      ref={list}
      className={styles.stages}
      aria-label={text.connections.testTitle}
      data-testid="connection-test-result"
    >
      {test.stages.map((stage) => {
        const Icon = icons[stage.state];
        return (
          <li key={stage.stage} className={styles.stage} data-state={stage.state}>
            <Icon size={14} aria-label={text.connections.stageStates[stage.state]} />
            <span>{text.connections.stages[stage.stage]}</span>
            <span className={styles.detail}>{stage.detail}</span>
            <span className={styles.time}>{stage.ms < 1 ? '' : formatDuration(stage.ms)}</span>
          </li>
        );
      })}
    </ol>
  );
}
