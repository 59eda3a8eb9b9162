import { serverIdOf } from '../catalog/server/server-id';
import type { ControlSession } from '../catalog/session/control-session';
import type { Environment } from '../contract/connections/connection';
import { guardOfServer, isGuarded, type Guard, type TargetGuard } from '../contract/connections/guard';
import type { LoadOptions } from '../contract/runs/options';
import { preflightFailures } from '../text/target/preflight';

/** Target of a request: its saved connection, and what is known of the server behind it. */
export interface GuardedTarget {
  /** Profile of the target, for its guard; null for an unsaved connection. */
  readonly profile: { readonly name: string; readonly environment: Environment } | null;
  /** Guard of the target's server; absent where only the profile itself can guard it. */
  readonly guard?: TargetGuard;
}

/** Returns the guard of a request's target; null where nothing guards it. */
export function guardIn({ profile, guard }: GuardedTarget): Guard | null {
  if (guard !== undefined) return guard.byAddress;
  return profile !== null && isGuarded(profile.environment) ? profile : null;
}

/** Refuses a guarded target unless its connection's name was typed, for every caller. */
export function assertUnguarded(
  request: GuardedTarget & {
    readonly options: Pick<LoadOptions, 'confirmedTarget'>;
  },
): void {
  const guard = guardIn(request);
  if (guard === null || request.options.confirmedTarget === guard.name) return;
  const { name, environment } = guard;
  if (environment === 'unknown') throw preflightFailures.environmentUnknown({ name });
  if (request.profile?.name === name) throw preflightFailures.productionConnection({ name });
  throw preflightFailures.productionServer({ name });
}

/**
 * Checks the guard again after sign-in: the server's identity shows whether another address leads to a guarded server.
 *
 * @returns the request with the guard that was found
 */
export function unguardedAt<T extends GuardedTarget>(
  request: T,
  session: Pick<ControlSession, 'identity' | 'server'>,
  options: Pick<LoadOptions, 'confirmedTarget'>,
): T {
  const server = serverIdOf(session);
  const { profile, guard } = request;
  const found =
    server === null || guard === undefined
      ? request
      : { ...request, guard: { ...guard, byAddress: guardOfServer(server, guard, profile) } };
  assertUnguarded({ ...found, options });
  return found;
}
