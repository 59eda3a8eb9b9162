import { create } from 'zustand';
import { failureOf } from '../remote/bridge';

export type ToastTone = 'info' | 'ok' | 'warning' | 'failed';

export interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly detail: string;
  /** The run it tells of, which the toast then leads to. */
  readonly runId: string | null;
  /** True where it leads to the history. */
  readonly history: boolean;
}

/** More find no room; the oldest goes first. */
const MAX = 4;

interface ToastState {
  readonly toasts: readonly Toast[];
  readonly nextId: number;
}

export const useToasts = create<ToastState>(() => ({ toasts: [], nextId: 1 }));

/** Tells something once: where the same is told already, the older one goes. */
export function notify(
  tone: ToastTone,
  title: string,
  more: { readonly detail?: string; readonly runId?: string; readonly history?: boolean } = {},
): void {
  const { detail = '', runId = null, history = false } = more;
  useToasts.setState(({ toasts, nextId }) => {
    const toast = { id: nextId, tone, title, detail, runId, history };
    return {
      nextId: nextId + 1,
      toasts: [...toasts.filter((other) => !saysTheSame(other, toast)), toast].slice(-MAX),
    };
  });
}

function saysTheSame(one: Toast, other: Toast): boolean {
  return (
    one.tone === other.tone &&
    one.title === other.title &&
    one.detail === other.detail &&
    one.runId === other.runId
  );
}

export function notifyFailure(thrown: unknown): void {
  const failure = failureOf(thrown);
  notify('failed', failure.message, { detail: failure.hint });
}

/** Takes away what was told of a run, when somebody looks at the run itself. */
export function dismissRun(runId: string): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.runId !== runId) }));
}

export function dismiss(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
}
