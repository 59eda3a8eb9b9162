import type { ReactNode } from 'react';
import { Database } from 'lucide-react';
import type { CatalogTree } from '../../../app/contract/catalog';
import type { Profile } from '../../../app/contract/connections/connection';
import { assertNever } from '../../../app/contract/exhaustive';
import type { Remote } from '../../state/remote/remote';
import { text } from '../../text';
import { Actions } from '../../parts/layout/Actions';
import { AddConnection } from '../connection/AddConnection';
import { Button } from '../../parts/controls/Button';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Empty } from '../../parts/layout/Panel';
import styles from './ServerContents.module.css';
import { StartPractice } from '../connection/StartPractice';
import { Waiting } from '../../parts/notices/Waiting';

interface ServerContentsProps {
  readonly profile: Profile | null;
  readonly tree: Remote<CatalogTree>;
  /** Text shown while no connection is chosen. */
  readonly choose: string;
  /** Further actions for that case. */
  readonly otherWay?: ReactNode;
  readonly onReload: () => void;
  /** Leaves the connection whose answer takes too long. */
  readonly onLeave: () => void;
  readonly children: (tree: CatalogTree) => ReactNode;
}

/** Objects of a server, or the reason that there are none: no connection, a stopped practice server, a failure. */
export function ServerContents(props: ServerContentsProps) {
  const { profile, tree, choose, otherWay, onReload, onLeave, children } = props;
  switch (tree.kind) {
    case 'absent':
      return (
        <div className={styles.center}>
          {profile === null ? (
            <Empty
              icon={<Database size={22} aria-hidden />}
              title={choose}
              action={
                <Actions>
                  <AddConnection />
                  {otherWay}
                </Actions>
              }
            />
          ) : (
            <StartPractice profile={profile} />
          )}
        </div>
      );
    case 'loading':
      return (
        <div className={styles.center}>
          <Waiting
            title={text.common.readingServer}
            action={
              <Button data-testid="stop-reading" onClick={onLeave}>
                {text.common.cancel}
              </Button>
            }
          />
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
