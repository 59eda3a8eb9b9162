import { useEffect, useState, type ReactNode } from 'react';
import { LoaderCircle } from 'lucide-react';
import { text } from '../../text';
import { Empty } from '../layout/Panel';
import styles from './Waiting.module.css';

interface WaitingProps {
  readonly title: string;
  readonly explain?: string;
  /** Cancels the wait. */
  readonly action?: ReactNode;
}

/** Stands where an answer is to come: what is waited for, and for how long already. */
export function Waiting({ title, explain, action }: WaitingProps) {
  return (
    <div role="status">
      <Empty
        icon={<LoaderCircle size={22} className={styles.spinner} aria-hidden />}
        title={title}
        {...(explain === undefined ? {} : { explain })}
        action={
          <div className={styles.below}>
            <Elapsed />
            {action}
          </div>
        }
      />
    </div>
  );
}

/** Seconds since it appeared; nothing in the first two, which most answers take less than. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const since = Date.now();
    const timer = setInterval(() => {
      setSeconds(Math.floor((Date.now() - since) / 1000));
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return <span aria-hidden>{seconds < 2 ? '' : text.common.waitedFor(seconds)}</span>;
}
