import { useState } from 'react';
import { Award } from 'lucide-react';
import type { RequestArgument } from '../../../app/contract/requests';
import { Button, type ButtonLook } from '../../parts/controls/Button';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import { CertificateDialog } from './CertificateDialog';

type CertificateOf = RequestArgument<'proof/certificate'>;

interface CertificateButtonProps {
  readonly of: () => Promise<CertificateOf>;
  readonly testId: string;
  readonly look?: ButtonLook;
}

/** Shows the certificate of a dump or a proof. */
export function CertificateButton({ of, testId, look = 'plain' }: CertificateButtonProps) {
  const [shown, setShown] = useState<CertificateOf | null>(null);
  return (
    <>
      <Button
        look={look}
        data-testid={testId}
        onClick={() => {
          void of().then(setShown).catch(notifyFailure);
        }}
      >
        <Award size={14} aria-hidden />
        {text.proof.show}
      </Button>
      {shown !== null && (
        <CertificateDialog
          of={shown}
          onClose={() => {
            setShown(null);
          }}
        />
      )}
    </>
  );
}
