import { create } from 'zustand';
import type { RunHeader, RunUpdate } from '../../../app/contract/runs/run';
import { FINAL_STATES } from '../../../app/contract/runs/state';
import { text } from '../../text';
import { request } from '../remote/bridge';
import { showRun, useNavigation } from '../app/navigation';
import { applyUpdate, emptyRun, runOfView, type RunModel } from './run-model';
import { notify, notifyFailure, type ToastTone } from '../app/toasts';

interface RunsState {
  /** Newest last, as the tabs show them. */
  readonly order: readonly string[];
  readonly byId: Readonly<Record<string, RunModel>>;
}

export const useRuns = create<RunsState>(() => ({ order: [], byId: {} }));

// A run whose tab was closed, and that is opened again from elsewhere, has one again.
useNavigation.subscribe(({ runId }) => {
  const { order, byId } = useRuns.getState();
  if (runId === null || byId[runId] === undefined || order.includes(runId)) return;
  useRuns.setState({ order: [...order, runId] });
});

/** Reads every run that main knows, for a window that opens late. */
export async function readRuns(): Promise<void> {
  try {
    const headers = await request('runs/list', null);
    await Promise.all(headers.map((header) => readRun(header.runId)));
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** The runs whose view was asked for, with the updates that came meanwhile. */
const reading = new Map<string, RunUpdate[]>();

/**
 * Asks for all that is known of a run. An update may overtake the answer: those that come meanwhile wait for it,
 * so that an old view can't undo what a newer update told.
 */
async function readRun(runId: string): Promise<void> {
  if (reading.has(runId)) return;
  const updates: RunUpdate[] = [];
  reading.set(runId, updates);
  try {
    put(runOfView(await request('runs/view', { runId })));
  } finally {
    reading.delete(runId);
    updates.forEach(takeUpdate);
  }
}

/** One notice is one store write, hence one React commit. */
export function takeUpdate(update: RunUpdate): void {
  const waiting = reading.get(update.runId);
  if (waiting !== undefined) {
    waiting.push(update);
    return;
  }
  const known = useRuns.getState().byId[update.runId];
  if (known === undefined) {
    void readRun(update.runId).catch(notifyFailure);
    return;
  }
  const run = applyUpdate(known, update);
  // A run whose tab was closed stays without one, though its pages are still read.
  useRuns.setState(({ byId }) => ({ byId: { ...byId, [run.runId]: run } }));
  if (FINAL_STATES.has(run.state) && !FINAL_STATES.has(known.state)) announceEnd(run);
}

/**
 * Starts a run, puts it in front and asks for what it told before anybody listened. Starting can take seconds (a
 * server that is far away): a user who went elsewhere meanwhile is left there, and finds the run among the tabs.
 */
export async function openRun(start: () => Promise<RunHeader>): Promise<void> {
  const before = useNavigation.getState();
  const header = await start();
  if (useRuns.getState().byId[header.runId] === undefined) put(emptyRun(header));
  const now = useNavigation.getState();
  if (now.screen === before.screen && now.runId === before.runId) showRun(header.runId);
  await readRun(header.runId);
}

export function pauseRun(runId: string): void {
  void request('runs/pause', { runId }).catch(notifyFailure);
}

export function resumeRun(runId: string): void {
  void request('runs/resume', { runId }).catch(notifyFailure);
}

export function cancelRun(runId: string): void {
  void request('runs/cancel', { runId }).catch(notifyFailure);
}

export function setRunThreads(runId: string, threads: number): void {
  void request('runs/set-threads', { runId, threads }).catch(notifyFailure);
}

/** Takes the tab of a run that has ended away; its neighbour comes to the front. The history still knows the run. */
export function closeRun(runId: string): void {
  const { order, byId } = useRuns.getState();
  const run = byId[runId];
  if (run === undefined || !isFinal(run)) return;
  const at = order.indexOf(runId);
  const rest = order.filter((id) => id !== runId);
  useRuns.setState({ order: rest });
  if (useNavigation.getState().runId !== runId) return;
  useNavigation.setState({ runId: rest[Math.min(at, rest.length - 1)] ?? null });
}

/** Active runs that read or write the server of a saved connection; a migration may do so on either side. */
export function runsOn(profileId: string, { byId }: RunsState): readonly RunModel[] {
  return Object.values(byId).filter((run) => {
    const { kind, targetProfileId, repeat } = run.header;
    return (
      !isFinal(run) &&
      (kind === 'migrate' || targetProfileId === profileId || repeat?.profileId === profileId)
    );
  });
}

export function isFinal(run: RunModel): boolean {
  return FINAL_STATES.has(run.state);
}

function put(run: RunModel): void {
  useRuns.setState((state) => ({
    order: state.order.includes(run.runId) ? state.order : [...state.order, run.runId],
    byId: { ...state.byId, [run.runId]: run },
  }));
}

function announceEnd(run: RunModel): void {
  const { screen, runId } = useNavigation.getState();
  if (screen === 'runs' && runId === run.runId) return;
  notify(toneOf(run), text.run.announceEnd(run.header.title, text.run.states[run.state]), {
    runId: run.runId,
  });
}

function toneOf(run: RunModel): ToastTone {
  if (run.state === 'done') return 'ok';
  return run.state === 'failed' ? 'failed' : 'warning';
}
