import { useState } from 'react';
import type { Profile } from '../../../app/contract/connections/connection';
import { Button, type ButtonLook } from '../../parts/controls/Button';
import { Dialog } from '../../parts/overlays/Dialog';
import { ProductionGuard } from '../production-guard/ProductionGuard';
import { useGuard } from '../../state/servers/connections';
import { text } from '../../text';

interface ConfirmOnTargetProps {
  readonly title: string;
  readonly explain?: string;
  /** Reason for typing the name of the connection that guards the target. */
  readonly guardText: (name: string) => string;
  readonly look: ButtonLook;
  readonly target: Profile;
  readonly testId: string;
  readonly onConfirm: (confirmed: { readonly confirmedTarget?: string }) => void;
  readonly onClose: () => void;
}

/** A question before something is done to a target; a production target's name must be typed. */
export function ConfirmOnTarget(props: ConfirmOnTargetProps) {
  const { title, explain, guardText, look, target, testId, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const guard = useGuard(target);
  const isRight = guard === null || typed === guard.name;
  return (
    <Dialog
      title={title}
      {...(explain !== undefined && { explain })}
      open
      onClose={onClose}
      testId={`${testId}-dialog`}
      width="narrow"
      onSubmit={() => {
        if (isRight) onConfirm(guard === null ? {} : { confirmedTarget: guard.name });
      }}
      actions={
        <>
          <span />
          <Button onClick={onClose} data-testid={`${testId}-refuse`}>
            {text.common.cancel}
          </Button>
          <Button
            type="submit"
            look={look}
            reason={isRight ? undefined : text.load.guardReason(guard.name)}
            data-testid={`${testId}-accept`}
          >
            {title}
          </Button>
        </>
      }
    >
      {guard !== null && (
        <ProductionGuard
          explain={guardText(guard.name)}
          guard={guard}
          confirmed={typed}
          onConfirmed={setTyped}
        />
      )}
    </Dialog>
  );
}
