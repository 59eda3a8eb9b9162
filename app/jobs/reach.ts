import type { Endpoint } from '../catalog/endpoint';
import { withRoute } from '../catalog/route';
import type { RunHooks, RunReport } from '../engine/hooks';

/** Does a run's work with a server in reach: an SSH tunnel to it is up for as long as the run lasts. */
export async function inReach(
  endpoint: Endpoint,
  hooks: RunHooks,
  work: (reachable: Endpoint) => Promise<RunReport>,
): Promise<RunReport> {
  return await withRoute(endpoint, work, {
    onCancel: (giveUp) => hooks.cancellation.onCancel(giveUp),
    onTrouble: (words) => hooks.log('error', `The SSH tunnel broke: ${words}`),
  });
}

/** {@link inReach} for a request to one server. */
export async function routed<R extends { readonly endpoint: Endpoint }>(
  request: R,
  hooks: RunHooks,
  work: (reachable: R) => Promise<RunReport>,
): Promise<RunReport> {
  return await inReach(request.endpoint, hooks, (endpoint) => work({ ...request, endpoint }));
}

/** {@link inReach} for a request to two servers. */
export async function routedBetween<R extends { readonly source: Endpoint; readonly target: Endpoint }>(
  request: R,
  hooks: RunHooks,
  work: (reachable: R) => Promise<RunReport>,
): Promise<RunReport> {
  return await inReach(request.source, hooks, (source) =>
    inReach(request.target, hooks, (target) => work({ ...request, source, target })),
  );
}

/** {@link routed} for a request that may name the server that was dumped beside the other one. */
export async function routedWithSource<
  R extends { readonly endpoint: Endpoint; readonly source?: Endpoint | null },
>(request: R, hooks: RunHooks, work: (reachable: R) => Promise<RunReport>): Promise<RunReport> {
  const { source } = request;
  if (source === undefined || source === null) return await routed(request, hooks, work);
  return await inReach(source, hooks, (reachable) => routed({ ...request, source: reachable }, hooks, work));
}
