import type { KeychainLack } from '../../../../app/contract/connections/connection';
import { Field, TextInput } from '../../../parts/controls/Field';
import { Segmented } from '../../../parts/controls/Segmented';
import { request } from '../../../state/remote/bridge';
import { useRemote } from '../../../state/remote/use-remote';
import { text } from '../../../text';
import type { Draft, DraftProblems } from './draft';

export interface PasswordFieldsProps {
  readonly draft: Draft;
  readonly problems: DraftProblems;
  readonly password: string;
  readonly passwordPlaceholder: string;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly onPassword: (password: string) => void;
}

const SOURCES = ['ask', 'keychain', 'command'] as const;

/** Password source, and the password or its program. */
export function PasswordFields(props: PasswordFieldsProps) {
  const { draft, onChange } = props;
  const { passwordFrom } = draft;
  const lack = useKeychainLack();
  return (
    <>
      <Field label={text.connections.passwordFrom} hint={hintOf(passwordFrom, lack)}>
        {() => (
          <Segmented
            label={text.connections.passwordFrom}
            value={passwordFrom}
            options={SOURCES.map((value) => ({
              value,
              label: text.connections.passwordSources[value],
              testId: `password-${value}`,
              disabled: value === 'keychain' && lack !== null,
            }))}
            onValue={(source) => {
              onChange({ passwordFrom: source });
            }}
          />
        )}
      </Field>
      {passwordFrom === 'command' ? <CommandField {...props} /> : <TypedField {...props} />}
    </>
  );
}

/** Null where the keychain can be used, and while that is not known. */
function useKeychainLack(): KeychainLack | null {
  const lack = useRemote('keychain', () => request('profiles/keychain', null));
  return lack.kind === 'ready' ? lack.value : null;
}

function hintOf(source: Draft['passwordFrom'], lack: KeychainLack | null): string {
  const explain = text.connections.passwordSourceExplain[source];
  return lack === null ? explain : `${explain} ${text.connections.keychainLacks[lack]}`;
}

function CommandField({ draft, problems, onChange }: PasswordFieldsProps) {
  return (
    <Field label={text.connections.passwordCommand} problem={problems.passwordCommand}>
      {(ids) => (
        <TextInput
          {...ids}
          data-testid="field-passwordCommand"
          placeholder={text.connections.passwordCommandPlaceholder}
          value={draft.passwordCommand}
          aria-invalid={problems.passwordCommand !== undefined}
          onChange={(event) => {
            onChange({ passwordCommand: event.target.value });
          }}
        />
      )}
    </Field>
  );
}

function TypedField({ password, passwordPlaceholder, onPassword }: PasswordFieldsProps) {
  return (
    <Field label={text.connections.password}>
      {(ids) => (
        <TextInput
          {...ids}
          type="password"
          data-testid="field-password"
          placeholder={passwordPlaceholder}
          value={password}
          onChange={(event) => {
            onPassword(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
