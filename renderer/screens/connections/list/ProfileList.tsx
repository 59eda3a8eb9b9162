import { useState } from 'react';
import { Pencil, Server, Trash2 } from 'lucide-react';
import type { Profile } from '../../../../app/contract/connections/connection';
import { Button, IconButton } from '../../../parts/controls/Button';
import { classes } from '../../../parts/classes';
import { Confirm } from '../../../parts/overlays/Dialog';
import { EnvironmentTag, ProfileName } from '../../../features/connection/Environment';
import { MiddleEllipsis } from '../../../parts/display/MiddleEllipsis';
import { Empty } from '../../../parts/layout/Panel';
import { removeProfile } from '../../../state/servers/connections';
import { groupConnections } from '../../../state/connections/connection-groups';
import { editConnection, showDump, showLoadInto } from '../../../state/app/navigation';
import { text } from '../../../text';
import hidden from '../../../parts/display/hidden.module.css';
import { addressText } from '../address';
import styles from './ProfileList.module.css';

interface ProfileListProps {
  readonly profiles: readonly Profile[];
  /** True if there are more than a search has left. */
  readonly isSearched: boolean;
}

export function ProfileList({ profiles, isSearched }: ProfileListProps) {
  const [removing, setRemoving] = useState<Profile | null>(null);
  if (profiles.length === 0) {
    return (
      <div className={styles.table}>
        <Empty
          icon={<Server size={22} aria-hidden />}
          title={isSearched ? text.connections.noMatch : text.connections.noneSaved}
          {...(!isSearched && { explain: text.connections.noneSavedExplain, action: <AddConnection /> })}
        />
      </div>
    );
  }
  return (
    <>
      <div className={styles.table} role="table" aria-label={text.connections.saved}>
        <div role="row" className={classes(styles.row, styles.head)}>
          <span role="columnheader">{text.connections.columnName}</span>
          <span role="columnheader">{text.connections.columnEnvironment}</span>
          <span role="columnheader">{text.connections.columnAddress}</span>
          <span role="columnheader">{text.connections.columnUser}</span>
          <span role="columnheader">{text.connections.columnTls}</span>
          <span role="columnheader">
            <span className={hidden.hidden}>{text.connections.columnActions}</span>
          </span>
        </div>
        {groupConnections(profiles).map((group) => (
          <div
            key={group.name ?? ''}
            role="rowgroup"
            className={styles.group}
            data-testid={`connection-group-${group.name ?? ''}`}
          >
            {group.name !== null && (
              <div role="row" className={styles.groupHead}>
                <span role="rowheader">{text.connections.groupOf(group.name, group.profiles.length)}</span>
              </div>
            )}
            {group.profiles.map((profile) => (
              <ProfileRow key={profile.id} profile={profile} onRemove={setRemoving} />
            ))}
          </div>
        ))}
      </div>
      <Confirm
        title={text.connections.removeTitle(removing?.name ?? '')}
        explain={text.connections.removeExplain}
        confirm={text.connections.removeConfirm}
        look="danger"
        open={removing !== null}
        onConfirm={() => {
          if (removing !== null) void removeProfile(removing.id);
        }}
        onClose={() => {
          setRemoving(null);
        }}
      />
    </>
  );
}

function AddConnection() {
  return (
    <Button
      data-testid="first-connection"
      onClick={() => {
        editConnection('new');
      }}
    >
      {text.connections.add}
    </Button>
  );
}

interface ProfileRowProps {
  readonly profile: Profile;
  readonly onRemove: (profile: Profile) => void;
}

function ProfileRow({ profile, onRemove }: ProfileRowProps) {
  const address = addressText(profile.address);
  return (
    <div role="row" className={styles.row} data-testid={`connection-row-${profile.id}`}>
      <span role="cell" className={classes(styles.cell, styles.name)}>
        <ProfileName profile={profile} />
      </span>
      <span role="cell">
        <EnvironmentTag environment={profile.environment} />
      </span>
      <span role="cell" className={styles.whole}>
        <MiddleEllipsis text={address} />
      </span>
      <span role="cell" className={classes(styles.whole, styles.muted)}>
        <MiddleEllipsis text={profile.user} />
      </span>
      <span role="cell" className={classes(styles.cell, styles.muted)}>
        {profile.address.kind === 'socket' ? '–' : tlsWord(profile)}
      </span>
      <span role="cell" className={styles.actions}>
        <Button
          data-testid={`connection-dump-${profile.id}`}
          aria-label={text.connections.dumpFrom(profile.name)}
          onClick={() => {
            showDump(profile.id);
          }}
        >
          {text.connections.dump}
        </Button>
        <Button
          data-testid={`connection-load-${profile.id}`}
          aria-label={text.connections.loadInto(profile.name)}
          onClick={() => {
            showLoadInto(profile.id);
          }}
        >
          {text.connections.load}
        </Button>
        <IconButton
          label={text.connections.edit(profile.name)}
          data-testid={`connection-edit-${profile.id}`}
          onClick={() => {
            editConnection(profile.id);
          }}
        >
          <Pencil size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={text.connections.remove(profile.name)}
          data-testid={`connection-delete-${profile.id}`}
          onClick={() => {
            onRemove(profile);
          }}
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

function tlsWord(profile: Profile): string {
  return profile.tls.mode.toUpperCase().replace('-', '_');
}
