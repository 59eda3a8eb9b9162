import type { Failure } from '../contract/failure';
import type { Check } from '../contract/runs/result';

/** A check of a comparison, and the failure that it is. */
export interface JudgedCheck {
  readonly check: Check;
  /** Null where both sides agree, or were not compared. */
  readonly failure: Failure | null;
}
