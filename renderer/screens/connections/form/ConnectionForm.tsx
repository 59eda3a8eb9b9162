import { useState } from 'react';
import { accessOf } from '../../../../app/contract/connections/access';
import type { ConnectionTest, Profile } from '../../../../app/contract/connections/connection';
import { Button } from '../../../parts/controls/Button';
import { Dialog } from '../../../parts/overlays/Dialog';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { failureOf, request } from '../../../state/remote/bridge';
import { saveProfile } from '../../../state/servers/connections';
import { useNavigation } from '../../../state/app/navigation';
import { absent, failed, loading, type Remote } from '../../../state/remote/remote';
import { useAsked } from '../../../state/remote/use-asked';
import { text } from '../../../text';
import { AccountStatements } from './AccountStatements';
import styles from './ConnectionForm.module.css';
import { ConnectionFields } from './ConnectionFields';
import {
  changed,
  draftOf,
  isChanged,
  newProfileId,
  profileOf,
  serverOf,
  type Draft,
  type DraftProblems,
} from './draft';
import { TestResult } from './TestResult';

interface ConnectionFormProps {
  /** The connection to edit; null for a new one. */
  readonly profile: Profile | null;
}

export function ConnectionForm({ profile }: ConnectionFormProps) {
  const [id] = useState(() => profile?.id ?? newProfileId());
  const [first] = useState(() => draftOf(profile));
  const [draft, setDraft] = useState(first);
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<DraftProblems>({});
  const { remote: test, ask: askTest } = useAsked<ConnectionTest>(JSON.stringify([draft, password]));
  const [showsAccount, setShowsAccount] = useState(false);
  const [saving, setSaving] = useState<Remote<null>>(absent);

  const close = (): void => {
    useNavigation.setState({ editing: null });
  };
  const change = (part: Partial<Draft>): void => {
    // A saved connection keeps its mode of TLS: nobody else knows why it has it.
    setDraft(profile === null ? changed(draft, part) : { ...draft, ...part });
  };
  const checked = (): Profile | null => {
    const outcome = profileOf(draft, id);
    setProblems(outcome.kind === 'invalid' ? outcome.problems : {});
    return outcome.kind === 'valid' ? outcome.profile : null;
  };
  const typedPassword = password === '' || draft.passwordFrom === 'command' ? null : password;
  const runTest = (): void => {
    const valid = checked();
    if (valid === null) return;
    askTest(() => request('profiles/test', { profile: valid, password: typedPassword }));
  };
  const save = (): void => {
    const valid = checked();
    if (valid === null) return;
    setSaving(loading);
    saveProfile(valid, typedPassword).then(close, (thrown: unknown) => {
      setSaving(failed(failureOf(thrown)));
    });
  };

  return (
    <Dialog
      title={profile === null ? text.connections.formNew : text.connections.formEdit(profile.name)}
      open
      onClose={close}
      unsaved={password !== '' || isChanged(first, draft)}
      onSubmit={save}
      testId="connection-form"
      actions={
        <>
          <span>
            <Button onClick={runTest} disabled={test.kind === 'loading'} data-testid="connection-test">
              {test.kind === 'loading' ? text.connections.testing : text.connections.test}
            </Button>{' '}
            <Button
              aria-expanded={showsAccount}
              data-testid="connection-privileges"
              onClick={() => {
                setShowsAccount(!showsAccount);
              }}
            >
              {text.connections.account}
            </Button>
          </span>
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            disabled={saving.kind === 'loading'}
            data-testid="connection-save"
          >
            {text.connections.save}
          </Button>
        </>
      }
    >
      <ConnectionFields
        draft={draft}
        problems={problems}
        password={password}
        passwordPlaceholder={passwordHint(profile, profileOf(draft, id))}
        onChange={change}
        onPassword={setPassword}
      />
      {test.kind === 'ready' && (
        <div className={styles.test}>
          <TestResult test={test.value} />
        </div>
      )}
      {showsAccount && (
        <AccountStatements
          server={serverOf(draft)}
          access={() => {
            const valid = checked();
            return valid === null ? null : { profile: valid, password: typedPassword };
          }}
        />
      )}
      {[test, saving].map((remote, index) =>
        remote.kind === 'failed' ? (
          <div key={index} className={styles.test}>
            <FailureNotice failure={remote.failure} tone="failed" />
          </div>
        ) : null,
      )}
    </Dialog>
  );
}

/** A known password stays with the server, account, way and encryption that it was given for. */
function passwordHint(saved: Profile | null, typed: ReturnType<typeof profileOf>): string {
  if (saved === null) return text.connections.passwordNew;
  const leadsElsewhere = typed.kind === 'valid' && accessOf(typed.profile) !== accessOf(saved);
  return leadsElsewhere ? text.connections.passwordAgain : text.connections.passwordKeep;
}
