import { useState } from 'react';
import { RotateCw } from 'lucide-react';
import type { CatalogTree } from '../../../app/contract/catalog';
import type { Profile } from '../../../app/contract/connection';
import { Button, IconButton } from '../../parts/Button';
import { ConnectionSelect } from '../../parts/ConnectionSelect';
import { SearchInput } from '../../parts/Field';
import { ServerContents } from '../../parts/ServerContents';
import { showDump } from '../../state/navigation';
import type { Remote } from '../../state/remote';
import { pickAll, type Picked } from '../../state/selection';
import { text } from '../../text';
import styles from './DumpScreen.module.css';
import { ObjectTree } from './ObjectTree';

interface DumpObjectsProps {
  readonly profile: Profile | null;
  readonly tree: Remote<CatalogTree>;
  readonly picked: Picked;
  readonly onPicked: (picked: Picked) => void;
  readonly onReload: () => void;
}

export function DumpObjects({ profile, tree, picked, onPicked, onReload }: DumpObjectsProps) {
  const [filter, setFilter] = useState('');
  const isReady = tree.kind === 'ready';
  return (
    <div className={styles.main}>
      <div className={styles.bar}>
        <ConnectionSelect
          aria-label={text.dump.source}
          testId="dump-connection"
          value={profile?.id ?? null}
          onValue={showDump}
        />
        <SearchInput
          label={text.dump.filter}
          value={filter}
          onValue={setFilter}
          data-testid="tree-filter"
          disabled={!isReady}
        />
        <div className={styles.bulk}>
          <Button
            look="quiet"
            disabled={!isReady}
            data-testid="tree-select-all"
            onClick={() => {
              if (isReady) onPicked(pickAll(tree.value));
            }}
          >
            {text.dump.selectAll}
          </Button>
          <Button
            look="quiet"
            disabled={picked.size === 0}
            data-testid="tree-select-none"
            onClick={() => {
              onPicked(new Map());
            }}
          >
            {text.dump.selectNone}
          </Button>
          <IconButton label={text.dump.reload} disabled={profile === null} onClick={onReload}>
            <RotateCw size={14} aria-hidden />
          </IconButton>
        </div>
      </div>
      <ServerContents profile={profile} tree={tree} choose={text.dump.chooseSource} onReload={onReload}>
        {(held) => <ObjectTree tree={held} filter={filter} picked={picked} onPicked={onPicked} />}
      </ServerContents>
      <p className={styles.foot}>{text.dump.estimated}</p>
    </div>
  );
}
