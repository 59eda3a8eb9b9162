import type { RunVariant } from '../../../app/contract/runs/run';
import type { RunKind, RunState } from '../../../app/contract/runs/state';

/** Words of a kind of run. */
interface RunKindText {
  /** The verb, as in a list of runs. */
  readonly verb: string;
  readonly noun: string;
  /** Effect of a cancellation, for the question before it. */
  readonly cancel: string;
  /** State of a run whose program ended before it. */
  readonly interrupted: string;
  /** The end of a run in one sentence; absent where the kind has no such end. */
  readonly ends: Partial<Readonly<Record<RunState, string>>>;
}

/** No line breaks behind its dashes: word joiners hold it together (Unicode Standard Annex 14, WJ). */
const ROLL_BACK = '-\u2060-\u2060roll-\u2060back';

const runKindTexts: Readonly<Record<RunKind, RunKindText>> = {
  dump: {
    verb: 'Dump',
    noun: 'Dump',
    cancel: 'Everything written so far is removed. A dump can’t be resumed.',
    interrupted: 'Sluice exited during this dump. Its folder is incomplete; run the dump again.',
    ends: {
      done: 'The dump is complete and was checked.',
      'done-with-warnings': 'The dump is complete. Read the warnings before you rely on it.',
      cancelled: 'The dump was cancelled. Everything it had written was removed.',
      failed: 'The dump failed. No dump was left in the folder.',
    },
  },
  load: {
    verb: 'Load',
    noun: 'Load',
    cancel: 'Loaded rows stay in the target. You can resume the load or roll it back.',
    interrupted: `Sluice exited during this load. Loaded rows are kept. Resume the load to finish it; sluice load ${ROLL_BACK} rolls it back.`,
    ends: {
      done: 'Everything is loaded, and its rows were counted in the target.',
      'done-with-warnings': 'Everything is loaded. Read the warnings before you rely on it.',
      incomplete: 'Not everything is loaded. Loaded rows are kept, and the load can be resumed.',
      cancelled: 'The load was cancelled.',
      failed: 'The load failed.',
    },
  },
  migrate: {
    verb: 'Migrate',
    noun: 'Migration',
    cancel: 'Copied rows stay in the target. You can resume the migration or roll it back.',
    interrupted: `Sluice exited during this migration. Copied rows are kept. Resume the migration to finish it; sluice migrate ${ROLL_BACK} rolls it back.`,
    ends: {
      done: 'Everything was copied, and read back from the target.',
      'done-with-warnings': 'Everything was copied, and read back from the target. Read the warnings.',
      incomplete: 'Not everything was copied.',
      cancelled: 'The migration was cancelled.',
      failed: 'The migration failed.',
    },
  },
  verify: {
    verb: 'Verify',
    noun: 'Verification',
    cancel: 'Cancelling a verification changes nothing.',
    interrupted: 'Sluice exited during this verification. Nothing was changed.',
    // Files of a dump are verified, or a server is compared with it.
    ends: {
      done: 'Everything checked matches the dump.',
      'done-with-warnings': 'No difference from the dump was found. Read the warnings before you rely on it.',
      incomplete: 'The verification did not finish.',
      cancelled: 'The verification was cancelled.',
      failed: 'Not everything matches the dump. Read the errors before you rely on it.',
    },
  },
  rollback: {
    verb: 'Roll back',
    noun: 'Rollback',
    cancel: 'What is not removed yet stays in the target. You can roll back again.',
    interrupted: `Sluice exited during this rollback. Run sluice load ${ROLL_BACK} again.`,
    ends: {
      done: 'Everything that the unfinished load created was removed from the target.',
      incomplete: 'Not everything was removed. Roll the load back again.',
      cancelled: 'The rollback was cancelled. Roll the load back again.',
      failed: 'Not everything was removed. Read the error, and roll the load back again.',
    },
  },
};

const variantTexts: Readonly<Record<RunVariant['kind'], Partial<RunKindText>>> = {
  written: {
    interrupted: 'Sluice exited during this dump. Nothing was written under its name; run the dump again.',
    ends: {
      done: 'The dump is complete. It has as many rows as were read, and its files are as large as was written.',
      'done-with-warnings':
        'The dump is complete and written in its format. Read the warnings before you rely on it.',
      cancelled: 'The dump was cancelled. Everything it had written was removed.',
      failed: 'The dump failed. Nothing was left under its name.',
    },
  },
  proof: {
    verb: 'Prove',
    noun: 'Proof',
    cancel: 'The server of the proof is removed. The dump stays as it is, and no certificate is written.',
    interrupted: 'Sluice exited during this proof. The dump was not changed; prove it again.',
    ends: {
      done: 'The dump was restored, and everything matches. Accounts that an empty server can’t have are named in the certificate.',
      'done-with-warnings':
        'The dump was restored, and everything matches. Accounts that an empty server can’t have are named in the certificate. Read the warnings.',
      cancelled: 'The proof was cancelled. No server is left, and no certificate was written.',
      failed: 'The dump could not be proved: no certificate was written. No server is left.',
    },
  },
};

/** A run, as far as its words depend on it. */
export interface SpokenRun {
  readonly kind: RunKind;
  readonly variant?: RunVariant;
}

/** Words of a run: those of its variant where it has some. */
export function runTexts({ kind, variant }: SpokenRun): RunKindText {
  return { ...runKindTexts[kind], ...(variant !== undefined && variantTexts[variant.kind]) };
}
