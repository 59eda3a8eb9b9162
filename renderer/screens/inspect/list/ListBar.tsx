import { useState } from 'react';
import { RotateCw, ScanSearch, Square } from 'lucide-react';
import type { Profile } from '../../../../app/contract/connections/connection';
import { formatCount } from '../../../../app/contract/quantities';
import { Announce } from '../../../parts/notices/Announce';
import { Button, IconButton } from '../../../parts/controls/Button';
import { ConnectionSelect } from '../../../features/connection/ConnectionSelect';
import { Confirm } from '../../../parts/overlays/Dialog';
import { SearchInput } from '../../../parts/controls/Field';
import { agree, asksFirst, inspectBatch, stopBatch, useInspect } from '../../../state/pages/inspect';
import type { InspectRow } from '../../../state/inspect/rows';
import { showInspect, useNavigation } from '../../../state/app/navigation';
import { text } from '../../../text';
import styles from './TableList.module.css';
import { TierSelect } from '../TierSelect';

interface ListBarProps {
  readonly profile: Profile | null;
  /** Tables that match the filter: the ones to inspect. */
  readonly rows: readonly InspectRow[];
  readonly isReady: boolean;
  readonly onReload: () => void;
}

export function ListBar({ profile, rows, isReady, onReload }: ListBarProps) {
  const filter = useNavigation((state) => state.inspectFilter);
  return (
    <div className={styles.bar}>
      <ConnectionSelect
        aria-label={text.inspect.connection}
        testId="inspect-connection"
        value={profile?.id ?? null}
        onValue={(profileId) => {
          showInspect(profileId);
        }}
      />
      <SearchInput
        label={text.inspect.filter}
        value={filter}
        onValue={(inspectFilter) => {
          useNavigation.setState({ inspectFilter });
        }}
        data-testid="inspect-filter"
        disabled={!isReady}
      />
      <TierSelect />
      <BatchButton profileId={profile?.id ?? ''} rows={rows} />
      <IconButton label={text.inspect.reload} disabled={profile === null} onClick={onReload}>
        <RotateCw size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Starts what was agreed to; asks first where it makes somebody wait. */
function BatchButton({
  profileId,
  rows,
}: {
  readonly profileId: string;
  readonly rows: readonly InspectRow[];
}) {
  const [asking, setAsking] = useState(false);
  const tier = useInspect((state) => state.tier);
  const batch = useInspect((state) => state.batch);
  const start = (): void => {
    void inspectBatch(profileId, rows);
  };
  if (batch !== null) {
    const progress = text.inspect.progress(formatCount(batch.done + 1), formatCount(batch.total));
    return (
      <Button data-testid="inspect-stop" onClick={stopBatch}>
        <Square size={12} aria-hidden />
        {text.inspect.stop}
        <span className={styles.progress}>{progress}</span>
        <Announce>{progress}</Announce>
      </Button>
    );
  }
  return (
    <>
      <Button
        look="primary"
        disabled={rows.length === 0}
        data-testid="inspect-all"
        onClick={() => {
          if (asksFirst(profileId, tier)) setAsking(true);
          else start();
        }}
      >
        <ScanSearch size={14} aria-hidden />
        {text.inspect.inspectAll(rows.length)}
      </Button>
      {tier !== 'statistics' && (
        <Confirm
          title={text.inspect.askTitle(rows.length)}
          explain={text.inspect.ask(tier)}
          confirm={text.inspect.askConfirm}
          look="primary"
          open={asking}
          onConfirm={() => {
            agree(profileId, tier);
            start();
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
