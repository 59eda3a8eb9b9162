import { Plus } from 'lucide-react';
import { Button } from '../../parts/Button';
import { ScreenFrame } from '../../parts/Panel';
import { useConnections } from '../../state/connections';
import { editConnection, useNavigation } from '../../state/navigation';
import { text } from '../../text';
import { ConnectionForm } from './ConnectionForm';
import styles from './ConnectionsScreen.module.css';
import { PracticeRow } from './PracticeRow';
import { ProfileList } from './ProfileList';

export function ConnectionsScreen() {
  const practice = useConnections((state) => state.practice);
  const profiles = useConnections((state) => state.profiles);
  const editing = useNavigation((state) => state.editing);
  const edited = profiles.find((profile) => profile.id === editing) ?? null;
  return (
    <ScreenFrame
      title={text.connections.title}
      testId="screen-connections"
      actions={
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
          </div>
          <ProfileList profiles={profiles.filter((profile) => profile.practice === undefined)} />
        </section>
      </div>
      {editing !== null && <ConnectionForm key={editing} profile={edited} />}
    </ScreenFrame>
  );
}
