import { environments } from '../../../../app/contract/connections/connection';
import { CheckLine } from '../../../parts/controls/CheckLine';
import { Field, TextInput } from '../../../parts/controls/Field';
import { Segmented } from '../../../parts/controls/Segmented';
import { text } from '../../../text';
import styles from './ConnectionForm.module.css';
import type { Draft } from './draft';
import { GroupField } from './GroupField';
import { ColourPicker } from './ColourPicker';
import { PasswordFields, type PasswordFieldsProps } from './PasswordFields';
import { SshFields } from './SshFields';
import { TlsFields } from './TlsFields';

export function ConnectionFields(props: PasswordFieldsProps) {
  const { draft, problems, onChange } = props;
  return (
    <div className={styles.fields}>
      <Field label={text.connections.name} problem={problems.name}>
        {(ids) => (
          <TextInput
            {...ids}
            data-testid="field-name"
            autoFocus
            placeholder={text.connections.namePlaceholder}
            value={draft.name}
            aria-invalid={problems.name !== undefined}
            onChange={(event) => {
              onChange({ name: event.target.value });
            }}
          />
        )}
      </Field>
      <Field label={text.connections.environment} hint={productionHint(draft)}>
        {() => (
          <Segmented
            label={text.connections.environment}
            value={draft.environment}
            options={environments.map((value) => ({ value, label: text.common.environment[value] }))}
            onValue={(environment) => {
              onChange({ environment });
            }}
          />
        )}
      </Field>
      <GroupField draft={draft} problem={problems.group} onChange={onChange} />
      <Field label={text.connections.colour}>
        {({ id }) => (
          <ColourPicker
            id={id}
            value={draft.colour}
            onValue={(colour) => {
              onChange({ colour });
            }}
          />
        )}
      </Field>
      <hr className={styles.rule} />
      <AddressFields draft={draft} problems={problems} onChange={onChange} />
      <Field label={text.connections.user} problem={problems.user}>
        {(ids) => (
          <TextInput
            {...ids}
            data-testid="field-user"
            value={draft.user}
            aria-invalid={problems.user !== undefined}
            onChange={(event) => {
              onChange({ user: event.target.value });
            }}
          />
        )}
      </Field>
      <PasswordFields {...props} />
      {draft.reach === 'tcp' && (
        <>
          <TlsFields draft={draft} problem={problems.tls} onChange={onChange} />
          <Field
            label={text.connections.compression}
            hint={draft.compressed ? text.connections.compressionExplain : undefined}
          >
            {() => (
              <CheckLine
                ticked={draft.compressed}
                label={text.connections.compressionSwitch}
                testId="field-compression"
                onToggle={() => {
                  onChange({ compressed: !draft.compressed });
                }}
              />
            )}
          </Field>
          <SshFields draft={draft} problems={problems} onChange={onChange} />
        </>
      )}
    </div>
  );
}

type PartProps = Pick<PasswordFieldsProps, 'draft' | 'onChange'>;

function AddressFields({ draft, problems, onChange }: PartProps & Pick<PasswordFieldsProps, 'problems'>) {
  return (
    <>
      <Field
        label={text.connections.reach}
        hint={draft.reach === 'socket' ? text.connections.tlsSocket : undefined}
      >
        {() => (
          <Segmented
            label={text.connections.reach}
            value={draft.reach}
            options={[
              { value: 'tcp', label: text.connections.tcp, testId: 'reach-tcp' },
              { value: 'socket', label: text.connections.socket, testId: 'reach-socket' },
            ]}
            onValue={(reach) => {
              onChange({ reach });
            }}
          />
        )}
      </Field>
      {draft.reach === 'tcp' ? (
        <Field label={text.connections.host} problem={problems.host ?? problems.port}>
          {(ids) => (
            <div className={styles.hostPort}>
              <TextInput
                {...ids}
                data-testid="field-host"
                value={draft.host}
                aria-invalid={problems.host !== undefined}
                onChange={(event) => {
                  onChange({ host: event.target.value });
                }}
              />
              <TextInput
                data-testid="field-port"
                aria-label={text.connections.port}
                inputMode="numeric"
                value={draft.port}
                aria-invalid={problems.port !== undefined}
                onChange={(event) => {
                  onChange({ port: event.target.value });
                }}
              />
            </div>
          )}
        </Field>
      ) : (
        <Field label={text.connections.socketPath} problem={problems.socket}>
          {(ids) => (
            <TextInput
              {...ids}
              data-testid="field-socket"
              value={draft.socket}
              aria-invalid={problems.socket !== undefined}
              onChange={(event) => {
                onChange({ socket: event.target.value });
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}

function productionHint(draft: Draft): string | undefined {
  if (draft.environment === 'unknown') return text.connections.unknownExplain;
  return draft.environment === 'production' ? text.connections.productionExplain : undefined;
}
