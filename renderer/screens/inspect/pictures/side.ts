import type { DrawnIndex } from '../../../state/inspect/before';
import { text } from '../../../text';

/** One of two states that stand side by side, or the only one. */
export interface Side {
  readonly which: 'before' | 'after' | 'only';
  readonly takenAt: string;
  /** Null where there is no picture of it. */
  readonly drawn: DrawnIndex | null;
}

/** Title of one of two sides. */
export function sideTitle({ which, takenAt }: Side): string {
  return text.inspect.sideOf(text.inspect.sides[which], new Date(takenAt).toLocaleTimeString('en-GB'));
}
