import { useState } from 'react';
import { FileInput, FileOutput, Plus } from 'lucide-react';
import type { ImportPreview } from '../../../app/contract/connections/import';
import { Button } from '../../parts/controls/Button';
import { ScreenFrame } from '../../parts/layout/Panel';
import { SearchInput } from '../../parts/controls/Field';
import { request } from '../../state/remote/bridge';
import { matchesConnection } from '../../state/connections/connection-groups';
import { useConnections } from '../../state/servers/connections';
import { editConnection, useNavigation } from '../../state/app/navigation';
import { text } from '../../text';
import { notify, notifyFailure } from '../../state/app/toasts';
import { ConnectionForm } from './form/ConnectionForm';
import styles from './ConnectionsScreen.module.css';
import { ImportDialog } from './ImportDialog';
import { PracticeRow } from './list/PracticeRow';
import { ProfileList } from './list/ProfileList';

export function ConnectionsScreen() {
  const practice = useConnections((state) => state.practice);
  const profiles = useConnections((state) => state.profiles);
  const editing = useNavigation((state) => state.editing);
  const edited = profiles.find((profile) => profile.id === editing) ?? null;
  const [search, setSearch] = useState('');
  const [importing, setImporting] = useState<ImportPreview | null>(null);
  const saved = profiles.filter((profile) => profile.practice === undefined);
  const openImport = (): void => {
    void request('profiles/import-open', null).then(setImporting).catch(notifyFailure);
  };
  return (
    <ScreenFrame
      title={text.connections.title}
      subtitle={text.connections.subtitle}
      testId="screen-connections"
      actions={
        <>
          <Button data-testid="connections-import" onClick={openImport}>
            <FileInput size={14} aria-hidden />
            {text.connections.import}
          </Button>
          <Button
            data-testid="connections-export"
            reason={saved.length === 0 ? text.connections.exportNone : undefined}
            onClick={() => {
              void exportAll().catch(notifyFailure);
            }}
          >
            <FileOutput size={14} aria-hidden />
            {text.connections.export}
          </Button>
          <Button
            look="primary"
            data-testid="new-connection"
            onClick={() => {
              editConnection('new');
            }}
          >
            <Plus size={14} aria-hidden />
            {text.connections.add}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <section className={styles.section} aria-label={text.connections.practice}>
          <div className={styles.sectionHead}>
            <h2>{text.connections.practice}</h2>
            <p className={styles.explain}>{text.connections.practiceExplain}</p>
          </div>
          <ul className={styles.list}>
            {practice.map((server) => (
              <PracticeRow key={server.vendor} server={server} />
            ))}
          </ul>
        </section>
        <section className={styles.section} aria-label={text.connections.saved}>
          <div className={styles.sectionHead}>
            <h2>{text.connections.saved}</h2>
            {saved.length > 0 && (
              <SearchInput
                label={text.connections.search}
                value={search}
                onValue={setSearch}
                data-testid="connections-search"
              />
            )}
          </div>
          <ProfileList
            profiles={saved.filter((profile) => matchesConnection(profile, search))}
            isSearched={saved.length > 0}
          />
        </section>
      </div>
      {importing !== null && (
        <ImportDialog
          preview={importing}
          onClose={() => {
            setImporting(null);
          }}
        />
      )}
      {editing !== null && <ConnectionForm key={editing} profile={edited} />}
    </ScreenFrame>
  );
}

async function exportAll(): Promise<void> {
  if (await request('profiles/export', null)) notify('ok', text.connections.exported);
}
