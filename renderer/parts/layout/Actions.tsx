import type { ReactNode } from 'react';
import styles from './Actions.module.css';

/** The buttons that go with some words, beside them or below. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
