import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import styles from './Caution.module.css';

/** What is wrong with an entry, or what a choice could cost: it stands right below. */
export function Caution({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.caution}>
      <TriangleAlert size={12} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
