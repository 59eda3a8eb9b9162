import { Notification, type BrowserWindow } from 'electron';
import type { RunHeader } from '../../contract/runs/run';
import type { RunResult } from '../../contract/runs/result';
import { endNotice } from './end-notice';
import { bringUp } from '../window/window';

export interface NotifierOptions {
  readonly window: BrowserWindow;
  /** Resolves to whether the user wants notifications. */
  readonly isEnabled: () => Promise<boolean>;
  /** The user asked to see a run. */
  readonly onShow: (runId: string) => void;
}

/** Desktop notifications of runs that end while the window has no focus. */
export class EndNotifier {
  readonly #options: NotifierOptions;
  /** Kept until they are closed: one that is garbage collected receives no click. */
  readonly #shown = new Set<Notification>();
  /** Runs whose end was heard of: the result of a load comes again with the pages of its tables. */
  readonly #ended = new Set<string>();

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  async notify(header: RunHeader, result: RunResult): Promise<void> {
    if (this.#ended.has(header.runId)) return;
    this.#ended.add(header.runId);
    const { window, isEnabled, onShow } = this.#options;
    const notice = endNotice(header, result);
    if (notice === null || !Notification.isSupported()) return;
    if (window.isDestroyed() || window.isFocused() || !(await isEnabled())) return;
    const notification = new Notification(notice);
    this.#shown.add(notification);
    notification.once('close', () => this.#shown.delete(notification));
    notification.once('click', () => {
      this.#shown.delete(notification);
      if (window.isDestroyed()) return;
      bringUp(window);
      onShow(header.runId);
    });
    notification.show();
  }
}
