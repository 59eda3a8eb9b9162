import type { Check } from '../../contract/runs/result';
import type { RunHooks } from '../../engine/hooks';
import type { ReconnectingSession } from '../../target/session/reconnecting-session';
import { ComparisonProgress, type CountedBefore } from '../../checksums/progress';
import {
  areEqual,
  digitsOf,
  NO_ROWS,
  together,
  type Checksums,
  type TableChecksum,
} from '../../checksums/totals';
import type { MigrateRequest } from '../request';
import { firstId, nextIdOf, quotedTarget, expectedChecksum } from './routes';
import { checksumTargets } from './checksums';
import type { MigratedRoute } from './row-job';
import { migrateFailures, migrateText } from '../../text/migrate/run';

export interface Proving {
  readonly request: MigrateRequest;
  readonly hooks: RunHooks;
  readonly reconnecting: ReconnectingSession;
  readonly routes: readonly MigratedRoute[];
  /** Checksums of the rows as read on the source. */
  readonly checksums: Checksums;
}

/** Passes over all rows: they were moved, and are read again on the target. */
const PASSES = 2;

/**
 * Reads every row again on the target and compares its checksum with the source's. Returns the checks by quoted table.
 * Meanwhile the run's counters are those of this pass. Fails with `rows-differ` for the first table whose rows are not the
 * same on both sides.
 */
export async function proveRows(proving: Proving): Promise<ReadonlyMap<string, readonly Check[]>> {
  const { request, hooks, reconnecting, routes, checksums } = proving;
  const { engine, target, options } = request;
  const { threads, memoryLimitBytes } = options;
  const unread = routes.filter(({ targetChecksum }) => targetChecksum === null);
  const moved = countedBefore(routes, checksums);
  hooks.log('info', migrateText.rowsReadAgain);
  const read = await reconnecting.withRetry((session) => {
    // Each attempt starts from the counters at the end of the row phase.
    const progress = new ComparisonProgress(hooks, moved.length, PASSES);
    progress.countedBefore(moved);
    return checksumTargets(
      { engine, endpoint: target, session, routes: unread, threads, memoryLimitBytes },
      progress.pass,
    );
  });
  const readOf = new Map(unread.map((route, at) => [route, read[at]] as const));
  return new Map(
    routes.map((route) => [
      quotedTarget(route),
      [checkOf(route, route.targetChecksum ?? readOf.get(route), checksums)],
    ]),
  );
}

/** Counters of each announced table after the row phase, by its position; with kept and existing rows. */
function countedBefore(routes: readonly MigratedRoute[], checksums: Checksums): readonly CountedBefore[] {
  const staying = new Map(
    routes.map((route) => [
      firstId(route),
      together(route.kept, { ...NO_ROWS, rows: route.prepared.existingRows ?? 0 }),
    ]),
  );
  const compared = new Set(
    routes.flatMap(({ parts, targetChecksum }) => (targetChecksum === null ? parts.map(({ id }) => id) : [])),
  );
  return Array.from({ length: nextIdOf(routes) }, (_, id) => {
    const { rows, bytes } = together(checksums.told(id) ?? NO_ROWS, staying.get(id) ?? NO_ROWS);
    return { rows, bytes, isCompared: compared.has(id) };
  });
}

function checkOf(route: MigratedRoute, found: TableChecksum | undefined, checksums: Checksums): Check {
  const { prepared } = route;
  const expected = expectedChecksum(route, checksums);
  if (found === undefined || !areEqual(found, expected))
    throw migrateFailures.rowsDiffer(
      { read: found?.rows ?? 0, wanted: expected.rows },
      { table: `${prepared.schema}.${prepared.dump.name}` },
    );
  const detail = migrateText.rowsEqual(digitsOf(expected), prepared.existingRows ?? 0);
  return { kind: 'checksum', state: 'ok', detail };
}
