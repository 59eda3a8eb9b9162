import type { RunResult } from '../../../app/contract/run';
import { isResumable, type Resumable } from '../../state/go-on';
import { text } from '../../text';
import styles from './ResultView.module.css';

/** What a run that did not come to its end has left on the target, and how to go on. */
export function Unfinished({ result }: { readonly result: RunResult }) {
  const { kind, ok, unfinished } = result;
  if (!isResumable(kind) || ok) return null;
  return (
    <section
      className={styles.section}
      aria-label={text.result.unfinishedTitle}
      data-testid="result-unfinished"
    >
      <div className={styles.sectionHead}>
        <h2>{text.result.unfinishedTitle}</h2>
      </div>
      <p className={styles.sentence}>{sentenceOf(kind, unfinished)}</p>
      {unfinished !== null && (
        <pre className={styles.commands}>
          {commandsOf(unfinished).map((command) => (
            <span key={command}>{command}</span>
          ))}
        </pre>
      )}
    </section>
  );
}

function sentenceOf(kind: Resumable, unfinished: RunResult['unfinished']): string {
  if (unfinished === null) return text.result.nothingLeft[kind];
  return unfinished.resume === null ? text.result.onlyTakenBack : text.result.unfinished[kind];
}

function commandsOf({ resume, abandon }: NonNullable<RunResult['unfinished']>): readonly string[] {
  return resume === null ? [abandon] : [resume, abandon];
}
