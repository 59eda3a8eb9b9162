import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import type { Verdict } from '../../../state/inspect/verdict';
import { text } from '../../../text';
import { verdictAdvice, verdictSentence } from '../verdict-words';
import styles from './TableView.module.css';

/** Verdict in a sentence, and advice with its cost. */
export function VerdictNote({ verdict }: { readonly verdict: Verdict }) {
  const tone = verdict.kind === 'good' ? 'good' : verdict.kind === 'rebuild' ? 'bad' : 'none';
  const Icon = { good: CircleCheck, bad: TriangleAlert, none: CircleMinus }[tone];
  const advice = verdictAdvice(verdict);
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
        <p>{verdictSentence(verdict)}</p>
        {advice !== '' && <p className={styles.advice}>{advice}</p>}
      </div>
    </div>
  );
}
