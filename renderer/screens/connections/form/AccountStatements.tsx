import { useEffect, useRef, useState } from 'react';
import type { Profile } from '../../../../app/contract/connections/connection';
import { accountPurposes, type AccountPurpose } from '../../../../app/contract/connections/privileges';
import { Button } from '../../../parts/controls/Button';
import { ChoiceField } from '../../../parts/controls/ChoiceField';
import { CodeBlock } from '../../../parts/display/CodeBlock';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Field, TextInput } from '../../../parts/controls/Field';
import { request } from '../../../state/remote/bridge';
import { copyText } from '../../../state/app/clipboard';
import { useAsked } from '../../../state/remote/use-asked';
import { text } from '../../../text';
import formStyles from './ConnectionForm.module.css';
import styles from './AccountStatements.module.css';

interface AccountStatementsProps {
  /** Key of the server that is asked: they stay while their account is typed into the form. */
  readonly server: string;
  /** The connection as it is typed, and its password; null where something is wrong with it, which the form then says. */
  readonly access: () => { readonly profile: Profile; readonly password: string | null } | null;
}

/** The smallest account for one kind of job, as statements to copy. They are asked of the server, which is not changed. */
export function AccountStatements({ server, access }: AccountStatementsProps) {
  const [purpose, setPurpose] = useState<AccountPurpose>('dump');
  const [schemas, setSchemas] = useState('');
  const { remote: statements, ask } = useAsked<string>(JSON.stringify([server, purpose, schemas]));
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // It stands below a form that may be longer than the window.
    section.current?.scrollIntoView({ block: 'end' });
  }, [statements]);
  const show = (): void => {
    const known = access();
    if (known === null) return;
    ask(async () =>
      (await request('profiles/grants', { ...known, purpose, schemas: listed(schemas) })).join('\n'),
    );
  };
  return (
    <section
      ref={section}
      className={formStyles.test}
      aria-label={text.connections.accountTitle}
      data-testid="connection-account"
    >
      <h3 className={styles.head}>{text.connections.accountTitle}</h3>
      <p className={styles.explain}>{text.connections.accountExplain}</p>
      <div className={formStyles.fields}>
        <ChoiceField
          label={text.connections.accountFor}
          testId="account-purpose"
          value={purpose}
          values={accountPurposes}
          texts={text.connections.accountPurposes}
          onValue={setPurpose}
        />
        <Field label={text.connections.accountSchemas} hint={text.connections.accountSchemasHint}>
          {(ids) => (
            <TextInput
              {...ids}
              data-testid="account-schemas"
              placeholder={text.connections.accountAllSchemas}
              value={schemas}
              onChange={(event) => {
                setSchemas(event.target.value);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // The form's own Enter would save the connection.
                event.preventDefault();
                show();
              }}
            />
          )}
        </Field>
      </div>
      <div className={styles.buttons}>
        <Button onClick={show} disabled={statements.kind === 'loading'} data-testid="account-show">
          {statements.kind === 'loading' ? text.connections.accountReading : text.connections.accountShow}
        </Button>
        <Button
          disabled={statements.kind !== 'ready'}
          data-testid="account-copy"
          onClick={() => {
            if (statements.kind === 'ready') copyText(statements.value, text.connections.accountCopied);
          }}
        >
          {text.connections.accountCopy}
        </Button>
      </div>
      {statements.kind === 'ready' && <CodeBlock testId="account-statements">{statements.value}</CodeBlock>}
      {statements.kind === 'failed' && <FailureNotice failure={statements.failure} tone="failed" />}
    </section>
  );
}

function listed(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
