import type { ControlSession } from '../catalog/session/control-session';
import type { Endpoint } from '../catalog/connect/endpoint';
import { serverIdOf } from '../catalog/server/server-id';
import { parseVersion } from '../catalog/server/server';
import type { Environment } from '../contract/connection';
import { SluiceError } from '../contract/failure';
import { guardOfServer, isGuarded, type Guard, type TargetGuard } from '../contract/guard';
import type { LoadOptions } from '../contract/options';
import type { Addon } from '../engine/addon';
import { whatCame } from '../format/read/missing-rows';
import type { DumpFolder } from '../format/read/reader';

/** A table of a load under its names on the target; `bytes` as the dump has them, 0 where it does not say. */
export interface LoadedTable {
  readonly schema: string;
  readonly table: string;
  readonly bytes: number;
}

/** Hears of a load's tables while it runs. */
export interface LoadWatcher {
  /** Called once, before the first row is moved. */
  begins(tables: readonly LoadedTable[]): void;
  /** The table's rows are counted and its indexes built: what still comes (foreign keys, triggers) changes no page. */
  isIn(table: LoadedTable): void;
}

/** What a load, its resumption or its abandonment is asked for. */
export interface LoadRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** The target's profile, for its guard; null for an unsaved connection. */
  readonly profile: { readonly name: string; readonly environment: Environment } | null;
  /** What guards the target's server; absent where only the profile itself can. */
  readonly guard?: TargetGuard;
  /** The dump's folder, absolute. */
  readonly folder: string;
  readonly options: LoadOptions;
  /** A server whose rows are compared with the dump’s too, where the target's are: that which was dumped. */
  readonly source?: Endpoint | null;
  /** How often, in ms, a connection that is silent is asked after; `SILENCE_MS` unless a test is in a hurry. */
  readonly silenceMs?: number;
  readonly watcher?: LoadWatcher;
}

/** What guards the target of a request; null where nothing does. */
export function guardIn({ profile, guard }: Pick<LoadRequest, 'profile' | 'guard'>): Guard | null {
  if (guard !== undefined) return guard.byAddress;
  return profile !== null && isGuarded(profile.environment) ? profile : null;
}

/** A guarded target needs its connection's name typed, whoever asks and whichever way leads there. */
export function assertUnguarded(
  request: Pick<LoadRequest, 'profile' | 'guard'> & {
    readonly options: Pick<LoadOptions, 'confirmedTarget'>;
  },
): void {
  const guard = guardIn(request);
  if (guard === null || request.options.confirmedTarget === guard.name) return;
  const { name, environment } = guard;
  if (environment === 'unknown')
    throw new SluiceError('target-protected', `Nobody has said yet what kind of server “${name}” is.`, {
      hint: 'Type the name of the connection to confirm, or choose its environment among the connections.',
    });
  if (request.profile?.name === name)
    throw new SluiceError('target-protected', `“${name}” is a production connection.`);
  throw new SluiceError('target-protected', `This server is saved as the production connection “${name}”.`, {
    hint: `Choose “${name}” itself as the target, and type its name to confirm (--confirm-target).`,
  });
}

/**
 * The same when the target is signed in to: the server itself tells whether another address leads to a guarded one.
 * @returns the request, guarded by what was found, for all that asks later
 */
export function unguardedAt<T extends Pick<LoadRequest, 'profile' | 'guard'>>(
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

export function assertWhole(dump: DumpFolder): void {
  if (dump.done === null) {
    throw new SluiceError(
      'dump-incomplete',
      `${dump.path} holds a dump that was never finished.${whatCame(dump)}`,
      { hint: 'Make the dump again; one that is still being written is loaded with --follow.' },
    );
  }
  assertUndamaged(dump);
}

export function assertUndamaged(dump: DumpFolder): void {
  const [first] = dump.problems;
  if (first === undefined) return;
  const more =
    dump.problems.length === 1 ? '' : ` ${dump.problems.length - 1} more files are missing or damaged.`;
  throw SluiceError.from({ ...first, message: `${first.message}${more}` });
}

export function assertSameVendor({ manifest }: DumpFolder, session: ControlSession): void {
  const { vendor } = parseVersion(manifest.serverVersion);
  if (vendor === session.server.vendor) return;
  throw new SluiceError(
    'dump-unsupported',
    `The dump comes from ${manifest.serverVersion}, the target is ${session.server.version}: another vendor.`,
    { hint: 'Load it into a server of the same vendor.' },
  );
}
