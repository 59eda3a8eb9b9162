import { Button } from '../../parts/controls/Button';
import { Dialog } from '../../parts/overlays/Dialog';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { request } from '../../state/remote/bridge';
import { useNavigation } from '../../state/app/navigation';
import { useRemote } from '../../state/remote/use-remote';
import { text } from '../../text';
import styles from './LicencesDialog.module.css';

/** Third-party components of Sluice and their licences. */
export function LicencesDialog() {
  const open = useNavigation((state) => state.licencesOpen);
  const licences = useRemote(open ? 'licences' : null, () => request('app/licences', null));
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
      {licences.kind === 'failed' && <FailureNotice failure={licences.failure} tone="failed" />}
      {licences.kind === 'ready' && (
        <pre className={styles.licences} tabIndex={0} aria-label={text.frame.licences} data-testid="licences">
          {licences.value}
        </pre>
      )}
    </Dialog>
  );
}
