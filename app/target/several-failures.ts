import { SluiceError, type Failure } from '../contract/failure';
import { trialText } from '../text/target/trial';

/** One failure of a run for several objects; a dry run reports that of each. */
export class SeveralFailures extends SluiceError {
  readonly each: readonly Failure[];

  constructor(together: Failure, each: readonly Failure[]) {
    super(together.code, together.message, together);
    this.each = each;
  }
}

/** Fails with the first refusal, and says how many more there are. */
export function assertNoneRefused(refused: readonly Failure[]): void {
  const [first, ...others] = refused;
  if (first === undefined) return;
  const message = trialText.refusedAndMore({ refusal: first.message, more: others.length });
  throw new SeveralFailures({ ...first, message }, refused);
}
