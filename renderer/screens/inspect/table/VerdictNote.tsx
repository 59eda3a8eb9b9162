import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import { assertNever } from '../../../../app/contract/exhaustive';
import { formatBytes } from '../../../../app/contract/quantities';
import type { Verdict } from '../../../state/inspect/verdict';
import { text } from '../../../text';
import styles from './TableView.module.css';

/** Verdict in a sentence, and advice with its cost. */
export function VerdictNote({ verdict }: { readonly verdict: Verdict }) {
  const tone = verdict.kind === 'good' ? 'good' : verdict.kind === 'rebuild' ? 'bad' : 'none';
  const Icon = { good: CircleCheck, bad: TriangleAlert, none: CircleMinus }[tone];
  const advice = adviceOf(verdict);
  return (
    <div
      className={styles.verdict}
      role="note"
      aria-label={text.inspect.verdict}
      data-tone={tone}
      data-testid="inspect-verdict"
    >
      <Icon size={16} aria-hidden />
      <div>
        <p>{sentenceOf(verdict)}</p>
        {advice !== '' && <p className={styles.advice}>{advice}</p>}
      </div>
    </div>
  );
}

function sentenceOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'unknown':
      return text.inspect.verdictUnknown;
    case 'small':
      return text.inspect.verdictSmall;
    case 'good':
      return text.inspect.verdictGood;
    case 'rebuild':
      return text.inspect.problems[verdict.problem];
    default:
      return assertNever(verdict);
  }
}

function adviceOf(verdict: Verdict): string {
  if (verdict.kind !== 'rebuild') return '';
  const [freed, written] = [formatBytes(verdict.freedBytes), formatBytes(verdict.writtenBytes)];
  if (verdict.index === 'secondary') return text.inspect.adviceIndex(freed, written);
  if (verdict.problem === 'scattered') return text.inspect.adviceOrder(written);
  const advice = text.inspect.adviceTable(freed, written);
  return verdict.wideRows ? `${advice} ${text.inspect.wideRows}` : advice;
}
