import { useState } from 'react';
import { Button } from '../../parts/controls/Button';
import { Dialog } from '../../parts/overlays/Dialog';
import { Field, TextInput } from '../../parts/controls/Field';
import { useConnections } from '../../state/servers/connections';
import { useUnlock } from '../../state/servers/unlock';
import { text } from '../../text';
import styles from './UnlockDialog.module.css';

/** Asks for the password that a request turned out to need. */
export function UnlockDialog() {
  const question = useUnlock((state) => state.question);
  const profiles = useConnections((state) => state.profiles);
  const [password, setPassword] = useState('');
  const profile = profiles.find(({ id }) => id === question?.profileId);
  const finish = (answer: string | null): void => {
    setPassword('');
    question?.answer(answer);
  };
  return (
    <Dialog
      title={text.common.unlockTitle(profile?.name ?? '')}
      explain={text.common.unlockExplain[profile?.passwordFrom?.kind === 'keychain' ? 'keychain' : 'ask']}
      open={question !== null}
      onClose={() => {
        finish(null);
      }}
      onSubmit={() => {
        finish(password);
      }}
      testId="unlock-dialog"
      width="narrow"
      actions={
        <>
          <span />
          <Button
            onClick={() => {
              finish(null);
            }}
          >
            {text.common.cancel}
          </Button>
          <Button look="primary" type="submit" data-testid="unlock-submit">
            {text.common.unlockSubmit}
          </Button>
        </>
      }
    >
      <Field
        label={text.common.unlockPassword}
        problem={question?.isRefused === true ? text.common.unlockRefused : undefined}
      >
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            data-testid="unlock-password"
            aria-invalid={question?.isRefused === true}
            value={password}
            autoFocus
            onChange={(event) => {
              setPassword(event.target.value);
            }}
          />
        )}
      </Field>
      <p className={styles.said}>{question?.refusal}</p>
    </Dialog>
  );
}
