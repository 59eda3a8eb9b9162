import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Hourglass,
  ListTree,
  Minus,
  RotateCw,
  ScanSearch,
  type LucideIcon,
} from 'lucide-react';
import type { LanePhase } from '../../../app/contract/runs/run';

const icons: Readonly<Record<LanePhase, LucideIcon>> = {
  idle: Minus,
  read: ArrowUpFromLine,
  load: ArrowDownToLine,
  index: ListTree,
  verify: ScanSearch,
  wait: Hourglass,
  retry: RotateCw,
};

export function PhaseIcon({ phase }: { readonly phase: LanePhase }) {
  const Icon = icons[phase];
  return <Icon size={13} aria-hidden />;
}
