import type { Endpoint } from '../../catalog/connect/endpoint';
import type { ControlSession } from '../../catalog/session/control-session';
import { assertNever } from '../../contract/exhaustive';
import type { Addon } from '../../engine/addon';
import type { RunHooks } from '../../engine/hooks';
import type { EngineDumpTable } from '../../engine/specs';
import { formOf } from '../../format/decoders';
import { versionsOf } from '../../format/row-versions';
import type { PassHooks } from '../../checksums/progress';
import {
  planReading,
  quiet,
  checksumOnServer,
  type ReadingPlan,
  type SummedTable,
} from '../../checksums/server';
import type { TableChecksum } from '../../checksums/totals';
import { readAlike } from '../negative-zero';
import { firstId, type Route } from './routes';
import { migrateFailures } from '../../text/migrate/run';

export interface TargetChecksumRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  readonly session: ControlSession;
  readonly routes: readonly Route[];
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/**
 * Reads the target's tables again on `threads` lanes and computes their checksums in the source's encoding. Returns them in
 * the order of the routes. Fails with `definition-differs` as `targetParts` does.
 *
 * @param passHooks receive the progress of this pass, by the announced table that each part belongs to
 */
export async function checksumTargets(
  { routes, ...request }: TargetChecksumRequest,
  passHooks: PassHooks,
): Promise<readonly TableChecksum[]> {
  const parts = await targetParts(request.session, routes);
  const announced = new Map(routes.flatMap((route, at) => announcedAs(route, parts[at] ?? [])));
  const checksums = await checksumOnServer({ ...request, parts: parts.flat() }, passHooks(announced));
  return parts.map((own) => checksums.of(own));
}

/** Maps each part of the target to the announced part of the same partition, or else to the table's first. */
function announcedAs(
  route: Pick<Route, 'parts'>,
  own: readonly EngineDumpTable[],
): readonly (readonly [part: number, announced: number])[] {
  const byPartition = new Map(
    [...route.parts].reverse().map(({ partition, id }) => [partition, id] as const),
  );
  return own.map(({ id, partition }) => [id, byPartition.get(partition) ?? firstId(route)]);
}

/** Returns hooks for reading beside the row job: pause and the thread count still apply to the row job. */
export function besideRows(hooks: RunHooks): RunHooks {
  return quiet({
    cancellation: hooks.cancellation,
    job: () => undefined,
    log: (level, text, table) => hooks.log(level, text, table),
  });
}

/**
 * Plans how the target's tables are read again: each along its own key, in the source's encoding. Fails with
 * `target-missing` or `definition-differs` where the rows can't be compared, and so could not be moved either.
 */
export async function targetParts(
  session: ControlSession,
  routes: readonly Route[],
): Promise<readonly (readonly EngineDumpTable[])[]> {
  const tables = routes.map(({ prepared: { schema, dump }, parts }) => ({
    schema,
    name: dump.name,
    versions: versionsOf(dump),
    columns: (parts[0]?.columns ?? []).map(({ name }) => ({ name, form: formOf(dump.document, name) })),
  }));
  return (await planReading(session, tables)).map((plan, at) =>
    readAlike(partsOf(plan, tables[at]), routes[at]?.parts ?? []),
  );
}

function partsOf(plan: ReadingPlan, table: SummedTable | undefined): readonly EngineDumpTable[] {
  const place = { table: `${table?.schema ?? ''}.${table?.name ?? ''}` };
  switch (plan.kind) {
    case 'readable':
      return plan.parts;
    case 'missing':
      throw migrateFailures.tableGone(place);
    case 'other-column':
      throw migrateFailures.otherColumn({ column: plan.column }, place);
    default:
      return assertNever(plan);
  }
}
