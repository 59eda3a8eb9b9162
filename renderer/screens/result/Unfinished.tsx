import type { RunResult } from '../../../app/contract/run';
import { CodeBlock } from '../../parts/CodeBlock';
import { CopyCommand } from '../../parts/CommandLine';
import { isResumable, type Resumable } from '../../state/go-on';
import { text } from '../../text';
import styles from './ResultView.module.css';

/** What a run that did not come to its end has left on the target, and how to go on. */
export function Unfinished({ result }: { readonly result: RunResult }) {
  const { kind, ok, rows, unfinished } = result;
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
      <p className={styles.sentence}>{sentenceOf(kind, rows, unfinished)}</p>
      {unfinished?.resume != null && (
        <Command name={text.result.resumeCommand} command={unfinished.resume} testId="resume-command" />
      )}
      {unfinished !== null && (
        <Command name={text.result.abandonCommand} command={unfinished.abandon} testId="abandon-command" />
      )}
    </section>
  );
}

interface CommandProps {
  readonly name: string;
  readonly command: string;
  readonly testId: string;
}

function Command({ name, command, testId }: CommandProps) {
  return (
    <div className={styles.command}>
      <h3>{name}</h3>
      <CopyCommand command={{ kind: 'ready', value: command }} testId={`${testId}-copy`} />
      <CodeBlock testId={testId}>{command}</CodeBlock>
    </div>
  );
}

function sentenceOf(kind: Resumable, rows: number, unfinished: RunResult['unfinished']): string {
  if (unfinished === null) return text.result.nothingLeft[kind];
  if (unfinished.resume === null) return text.result.onlyTakenBack;
  return rows === 0 ? text.result.unfinishedEmpty[kind] : text.result.unfinished[kind];
}
