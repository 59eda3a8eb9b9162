import { assertNever } from '../../../app/contract/exhaustive';
import { formatBytes } from '../../../app/contract/quantities';
import type { Verdict } from '../../state/inspect/verdict';
import { text } from '../../text';

/** Verdict in a sentence. */
export function verdictSentence(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'unknown':
      return text.inspect.verdictUnknown;
    case 'small':
      return text.inspect.verdictSmall;
    case 'good':
      return text.inspect.verdictGood;
    case 'interleaved':
      return text.inspect.verdictInterleaved(String(verdict.lanes));
    case 'rebuild':
      return text.inspect.problems[verdict.problem];
    default:
      return assertNever(verdict);
  }
}

/** Advice with its cost; empty where there is none. */
export function verdictAdvice(verdict: Verdict): string {
  if (verdict.kind === 'interleaved')
    return text.inspect.adviceInterleaved(formatBytes(verdict.writtenBytes));
  if (verdict.kind !== 'rebuild') return '';
  const [freed, written] = [formatBytes(verdict.freedBytes), formatBytes(verdict.writtenBytes)];
  if (verdict.index === 'secondary') return text.inspect.adviceIndex(freed, written);
  if (verdict.problem === 'scattered') return text.inspect.adviceOrder(written);
  const advice = text.inspect.adviceTable(freed, written);
  return verdict.wideRows ? `${advice} ${text.inspect.wideRows}` : advice;
}
