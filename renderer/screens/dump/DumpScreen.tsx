import { useConnections } from '../../state/servers/connections';
import { useNavigation } from '../../state/app/navigation';
import { ScreenFrame } from '../../parts/layout/Panel';
import { text } from '../../text';
import { DumpForm } from './DumpForm';

export function DumpScreen() {
  const profileId = useNavigation((state) => state.dumpProfileId);
  const profile =
    useConnections((state) => state.profiles.find((candidate) => candidate.id === profileId)) ?? null;
  return (
    <ScreenFrame title={text.dump.title} subtitle={text.dump.subtitle} testId="screen-dump">
      <DumpForm key={profileId ?? ''} profile={profile} />
    </ScreenFrame>
  );
}
