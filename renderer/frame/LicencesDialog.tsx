import { useEffect, useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { request } from '../state/bridge';
import { useNavigation } from '../state/navigation';
import { notifyFailure } from '../state/toasts';
import { text } from '../text';
import styles from './LicencesDialog.module.css';

/** What Sluice is made with, and under which licences. */
export function LicencesDialog() {
  const open = useNavigation((state) => state.licencesOpen);
  const [licences, setLicences] = useState('');
  useEffect(() => {
    if (open) request('app/licences', null).then(setLicences, notifyFailure);
  }, [open]);
  const close = (): void => {
    useNavigation.setState({ licencesOpen: false });
  };
  return (
    <Dialog
      title={text.frame.licences}
      open={open}
      onClose={close}
      testId="licences-dialog"
      width="full"
      actions={
        <>
          <span />
          <Button onClick={close} autoFocus>
            {text.frame.close}
          </Button>
        </>
      }
    >
      <pre className={styles.licences} tabIndex={0} aria-label={text.frame.licences} data-testid="licences">
        {licences}
      </pre>
    </Dialog>
  );
}
