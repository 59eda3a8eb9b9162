import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import styles from './Caution.module.css';

/** Problem of an entry or warning about a choice, shown right below it. */
export function Caution({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.caution}>
      <TriangleAlert size={12} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
