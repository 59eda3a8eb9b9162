import type { ReactNode } from 'react';
import styles from './Steps.module.css';

interface StepsProps {
  readonly main: ReactNode;
  readonly groups: ReactNode;
  readonly start: ReactNode;
  /** In an enlarged window, how high the left part is: as what it holds, or as the window allows. */
  readonly height?: 'content' | 'window';
}

/** Two columns: objects at the left, options at the right with the start button below. */
export function Steps({ main, groups, start, height = 'window' }: StepsProps) {
  return (
    <div className={styles.layout} data-height={height}>
      {main}
      <aside className={styles.side}>
        <div className={styles.groups}>{groups}</div>
        <div className={styles.start}>{start}</div>
      </aside>
    </div>
  );
}

/** Secondary actions under the start button. */
export function OtherActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.others}>{children}</div>;
}

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Group({ title, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
