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

/** Inspects tables one after the other, so that each shows as soon as it is known, until {@link stopBatch}. */
export async function inspectBatch(profileId: string, tables: readonly TableKey[]): Promise<void> {
  if (useInspect.getState().batch !== null) return;
  const { tier } = useInspect.getState();
  for (const [done, place] of tables.entries()) {
    useInspect.setState({ batch: { done, total: tables.length } });
    const more = await inspectOne(profileId, place, tier);
    if (!more) break;
  }
  useInspect.setState({ batch: null });
}

/** Failures that would repeat for the next table. */
const ENDS_ALL: ReadonlySet<string> = new Set([
  'sign-in-refused',
  'connect-refused',
  'tls-failed',
  'cancelled',
]);

/** Inspects one table; returns whether to go on with the next. */
async function inspectOne(profileId: string, place: TableKey, tier: TierChoice): Promise<boolean> {
  const key = keyOf(profileId, place);
  try {
    const ask = () => request('inspect/table', { profileId, ...place, tier });
    remember(key, await withPassword(profileId, ask));
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (ENDS_ALL.has(failure.code)) {
      if (failure.code !== 'cancelled') notifyFailure(thrown);
      return false;
    }
    useInspect.setState(({ failures }) => ({ failures: new Map(failures).set(key, failure) }));
  }
  return useInspect.getState().batch !== null;
}

export function stopBatch(): void {
  useInspect.setState({ batch: null });
  void request('inspect/cancel', null).catch(notifyFailure);
}

/** Takes in what was found of a table, for the list. */
export function remember(key: string, inspection: Inspection): void {
  useInspect.setState(({ inspected, failures }) => {
    const left = new Map(failures);
    left.delete(key);
    return { inspected: new Map(inspected).set(key, inspection), failures: left };
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
