import { SluiceError, type Failure } from '../contract/failure';

/** One failure of a run for several objects; a dry run reports that of each. */
export class SeveralFailures extends SluiceError {
  readonly each: readonly Failure[];

  constructor(together: Failure, each: readonly Failure[]) {
    super(together.code, together.message, together);
    this.each = each;
  }
}
