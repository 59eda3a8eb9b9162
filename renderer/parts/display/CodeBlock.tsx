import styles from './CodeBlock.module.css';
import { UnbrokenTimestamps } from './UnbrokenTimestamps';

interface CodeBlockProps {
  readonly testId: string;
  readonly children: string;
}

/** A word of a shell: what is quoted in it holds it together. */
const WORD = /((?:\\.|'[^']*'|[^\s'\\])+)/;

/**
 * Text for a machine, as it is: it can be selected, and scrolled by the keyboard. A line breaks between words, and within
 * one only where it is longer than the line: never behind the dashes of an option.
 */
export function CodeBlock({ testId, children }: CodeBlockProps) {
  return (
    <pre className={styles.block} data-testid={testId} tabIndex={0}>
      {children.split(WORD).map((piece, place) =>
        piece.trim() === '' ? (
          piece
        ) : (
          <span key={place} className={styles.word}>
            <UnbrokenTimestamps>{piece}</UnbrokenTimestamps>
          </span>
        ),
      )}
    </pre>
  );
}
