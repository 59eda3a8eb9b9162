import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Dialog as Radix } from 'radix-ui';
import { text } from '../../text';
import { Button, type ButtonLook } from '../controls/Button';
import { classes } from '../classes';
import { PopupPlace } from './popup-place';
import { returnFocus } from './return-focus';
import styles from './Dialog.module.css';

/** `full`: as wide as the window allows, for a table. */
const widths = { narrow: styles.narrow, wide: undefined, full: styles.full } as const;

interface DialogProps {
  readonly title: string;
  readonly explain?: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly testId: string;
  readonly width?: keyof typeof widths;
  /** `alertdialog`: a question that a click outside does not answer. */
  readonly role?: 'dialog' | 'alertdialog';
  /** The row of buttons; its first child stands at the left. */
  readonly actions: ReactNode;
  readonly children?: ReactNode;
  /** True while it holds what nobody has saved: Escape and a click outside then ask before they close it. */
  readonly unsaved?: boolean;
  /** Action of the Enter key; the body and the actions are then one form. */
  readonly onSubmit?: () => void;
}

/**
 * A modal dialog. Its scrim is our own: the one of Radix locks the page's scrolling with an inline style sheet, which
 * the window's policy refuses and a page that never scrolls does not need. It gives the focus back to whoever had it, which a dialog
 * without a trigger does not do by itself.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const { title, explain, onClose, testId, width = 'wide', actions, children, unsaved, onSubmit } = props;
  const { role = 'dialog' } = props;
  // Before a field of the dialog takes the focus as it appears.
  const [opener] = useState(() => document.activeElement);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <>
      <Radix.Root
        open
        onOpenChange={(next) => {
          if (next) return;
          if (unsaved === true) setAsking(true);
          else onClose();
        }}
      >
        <Radix.Portal>
          <div className={styles.scrim} aria-hidden />
          <Radix.Content
            className={classes(styles.dialog, widths[width])}
            data-testid={testId}
            role={role}
            aria-modal
            onInteractOutside={(event) => {
              if (role === 'alertdialog') event.preventDefault();
            }}
            {...(explain === undefined ? { 'aria-describedby': undefined } : {})}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              returnFocus(opener);
            }}
          >
            <PopupPlace value={place}>
              <form className={styles.layout} onSubmit={submit}>
                <Radix.Title className={styles.title}>{title}</Radix.Title>
                <div className={styles.body}>
                  {explain !== undefined && (
                    <Radix.Description className={styles.explain}>{explain}</Radix.Description>
                  )}
                  {children}
                </div>
                <div className={styles.actions}>{actions}</div>
              </form>
            </PopupPlace>
            <div ref={setPlace} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <Confirm
        title={text.common.discardTitle}
        explain={text.common.discardExplain(title)}
        confirm={text.common.discard}
        refuse={text.common.keepEditing}
        look="danger"
        open={asking}
        onConfirm={onClose}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly explain: string;
  readonly confirm: string;
  readonly refuse?: string;
  readonly look: ButtonLook;
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * A question before something that can't be undone. The safe answer has the focus. The second click of a double click on
 * the button that asks often lands outside, on a question that has just come: it must not answer it.
 */
export function Confirm({ title, explain, confirm, refuse, look, open, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      explain={explain}
      open={open}
      onClose={onClose}
      testId="confirm-dialog"
      width="narrow"
      role="alertdialog"
      actions={
        <>
          <span />
          <Button onClick={onClose} data-testid="confirm-refuse" autoFocus>
            {refuse ?? text.common.cancel}
          </Button>
          <Button
            look={look}
            data-testid="confirm-accept"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
