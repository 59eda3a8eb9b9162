import type { ReactNode } from 'react';
import { Database } from 'lucide-react';
import type { CatalogTree } from '../../app/contract/catalog';
import type { Profile } from '../../app/contract/connection';
import { assertNever } from '../../app/contract/exhaustive';
import type { Remote } from '../state/remote';
import { text } from '../text';
import { Button } from './Button';
import { FailureNotice } from './FailureNotice';
import { Empty } from './Panel';
import styles from './ServerContents.module.css';
import { StartPractice } from './StartPractice';

interface ServerContentsProps {
  readonly profile: Profile | null;
  readonly tree: Remote<CatalogTree>;
  /** What is said while no connection is chosen. */
  readonly choose: string;
  readonly onReload: () => void;
  readonly children: (tree: CatalogTree) => ReactNode;
}

/** What a server holds, or what stands in its way: no connection, a practice server that is not started, a failure. */
export function ServerContents({ profile, tree, choose, onReload, children }: ServerContentsProps) {
  switch (tree.kind) {
    case 'absent':
      return (
        <div className={styles.center}>
          {profile === null ? (
            <Empty icon={<Database size={22} aria-hidden />} title={choose} />
          ) : (
            <StartPractice profile={profile} />
          )}
        </div>
      );
    case 'loading':
      return (
        <div className={styles.center}>
          <Empty title={text.common.readingServer} />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.center}>
          <FailureNotice
            failure={tree.failure}
            tone="failed"
            action={<Button onClick={onReload}>{text.common.tryAgain}</Button>}
          />
        </div>
      );
    case 'ready':
      return <>{children(tree.value)}</>;
    default:
      return assertNever(tree);
  }
}
