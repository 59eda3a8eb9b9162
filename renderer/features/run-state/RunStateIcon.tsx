import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Hourglass,
  TriangleAlert,
  Unplug,
  type LucideIcon,
} from 'lucide-react';
import type { HistoryState } from '../../../app/contract/runs/history';
import styles from './RunStateIcon.module.css';

const icons: Readonly<Record<HistoryState, LucideIcon>> = {
  running: CirclePlay,
  paused: CirclePause,
  cancelling: Hourglass,
  done: CircleCheck,
  'done-with-warnings': TriangleAlert,
  incomplete: CircleDashed,
  cancelled: Ban,
  failed: CircleX,
  interrupted: Unplug,
};

/** A run's state as a shape; the word stands beside it wherever there is room. */
export function RunStateIcon({ state, size }: { readonly state: HistoryState; readonly size: number }) {
  const Icon = icons[state];
  return <Icon size={size} className={styles.icon} data-state={state} aria-hidden />;
}
