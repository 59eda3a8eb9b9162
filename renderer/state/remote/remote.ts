import type { Failure } from '../../../app/contract/failure';

/** Something that is asked of main: not asked, under way, there, or refused. */
export type Remote<T> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure };

export const absent = { kind: 'absent' } as const;
export const loading = { kind: 'loading' } as const;

export function ready<T>(value: T): Remote<T> {
  return { kind: 'ready', value };
}

export function failed<T>(failure: Failure): Remote<T> {
  return { kind: 'failed', failure };
}
