import type { RunResult } from '../../../app/contract/run';
import { isResumable } from '../../state/go-on';
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
      <p className={styles.sentence}>
        {unfinished === null ? text.result.nothingLeft[kind] : text.result.unfinished[kind]}
      </p>
      {unfinished !== null && (
        <pre className={styles.commands}>{`${unfinished.resume}\n${unfinished.abandon}`}</pre>
      )}
    </section>
  );
}
