import type { Keep } from '../../../app/contract/keep';
import { text } from '../../text';

/** Which dumps of a job stay, in a few words. */
export function keepText(keep: Keep): string {
  if (keep === null) return text.jobs.keepAll;
  if (typeof keep === 'number') return text.jobs.keepLast(keep);
  return text.jobs.keepDaily(keep.daily, keep.weekly);
}
