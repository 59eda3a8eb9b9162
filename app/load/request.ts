import type { Endpoint } from '../catalog/connect/endpoint';
import type { GuardedTarget } from '../target/guard';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import type { Unfinished } from '../contract/runs/result';
import { commandTarget, unfinishedBy } from '../target/unfinished';
import type { Addon } from '../engine/addon';
import { type DumpFolder } from '../format/read/dump';
import { missingRowsOf } from '../format/read/documents';
import { loadFailures, loadText } from '../text/load/load';

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
  if (dump.done === null)
    throw loadFailures.dumpUnfinished({ folder: dump.path, missing: missingRowsOf(dump) });
  assertUndamaged(dump);
}

export function assertUndamaged(dump: DumpFolder): void {
  const [first] = dump.problems;
  if (first === undefined) return;
  const message = loadText.damagedAndMore({ damage: first.message, more: dump.problems.length - 1 });
  throw SluiceError.from({ ...first, message });
}

/**
 * Returns the commands that resume a load and roll it back.
 *
 * @param schemaMap map with which the load was begun, which tells it from other loads of the dump
 */
export function waysToContinue(
  request: Pick<LoadRequest, 'endpoint' | 'profile' | 'folder' | 'options'>,
  schemaMap: LoadOptions['schemaMap'],
): Unfinished {
  const pairs = Object.entries(schemaMap).map(([from, to]) => `${from}=${to}`);
  const words = [
    ...['sluice', 'load', '--target', commandTarget(request), '--dump', request.folder],
    ...(pairs.length === 0 ? [] : ['--schema-map', pairs.join(',')]),
  ];
  return unfinishedBy(words, schemaMap, request.options.follow ? ['--follow'] : []);
}
