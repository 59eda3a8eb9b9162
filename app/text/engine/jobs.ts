import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

/** Failures of the engine's jobs that it has no words for itself. */
export const engineFailures = failures({
  cancelled: { code: 'cancelled', message: 'The run was cancelled.' },
  endedWithoutReason: { code: 'internal', message: 'The engine ended without saying why.' },
});

const english = {
  /** Remedies for what rows alone bring to light. */
  rowRemedies: {
    otherCharset:
      'The rows hold bytes that are no text in the character set that the dump names. Where it says utf8 and was written in latin1, as many older scripts were: roll back, change its SET NAMES to latin1 (or convert the file by iconv), and load again.',
    emptyGeometry:
      'A row may hold an empty geometry (LENGTH(column) = 0), which INSERT IGNORE leaves in a NOT NULL column and MariaDB takes from nobody: give such rows a value at the source, and dump again.',
  },
} as const;

/** Other sentences about the engine's jobs. */
export const engineText = spoken(english);
