import { useEffect } from 'react';
import { CircleCheck, CircleX, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { Button, IconButton } from '../parts/controls/Button';
import { showHistory, showRun } from '../state/app/navigation';
import { dismiss, useToasts, type Toast, type ToastTone } from '../state/app/toasts';
import { text } from '../text';
import styles from './Toasts.module.css';

const icons: Readonly<Record<ToastTone, LucideIcon>> = {
  info: Info,
  ok: CircleCheck,
  warning: TriangleAlert,
  failed: CircleX,
};

/** A failure stays until it is dismissed; the rest goes by itself. */
const SHOWN_MS = 7000;

/**
 * Notifications at the foot of the sidebar: there it covers nothing on any screen, and a dialog's scrim lies over
 * it as over the rest of the window. The newest is the one that is seen where there is room for one.
 */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <section className={styles.list} aria-label={text.frame.notifications} aria-live="polite">
      {[...toasts].reverse().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const Icon = icons[toast.tone];
  const { runId, history } = toast;
  useEffect(() => {
    if (toast.tone === 'failed') return undefined;
    const timer = setTimeout(() => {
      dismiss(toast.id);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [toast]);
  return (
    <div className={styles.toast} data-tone={toast.tone} data-testid="toast" title={toast.detail}>
      <Icon size={15} aria-hidden />
      <p className={styles.title}>{toast.title}</p>
      <IconButton
        label={text.frame.dismiss}
        className={styles.dismiss}
        onClick={() => {
          dismiss(toast.id);
        }}
      >
        <X size={14} aria-hidden />
      </IconButton>
      <div className={styles.more}>
        {toast.detail !== '' && <p className={styles.detail}>{toast.detail}</p>}
        {runId !== null && (
          <Button
            className={styles.action}
            onClick={() => {
              showRun(runId);
            }}
          >
            {text.frame.showRun}
          </Button>
        )}
        {history && (
          <Button
            className={styles.action}
            data-testid="toast-history"
            onClick={() => {
              dismiss(toast.id);
              showHistory();
            }}
          >
            {text.frame.showHistory}
          </Button>
        )}
      </div>
    </div>
  );
}
