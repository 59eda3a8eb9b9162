import { CheckLine } from '../../../parts/controls/CheckLine';
import { Field, TextInput } from '../../../parts/controls/Field';
import { text } from '../../../text';
import styles from './ConnectionForm.module.css';
import type { Draft, DraftProblems } from './draft';
import { FileField } from './FileField';

interface SshFieldsProps {
  readonly draft: Draft;
  readonly problems: DraftProblems;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The way through an SSH host. What is left empty is what the user's own configuration says. */
export function SshFields({ draft, problems, onChange }: SshFieldsProps) {
  const word = (field: 'sshUser' | 'sshJump') => (
    <Field label={text.connections[field]} problem={problems[field]}>
      {(ids) => (
        <TextInput
          {...ids}
          data-testid={`field-${field}`}
          placeholder={text.connections.sshFromConfig}
          value={draft[field]}
          aria-invalid={problems[field] !== undefined}
          onChange={(event) => {
            onChange({ [field]: event.target.value });
          }}
        />
      )}
    </Field>
  );
  return (
    <>
      <hr className={styles.rule} />
      <Field
        label={text.connections.throughSsh}
        hint={draft.throughSsh ? text.connections.sshExplain : undefined}
      >
        {() => (
          <CheckLine
            ticked={draft.throughSsh}
            label={text.connections.throughSshSwitch}
            testId="field-ssh"
            onToggle={() => {
              onChange({ throughSsh: !draft.throughSsh });
            }}
          />
        )}
      </Field>
      {draft.throughSsh && (
        <>
          <Field label={text.connections.sshHost} problem={problems.sshHost ?? problems.sshPort}>
            {(ids) => (
              <div className={styles.hostPort}>
                <TextInput
                  {...ids}
                  data-testid="field-sshHost"
                  placeholder={text.connections.sshHostPlaceholder}
                  value={draft.sshHost}
                  aria-invalid={problems.sshHost !== undefined}
                  onChange={(event) => {
                    onChange({ sshHost: event.target.value });
                  }}
                />
                <TextInput
                  data-testid="field-sshPort"
                  aria-label={text.connections.sshPort}
                  inputMode="numeric"
                  placeholder="22"
                  value={draft.sshPort}
                  aria-invalid={problems.sshPort !== undefined}
                  onChange={(event) => {
                    onChange({ sshPort: event.target.value });
                  }}
                />
              </div>
            )}
          </Field>
          {word('sshUser')}
          <FileField
            label={text.connections.sshKey}
            testId="field-sshKey"
            purpose="ssh-key"
            placeholder={text.connections.sshFromConfig}
            value={draft.sshKey}
            onValue={(sshKey) => {
              onChange({ sshKey });
            }}
          />
          {word('sshJump')}
        </>
      )}
    </>
  );
}
