import { Moon, Play } from 'lucide-react';
import type { Profile } from '../../../app/contract/connections/connection';
import { practiceOf, startPractice, useConnections } from '../../state/servers/connections';
import { text } from '../../text';
import { Button } from '../../parts/controls/Button';
import { Empty } from '../../parts/layout/Panel';

/** Stands in for what a practice server would show while it does not run. */
export function StartPractice({ profile }: { readonly profile: Profile }) {
  const server = useConnections((state) => practiceOf(profile, state.practice));
  if (server === null) return null;
  return (
    <Empty
      icon={<Moon size={22} aria-hidden />}
      title={text.dump.notRunning}
      explain={server.detail}
      action={
        <Button
          look="primary"
          disabled={server.state === 'starting'}
          onClick={() => {
            void startPractice(server.vendor);
          }}
        >
          <Play size={13} aria-hidden />
          {text.dump.startIt}
        </Button>
      }
    />
  );
}
