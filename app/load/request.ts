import type { ControlSession } from '../catalog/session/control-session';
import type { Endpoint } from '../catalog/connect/endpoint';
import type { GuardedTarget } from '../target/guard';
import { parseVersion } from '../catalog/server/server';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import type { Addon } from '../engine/addon';
import { describeMissing } from '../format/read/missing-rows';
import type { DumpFolder } from '../format/read/dump';

/** A table of a load under its names on the target; `bytes` as recorded in the dump, 0 where it records none. */
export interface LoadedTable {
  readonly schema: string;
  readonly table: string;
  readonly bytes: number;
}

/** Receives a load's tables while it runs. */
export interface LoadWatcher {
  /** Called once, before the first row is loaded. */
  started(tables: readonly LoadedTable[]): void;
  /**
   * Called when a table's rows are counted and its indexes built: the later steps (foreign keys, triggers) change no
   * page.
   */
  loaded(table: LoadedTable): void;
}

/** Request of a load, of its resumption or its rollback. */
export interface LoadRequest extends GuardedTarget {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** Absolute path of the dump's folder. */
  readonly folder: string;
  readonly options: LoadOptions;
  /** Server that was dumped, whose rows are compared with the dump's as well as the target's. */
  readonly source?: Endpoint | null;
  /** Interval, in ms, at which a silent connection is checked; `SILENCE_MS` except in tests. */
  readonly silenceMs?: number;
  readonly watcher?: LoadWatcher;
}

export function assertWhole(dump: DumpFolder): void {
  if (dump.done === null) {
    throw new SluiceError(
      'dump-incomplete',
      `${dump.path} holds a dump that was never finished.${describeMissing(dump)}`,
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
