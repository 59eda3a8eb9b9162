import { app, dialog, type BrowserWindow } from 'electron';

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
  const one = runningCount() === 1;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    buttons: ['Keep running', one ? 'Cancel it and quit' : 'Cancel them and quit'],
    defaultId: 0,
    cancelId: 0,
    message: one ? 'A run is still on.' : 'Several runs are still on.',
    detail:
      'A cancelled dump is removed from its folder. A load or migration can be resumed later, or rolled back.',
  });
  return response === 1;
}
