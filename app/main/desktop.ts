import type { BrowserWindow } from 'electron';
import { ActivityMeter } from './activity';
import type { Ipc } from './ipc';
import { Wakefulness } from './power';
import { guardQuit } from './quit';
import type { Services } from './services';
import { showProgress } from './taskbar';

/** Lets window, taskbar and power management follow the runs, and keeps the app open while one is on. */
export function followRuns({ inspector, runs, practice }: Services, ipc: Ipc, window: BrowserWindow): void {
  const meter = new ActivityMeter();
  const wakefulness = new Wakefulness();
  runs.onUpdate((update) => {
    ipc.post('runs/update', update);
    const activity = meter.note(update);
    showProgress(window, activity);
    wakefulness.set(activity.running > 0);
  });
  guardQuit({
    window,
    runningCount: () => runs.active().length,
    cancelRuns: async () => {
      await Promise.all([runs.cancelAll(), inspector.cancelAll()]);
    },
    cleanUp: () => practice.stopOwn(),
  });
}
