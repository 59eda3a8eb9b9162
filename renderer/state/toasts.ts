import { create } from 'zustand';
import { failureOf } from './bridge';

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

/** More would cover the work; the oldest goes first. */
const MOST = 4;

interface ToastState {
  readonly toasts: readonly Toast[];
  readonly nextId: number;
}

export const useToasts = create<ToastState>(() => ({ toasts: [], nextId: 1 }));

export function notify(
  tone: ToastTone,
  title: string,
  more: { readonly detail?: string; readonly runId?: string; readonly history?: boolean } = {},
): void {
  const { detail = '', runId = null, history = false } = more;
  useToasts.setState((state) => ({
    nextId: state.nextId + 1,
    toasts: [...state.toasts, { id: state.nextId, tone, title, detail, runId, history }].slice(-MOST),
  }));
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
