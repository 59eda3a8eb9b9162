import { useState } from 'react';
import type { Profile } from '../../../app/contract/connection';
import { Button, type ButtonLook } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { ProductionGuard } from '../../parts/ProductionGuard';
import { text } from '../../text';

interface ConfirmOnTargetProps {
  readonly title: string;
  readonly explain?: string;
  /** Why a production target's name must be typed. */
  readonly guard: string;
  readonly look: ButtonLook;
  readonly target: Profile;
  readonly testId: string;
  readonly onConfirm: (confirmed: { readonly confirmedTarget?: string }) => void;
  readonly onClose: () => void;
}

/** A question before something is done to a target; a production target's name must be typed. */
export function ConfirmOnTarget(props: ConfirmOnTargetProps) {
  const { title, explain, guard, look, target, testId, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const isGuarded = target.environment === 'production';
  const isRight = !isGuarded || typed === target.name;
  return (
    <Dialog
      title={title}
      {...(explain !== undefined && { explain })}
      open
      onClose={onClose}
      testId={`${testId}-dialog`}
      width="narrow"
      onSubmit={() => {
        if (isRight) onConfirm(isGuarded ? { confirmedTarget: target.name } : {});
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
            reason={isRight ? undefined : text.load.guardReason(target.name)}
            data-testid={`${testId}-accept`}
          >
            {title}
          </Button>
        </>
      }
    >
      {isGuarded && (
        <ProductionGuard explain={guard} name={target.name} confirmed={typed} onConfirmed={setTyped} />
      )}
    </Dialog>
  );
}
