import type { RequestArgument } from '../../../../app/contract/requests';
import { Button } from '../../../parts/controls/Button';
import { Field, TextInput } from '../../../parts/controls/Field';
import { request } from '../../../state/remote/bridge';
import { notifyFailure } from '../../../state/app/toasts';
import { text } from '../../../text';
import styles from './ConnectionForm.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly testId: string;
  readonly purpose: RequestArgument<'profiles/choose-file'>['purpose'];
  readonly placeholder?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The path of a file that a connection names: typed, or chosen. */
export function FileField({ label, testId, purpose, placeholder, value, onValue }: FileFieldProps) {
  const choose = async (): Promise<void> => {
    try {
      const path = await request('profiles/choose-file', { purpose });
      if (path !== null) onValue(path);
    } catch (thrown) {
      notifyFailure(thrown);
    }
  };
  return (
    <Field label={label} hint={fileNameOf(value)}>
      {(ids) => (
        <div className={styles.pathRow}>
          <TextInput
            {...ids}
            data-testid={testId}
            placeholder={placeholder}
            value={value}
            onChange={(event) => {
              onValue(event.target.value);
            }}
          />
          <Button
            aria-label={text.connections.chooseFileFor(label)}
            data-testid={`${testId}-choose`}
            onClick={() => {
              void choose();
            }}
          >
            {text.connections.chooseFile}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** About as many characters as the box shows. */
const ROOM = 32;

/** Scrolls a long path to its end: certificate and key differ there, not in their folder. */
function fileNameOf(path: string): string | undefined {
  return path.length <= ROOM ? undefined : /[^/\\]+$/.exec(path)?.[0];
}
