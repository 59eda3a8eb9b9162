import type { BrowserWindow } from 'electron';
import { ActivityMeter } from './notices/activity';
import type { Ipc } from './ipc';
import { logError } from './log';
import { EndNotifier } from './notices/notifications';
import { SleepBlocker } from './power';
import { guardQuit } from './quit';
import type { Services } from './services';
import { showProgress } from './window/taskbar';

/** Lets window, taskbar, power management and notifications follow the runs, and keeps the app open while one is on. */
export function followRuns(services: Services, ipc: Ipc, window: BrowserWindow): void {
  const { inspector, runs, practice, settings } = services;
  const meter = new ActivityMeter();
  const sleepBlocker = new SleepBlocker();
  const notifier = new EndNotifier({
    window,
    isEnabled: async () => (await settings.read()).notifications,
    onShow: (runId) => ipc.post('runs/show', { runId }),
  });
  runs.onUpdate((update) => {
    ipc.post('runs/update', update);
    const activity = meter.note(update);
    showProgress(window, activity);
    sleepBlocker.set(activity.running > 0);
    if (update.result === null) return;
    const { header } = runs.view(update.runId);
    void notifier.notify(header, update.result).catch((error: unknown) => logError('notification', error));
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
