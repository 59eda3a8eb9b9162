import type { Keep } from '../../../app/contract/jobs/keep';
import { text } from '../../text';

/** Short description of a job's retention. */
export function keepText(keep: Keep): string {
  if (keep === null) return text.jobs.keepAll;
  if (typeof keep === 'number') return text.jobs.keepLast(keep);
  return text.jobs.keepDaily(keep.daily, keep.weekly);
}
