import { onTarget } from '../catalog/definition/definer';
import type { Endpoint } from '../catalog/connect/endpoint';
import type { MigrateOptions } from '../contract/runs/migrate';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, type DumpOptions, type LoadOptions } from '../contract/runs/options';
import type { Addon } from '../engine/addon';
import type { GuardedTarget } from '../target/guard';

/** Request of a migration, of its resumption or its rollback. */
export interface MigrateRequest extends GuardedTarget {
  readonly engine: Addon;
  readonly source: Endpoint;
  /** Profile of the source, for the words of a command; null for an unsaved connection. */
  readonly sourceProfile: { readonly name: string } | null;
  readonly target: Endpoint;
  readonly options: MigrateOptions;
  /** Interval, in ms, at which a silent connection is checked; `SILENCE_MS` by default. */
  readonly silenceMs?: number;
  readonly sluiceVersion: string;
}

/** Returns the options of a dump with the same settings. */
export function dumpOptionsOf(options: MigrateOptions): DumpOptions {
  const { selection, definers, consistency, history, threads, memoryLimitBytes, lockWaitTimeoutMs } = options;
  const { users, excludeUsers, requireComplete, longQueries } = options;
  return {
    ...DUMP_DEFAULTS,
    // The whole, even where a part of it is loaded: the target's triggers must not fire for the rows, and are restored.
    selection: { ...selection, content: 'everything', users, excludeUsers },
    definers: onTarget(definers),
    consistency,
    history,
    threads,
    memoryLimitBytes,
    lockWaitTimeoutMs,
    longQueries,
    requireComplete,
    compression: { kind: 'none' },
  };
}

/** Returns the options of a load with the same settings. */
export function loadOptionsOf(options: MigrateOptions): LoadOptions {
  const { threads, memoryLimitBytes, schemaMap, tableRenames, onExisting, resume, reconnectMs } = options;
  const { include, exclude, content } = options.selection;
  const { indexes, eventStatus, missingPrimaryKey, confirmedTarget } = options;
  return {
    ...LOAD_DEFAULTS,
    threads,
    memoryLimitBytes,
    schemaMap,
    tableRenames,
    onExisting,
    missingPrimaryKey,
    resume,
    reconnectMs,
    // Otherwise two servers would do the same work at the same time.
    eventStatus: eventStatus === 'auto' ? 'disabled' : eventStatus,
    // Without rows nothing is built after them.
    indexes: content === 'structure' ? 'inline' : indexes,
    selection: { include, exclude, content },
    // Lanes share a table by key ranges of the source.
    prefer: 'speed',
    sortRows: 'auto',
    ...(confirmedTarget !== undefined && { confirmedTarget }),
  };
}
