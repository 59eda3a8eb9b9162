import { Field } from '../../parts/controls/Field';
import { CheckLine } from '../../parts/controls/CheckLine';
import { ScreenFrame } from '../../parts/layout/Panel';
import { Select } from '../../parts/controls/Select';
import { Group } from '../../parts/layout/Steps';
import { ThreadsField } from '../../features/threads/ThreadsField';
import { appearances } from '../../../app/contract/settings';
import { changeSettings, useSettings } from '../../state/app/settings';
import { text } from '../../text';
import { DumpsFolderField } from './DumpsFolderField';
import { MemoryField } from './MemoryField';
import styles from './SettingsScreen.module.css';

/** Every change is kept at once: there is nothing to confirm and nothing to lose. */
export function SettingsScreen() {
  const settings = useSettings((state) => state.settings);
  return (
    <ScreenFrame title={text.settings.title} subtitle={text.settings.subtitle} testId="screen-settings">
      <div className={styles.body}>
        <Group title={text.settings.newRuns}>
          <ThreadsField
            value={settings.threads}
            onValue={(threads) => {
              changeSettings({ threads });
            }}
            testId="settings-threads"
          />
          <MemoryField
            value={settings.memoryLimitBytes}
            onValue={(memoryLimitBytes) => {
              changeSettings({ memoryLimitBytes });
            }}
          />
          <DumpsFolderField folder={settings.dumpsFolder} isOwn={settings.isOwnFolder} />
        </Group>
        <Group title={text.settings.window}>
          <Field label={text.settings.appearance}>
            {(ids) => (
              <Select
                {...ids}
                testId="settings-appearance"
                value={settings.appearance}
                options={appearances.map((value) => ({ value, text: text.settings.appearances[value] }))}
                onValue={(value) => {
                  const appearance = appearances.find((candidate) => candidate === value);
                  if (appearance !== undefined) changeSettings({ appearance });
                }}
              />
            )}
          </Field>
          <CheckLine
            ticked={settings.notifications}
            label={text.settings.notifications}
            testId="settings-notifications"
            onToggle={() => {
              changeSettings({ notifications: !settings.notifications });
            }}
          />
        </Group>
      </div>
    </ScreenFrame>
  );
}
