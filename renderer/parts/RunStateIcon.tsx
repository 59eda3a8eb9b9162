import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Hourglass,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { RunState } from '../../app/contract/run';
import styles from './RunStateIcon.module.css';

const icons: Readonly<Record<RunState, LucideIcon>> = {
  running: CirclePlay,
  paused: CirclePause,
  cancelling: Hourglass,
  done: CircleCheck,
  'done-with-warnings': TriangleAlert,
  incomplete: CircleDashed,
  cancelled: Ban,
  failed: CircleX,
};

/** A run's state as a shape; the word stands beside it wherever there is room. */
export function RunStateIcon({ state, size }: { readonly state: RunState; readonly size: number }) {
  const Icon = icons[state];
  return <Icon size={size} className={styles.icon} data-state={state} aria-hidden />;
}
