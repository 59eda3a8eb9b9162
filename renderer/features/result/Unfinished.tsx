import type { ReactNode } from 'react';
import { mustMendDump, targetWorkOf, type RunResult } from '../../../app/contract/runs/result';
import { CodeBlock } from '../../parts/display/CodeBlock';
import { Caution } from '../../parts/notices/Caution';
import { CopyCommand } from '../command-line/CommandLine';
import { isResumable } from '../../state/runs/resume';
import { targetSentence } from '../../state/runs/target-sentence';
import { text } from '../../text';
import styles from './ResultView.module.css';

interface UnfinishedProps {
  readonly result: RunResult;
  /** Beside the title. */
  readonly action: ReactNode;
}

/** State of the target after an unfinished run, with the commands to resume or roll back. */
export function Unfinished({ result, action }: UnfinishedProps) {
  const { kind, ok } = result;
  const work = targetWorkOf(result);
  if (!isResumable(kind) || work === null || ok) return null;
  const { unfinished } = work;
  return (
    <section
      className={styles.section}
      aria-label={text.result.unfinishedTitle}
      data-testid="result-unfinished"
    >
      <div className={styles.sectionHead}>
        <h2>{text.result.unfinishedTitle}</h2>
        {action}
      </div>
      <p className={styles.sentence}>{targetSentence(kind, { ...work, rows: result.rows })}</p>
      {unfinished?.resume != null && mustMendDump(result) && (
        <div data-testid="result-mend-first">
          <Caution>{text.result.mendFirst}</Caution>
        </div>
      )}
      {unfinished?.resume != null && (
        <Command name={text.result.resumeCommand} command={unfinished.resume} testId="resume-command" />
      )}
      {unfinished !== null && (
        <Command
          name={text.result.rollBackCommand}
          command={unfinished.rollBack}
          testId="roll-back-command"
        />
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
