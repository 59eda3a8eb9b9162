import { Caution } from '../../../parts/notices/Caution';
import { CheckLine } from '../../../parts/controls/CheckLine';
import { Group } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { text } from '../../../text';

interface FollowProps {
  readonly follows: boolean;
  readonly onFollows: (follows: boolean) => void;
}

/** Option to load a dump while it is still being written. */
export function Follow({ follows, onFollows }: FollowProps) {
  return (
    <Group title={text.load.followTitle}>
      <CheckLine
        ticked={follows}
        label={text.load.follow}
        testId="load-follow"
        onToggle={() => {
          onFollows(!follows);
        }}
      />
      {follows ? (
        <p className={stepStyles.under}>{text.load.followExplain}</p>
      ) : (
        <Caution>{text.load.followNeeded}</Caution>
      )}
    </Group>
  );
}
