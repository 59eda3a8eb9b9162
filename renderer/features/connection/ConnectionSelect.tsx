import { useConnections, isReachable } from '../../state/servers/connections';
import { text } from '../../text';
import { ProfileName } from './Environment';
import { Select } from '../../parts/controls/Select';

interface ConnectionSelectProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
  readonly value: string | null;
  readonly onValue: (profileId: string) => void;
  readonly testId: string;
}

export function ConnectionSelect(props: ConnectionSelectProps) {
  const profiles = useConnections((state) => state.profiles);
  const practice = useConnections((state) => state.practice);
  return (
    <Select
      {...props}
      placeholder={text.common.chooseConnection}
      options={profiles.map((profile) => ({
        value: profile.id,
        text: profile.name,
        label: <ProfileName profile={profile} />,
        detail: isReachable(profile, practice)
          ? text.common.environment[profile.environment]
          : text.common.stoppedPractice,
      }))}
    />
  );
}
