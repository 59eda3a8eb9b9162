import type { RunKind, RunState } from '../../../app/contract/runs/state';
import type { RunningApp } from './launch';

/** Steps of a user that several tests take. */

export async function startPractice(app: RunningApp, vendor: 'mysql' | 'mariadb'): Promise<void> {
  await app.byId('nav-connections').click();
  await app.byId(`practice-${vendor}-start`).click();
}

export async function waitForPractice(app: RunningApp, vendor: 'mysql' | 'mariadb'): Promise<void> {
  await app.page.locator(`[data-testid="practice-${vendor}"][data-state="running"]`).waitFor();
}

/** Chooses a whole schema on the dump screen and waits until the dump could start. */
export async function pickSchema(app: RunningApp, schema: string): Promise<void> {
  // The form keeps what was picked in it before.
  const check = app.byId(`tree-check-${schema}`);
  if ((await check.getAttribute('aria-checked')) !== 'true') await check.click();
  await app.page.locator('[data-testid="dump-start"]:not([disabled])').waitFor();
}

/** Has only the rows of a table taken for which a condition holds. */
export async function setCondition(app: RunningApp, table: string, condition: string): Promise<void> {
  await app.byId(`tree-where-${table}`).click();
  await app.byId('condition-text').fill(condition);
  await app.byId('condition-keep').click();
  await app.byId('condition-dialog').waitFor({ state: 'detached' });
}

export async function setThreads(app: RunningApp, field: 'dump' | 'load', threads: number): Promise<void> {
  await app.byId(`${field}-threads`).fill(String(threads));
}

export async function chooseOption(app: RunningApp, select: string, option: string): Promise<void> {
  await app.byId(select).click();
  await app.byId(`option-${option}`).click();
}

/** Pauses the run that is watched, so that its screen can be looked at; it goes on with {@link resumeRun}. */
export async function pauseRun(app: RunningApp, kind: RunKind): Promise<void> {
  await app.page.locator(`[data-testid="run-state"][data-kind="${kind}"]`).waitFor();
  await app.byId('run-pause').click();
  await waitForRunState(app, 'paused');
}

/**
 * Starts a run and pauses it among its rows. Something of the test's must hold it there, at the source or on the way to
 * the target: it can be let go when the run is paused.
 */
export async function startAndPause(app: RunningApp, kind: 'dump' | 'load'): Promise<void> {
  await app.byId(`${kind}-start`).click();
  await app.page.locator(`[data-testid="run-state"][data-kind="${kind}"]`).waitFor();
  await untilRowsMove(app);
  await pauseRun(app, kind);
}

/** Waits until the run that is watched has moved rows. */
export async function untilRowsMove(app: RunningApp): Promise<void> {
  await app.page.waitForFunction(() =>
    /[1-9]/.test(document.querySelector('[data-testid="total-rows"]')?.textContent ?? ''),
  );
}

export async function resumeRun(app: RunningApp): Promise<void> {
  await app.byId('run-resume').click();
}

export async function cancelRun(app: RunningApp): Promise<void> {
  await app.byId('run-cancel').click();
  await app.byId('confirm-accept').click();
}

export async function waitForRunState(app: RunningApp, state: RunState): Promise<void> {
  await app.page.locator(`[data-testid="run-state"][data-state="${state}"]`).waitFor();
}

/** Final state of the watched run. Its kind is named, since an older run's result may still be in front. */
export async function resultState(app: RunningApp, kind: RunKind): Promise<string | null> {
  const result = app.page.locator(`[data-testid="result-state"][data-kind="${kind}"]`);
  await result.waitFor();
  return await result.getAttribute('data-state');
}

/** Answers the next dialogs for a folder with `path`, as Electron's own dialog would. */
export async function answerFolderDialogs(app: RunningApp, path: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

/** Chooses a file to load on the load screen. */
export async function openFile(app: RunningApp, path: string): Promise<void> {
  await app.byId('nav-load').click();
  await answerFolderDialogs(app, path);
  await app.byId('load-choose-script').click();
}

/**
 * Follows the toast that tells of runs that were cut off. By keys: the old runtime's hit test sometimes finds, for
 * minutes, what lies under a toast that came while the window was opened.
 */
export async function followToast(app: RunningApp): Promise<void> {
  await app.byId('toast-history').focus();
  await app.page.keyboard.press('Enter');
}
