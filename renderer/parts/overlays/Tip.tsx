import type { ReactElement } from 'react';
import { Tooltip } from 'radix-ui';
import { usePopupPlace } from './popup-place';
import styles from './Tip.module.css';

interface TipProps {
  readonly text: string;
  readonly children: ReactElement;
}

/** A tooltip for a control that shows only an icon, or for text that is cut. */
export function Tip({ text, children }: TipProps) {
  const place = usePopupPlace();
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal container={place}>
        <Tooltip.Content className={styles.tip} sideOffset={5} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
