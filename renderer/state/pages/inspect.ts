import { create } from 'zustand';
import type { Failure } from '../../../app/contract/failure';
import type { Inspection, InspectTier } from '../../../app/contract/pages/inspection';
import type { PicturedInspection } from '../../../app/contract/pages/page-picture';
import { failureOf, request } from '../remote/bridge';
import { notifyFailure } from '../app/toasts';
import { withPassword } from '../servers/unlock';

export type TierChoice = InspectTier | 'auto';

export interface TableKey {
  readonly schema: string;
  readonly table: string;
}

/** An inspection that later ones are compared with. */
export interface Kept {
  readonly from: 'kept' | 'opened';
  readonly pictured: PicturedInspection;
}

interface InspectState {
  readonly tier: TierChoice;
  /** Connections whose users' waiting and reading the user agreed to, with the source: see {@link asksFirst}. */
  readonly agreed: ReadonlySet<string>;
  /** By connection and table. */
  readonly inspected: ReadonlyMap<string, Inspection>;
  readonly failures: ReadonlyMap<string, Failure>;
  /** The tables that are being inspected one after the other; null while none is. */
  readonly batch: { readonly done: number; readonly total: number } | null;
  /** By subject: the state before, if one is kept. */
  readonly kept: ReadonlyMap<string, Kept>;
}

export const useInspect = create<InspectState>(() => ({
  tier: 'auto',
  agreed: new Set(),
  inspected: new Map(),
  failures: new Map(),
  batch: null,
  kept: new Map(),
}));

export function keyOf(profileId: string, { schema, table }: TableKey): string {
  return `${profileId}\n${schema}.${table}`;
}

/** Statistics cost next to nothing; the other sources make somebody wait. */
export function asksFirst(profileId: string, tier: TierChoice): boolean {
  return tier !== 'statistics' && !useInspect.getState().agreed.has(`${profileId} ${tier}`);
}

export function agree(profileId: string, tier: TierChoice): void {
  const { agreed } = useInspect.getState();
  useInspect.setState({ agreed: new Set([...agreed, `${profileId} ${tier}`]) });
}

/** Each showing sorts the whole list again: a list of many thousands of tables shows several results at once. */
const SHOWING_MS = 250;
const SHOWING_MS_PER_TABLE = 0.02;

/** Inspects tables one after the other, until {@link stopBatch}; the list shows soon what is known of each. */
export async function inspectBatch(profileId: string, tables: readonly TableKey[]): Promise<void> {
  if (useInspect.getState().batch !== null) return;
  const { tier } = useInspect.getState();
  const pauseMs = Math.max(SHOWING_MS, tables.length * SHOWING_MS_PER_TABLE);
  let hidden: Found[] = [];
  let shownAt = performance.now() - pauseMs;
  useInspect.setState({ batch: { done: 0, total: tables.length } });
  for (const [place, table] of tables.entries()) {
    const found = await inspectOne(profileId, table, tier);
    if (found === null) break;
    hidden.push(found);
    if (useInspect.getState().batch === null) break;
    if (performance.now() - shownAt < pauseMs) continue;
    show(hidden);
    hidden = [];
    shownAt = performance.now();
    useInspect.setState({ batch: { done: place + 1, total: tables.length } });
  }
  show(hidden);
  useInspect.setState({ batch: null });
}

/** Failures that would repeat for the next table. */
const ENDS_ALL: ReadonlySet<string> = new Set([
  'sign-in-refused',
  'connect-refused',
  'tls-failed',
  'cancelled',
]);

type Found =
  | { readonly kind: 'inspection'; readonly key: string; readonly inspection: Inspection }
  | { readonly kind: 'failure'; readonly key: string; readonly failure: Failure };

/** Inspects one table; null where no other can be inspected either. */
async function inspectOne(profileId: string, table: TableKey, tier: TierChoice): Promise<Found | null> {
  const key = keyOf(profileId, table);
  try {
    const ask = () => request('inspect/table', { profileId, ...table, tier });
    return { kind: 'inspection', key, inspection: await withPassword(profileId, ask) };
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (!ENDS_ALL.has(failure.code)) return { kind: 'failure', key, failure };
    if (failure.code !== 'cancelled') notifyFailure(thrown);
    return null;
  }
}

export function stopBatch(): void {
  useInspect.setState({ batch: null });
  void request('inspect/cancel', null).catch(notifyFailure);
}

/** Takes in what was found of a table, for the list. */
export function remember(key: string, inspection: Inspection): void {
  show([{ kind: 'inspection', key, inspection }]);
}

function show(found: readonly Found[]): void {
  if (found.length === 0) return;
  useInspect.setState((state) => {
    const inspected = new Map(state.inspected);
    const failures = new Map(state.failures);
    for (const one of found) {
      if (one.kind === 'failure') {
        failures.set(one.key, one.failure);
        continue;
      }
      inspected.set(one.key, one.inspection);
      failures.delete(one.key);
    }
    return { inspected, failures };
  });
}

export function keep(subject: string, kept: Kept | null): void {
  useInspect.setState((state) => {
    const next = new Map(state.kept);
    if (kept === null) next.delete(subject);
    else next.set(subject, kept);
    return { kept: next };
  });
}
