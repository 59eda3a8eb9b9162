import { ScreenFrame } from '../../parts/layout/Panel';
import { useConnections } from '../../state/servers/connections';
import { useNavigation } from '../../state/app/navigation';
import { text } from '../../text';
import { MigrateForm } from './MigrateForm';

export function MigrateScreen() {
  const sourceId = useNavigation((state) => state.migrateSourceId);
  const draft = useNavigation((state) => state.migrateOptions);
  const source = useConnections((state) => state.profiles.find(({ id }) => id === sourceId)) ?? null;
  return (
    <ScreenFrame title={text.migrate.title} subtitle={text.migrate.subtitle} testId="screen-migrate">
      <MigrateForm key={`${sourceId ?? ''} ${JSON.stringify(draft)}`} source={source} draft={draft} />
    </ScreenFrame>
  );
}
