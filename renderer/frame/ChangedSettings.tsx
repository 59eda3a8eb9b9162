import { TriangleAlert } from 'lucide-react';
import type { LeftServer } from '../../app/contract/connections/changed-server';
import { Actions } from '../parts/layout/Actions';
import { Button } from '../parts/controls/Button';
import { CodeBlock } from '../parts/display/CodeBlock';
import { CopyCommand } from '../features/command-line/CommandLine';
import { formatDateTime } from '../parts/display/date-time';
import { putOff, restoreSettings, useChangedSettings } from '../state/app/changed-settings';
import { ready } from '../state/remote/remote';
import { text } from '../text';
import styles from './ChangedSettings.module.css';

/** A banner for each server whose settings a killed load has left changed. */
export function ChangedSettings() {
  const { servers, restoring } = useChangedSettings();
  return (
    <>
      {servers.map((server) => (
        <Banner key={server.id} server={server} restoring={restoring} />
      ))}
    </>
  );
}

interface BannerProps {
  readonly server: LeftServer;
  readonly restoring: string | null;
}

function Banner({ server, restoring }: BannerProps) {
  const { id, target, since, settings, profileId, command } = server;
  const title = text.frame.leftSettings(target);
  return (
    <section className={styles.banner} aria-label={title} data-testid="left-settings">
      <TriangleAlert size={15} aria-hidden />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.facts}>
          {text.frame.leftSettingsSince(formatDateTime(Date.parse(since)), settings)}{' '}
          {text.frame.leftSettingsRisk}
        </p>
        {profileId === null && (
          <>
            <p className={styles.facts}>{text.frame.leftSettingsCommand}</p>
            <CodeBlock testId="left-settings-command">{command}</CodeBlock>
          </>
        )}
      </div>
      <Actions>
        {profileId === null && <CopyCommand command={ready(command)} testId="left-settings-copy" />}
        {profileId !== null && (
          <Button
            look="primary"
            data-testid="left-settings-restore"
            disabled={restoring !== null}
            onClick={() => {
              void restoreSettings(server);
            }}
          >
            {restoring === id ? text.frame.puttingBack : text.frame.putBack}
          </Button>
        )}
        <Button
          data-testid="left-settings-later"
          disabled={restoring === id}
          onClick={() => {
            putOff(id);
          }}
        >
          {text.frame.notNow}
        </Button>
      </Actions>
    </section>
  );
}
