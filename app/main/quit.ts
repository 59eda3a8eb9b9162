import { app, dialog, type BrowserWindow } from 'electron';
import { mainText } from '../text/main';

export interface QuitOptions {
  readonly window: BrowserWindow;
  readonly runningCount: () => number;
  /** Cancels every run and resolves when no thread of the engine is left. */
  readonly cancelRuns: () => Promise<void>;
  /** Stops what was started along with the app, such as the practice servers. */
  readonly cleanUp: () => Promise<void>;
}

type Phase = 'open' | 'asking' | 'ending' | 'ended';

/**
 * Ends the app in order, also when its window is closed: asks while something runs, cancels it, cleans up, and only
 * then quits.
 */
export function guardQuit(options: QuitOptions): void {
  let phase: Phase = 'open';

  const end = async () => {
    if (phase !== 'open') return;
    phase = 'asking';
    if (options.runningCount() > 0 && !(await userAgrees(options))) {
      phase = 'open';
      return;
    }
    phase = 'ending';
    options.window.hide();
    try {
      await options.cancelRuns();
      await options.cleanUp();
    } finally {
      phase = 'ended';
      app.quit();
    }
  };

  const hold = (event: { preventDefault(): void }) => {
    if (phase === 'ended') return;
    event.preventDefault();
    void end();
  };
  app.on('before-quit', hold);
  options.window.on('close', hold);
}

/** Nothing is lost by staying: that is the default, and what the Escape key means. */
async function userAgrees({ window, runningCount }: QuitOptions): Promise<boolean> {
  const runs = runningCount();
  const { ask, explain, stay, cancel } = mainText.quit;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    buttons: [stay, cancel(runs)],
    defaultId: 0,
    cancelId: 0,
    message: ask(runs),
    detail: explain,
  });
  return response === 1;
}
