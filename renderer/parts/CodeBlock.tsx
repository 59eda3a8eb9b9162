import styles from './CodeBlock.module.css';

interface CodeBlockProps {
  readonly testId: string;
  readonly children: string;
}

/** Text for a machine, as it is: it can be selected, and scrolled by the keyboard. */
export function CodeBlock({ testId, children }: CodeBlockProps) {
  return (
    <pre className={styles.block} data-testid={testId} tabIndex={0}>
      {children}
    </pre>
  );
}
