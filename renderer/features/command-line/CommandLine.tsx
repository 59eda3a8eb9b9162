import { copyText } from '../../state/app/clipboard';
import type { Remote } from '../../state/remote/remote';
import { text } from '../../text';
import { Button } from '../../parts/controls/Button';
import { CodeBlock } from '../../parts/display/CodeBlock';
import styles from './CommandLine.module.css';
import { FailureNotice } from '../../parts/notices/FailureNotice';

interface CommandLineProps {
  readonly command: Remote<string>;
  readonly testId: string;
  /** Note to read before the command is copied. */
  readonly note?: string;
}

/** Command line that does the same as the dialog. */
export function CommandLine({ command, testId, note }: CommandLineProps) {
  return (
    <>
      <h3 className={styles.head}>{text.common.sameCommand}</h3>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {command.kind === 'ready' && <CodeBlock testId={testId}>{command.value}</CodeBlock>}
      {command.kind === 'failed' && <FailureNotice failure={command.failure} tone="failed" />}
    </>
  );
}

/** The button for it, which stands at the left of the dialog's actions. */
export function CopyCommand({ command, testId }: CommandLineProps) {
  return (
    <span>
      <Button
        disabled={command.kind !== 'ready'}
        data-testid={testId}
        onClick={() => {
          if (command.kind === 'ready') copyText(command.value, text.common.copiedCommand);
        }}
      >
        {text.common.copyCommand}
      </Button>
    </span>
  );
}
