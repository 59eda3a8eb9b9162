import { Button } from '../../parts/controls/Button';
import { Field } from '../../parts/controls/Field';
import { Path } from '../../parts/display/Path';
import { chooseDumpsFolder, resetDumpsFolder } from '../../state/app/settings';
import { text } from '../../text';
import styles from './SettingsScreen.module.css';

interface DumpsFolderFieldProps {
  /** For display only. */
  readonly folder: string;
  readonly isOwn: boolean;
}

/** Under which folder dumps are put unless one is told otherwise. */
export function DumpsFolderField({ folder, isOwn }: DumpsFolderFieldProps) {
  return (
    <Field label={text.settings.folder} hint={isOwn ? undefined : text.settings.usualFolder}>
      {(ids) => (
        <div className={styles.folder}>
          <Path path={folder} testId="settings-folder" />
          <Button {...ids} data-testid="settings-choose-folder" onClick={chooseDumpsFolder}>
            {text.settings.choose}
          </Button>
          {isOwn && (
            <Button data-testid="settings-reset-folder" onClick={resetDumpsFolder}>
              {text.settings.resetFolder}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
