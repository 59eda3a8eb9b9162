import type { ReactNode } from 'react';
import { classes } from '../classes';
import styles from './Panel.module.css';

interface ScreenFrameProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  readonly testId: string;
  readonly children: ReactNode;
}

/** A screen: its heading and actions above, its content below. */
export function ScreenFrame({ title, subtitle, actions, testId, children }: ScreenFrameProps) {
  return (
    <section className={styles.screen} data-testid={testId} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        <div className={styles.headActions}>{actions}</div>
      </header>
      {children}
    </section>
  );
}

interface PanelProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
  readonly testId?: string;
  readonly children: ReactNode;
}

export function Panel({ title, actions, className, testId, children }: PanelProps) {
  return (
    <section className={classes(styles.panel, className)} aria-label={title} data-testid={testId}>
      <div className={styles.panelHead}>
        <h2>{title}</h2>
        <div className={styles.headActions}>{actions}</div>
      </div>
      {children}
    </section>
  );
}

interface EmptyProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly explain?: string;
  readonly action?: ReactNode;
}

/** Placeholder for an empty panel, with an action. */
export function Empty({ icon, title, explain, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <strong>{title}</strong>
      {explain !== undefined && <p>{explain}</p>}
      {action !== undefined && <div className={styles.emptyAction}>{action}</div>}
    </div>
  );
}
