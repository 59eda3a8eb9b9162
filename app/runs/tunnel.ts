import { describeEndpoint, type Endpoint } from '../catalog/connect/endpoint';
import type { TunnelHooks } from '../catalog/connect/reconnecting-tunnel';
import { withRoute, type Route } from '../catalog/connect/route';
import { newerNotice, type ServerFacts } from '../catalog/server/server';
import { SluiceError, type Failure, type FailureCode } from '../contract/failure';
import { LOAD_DEFAULTS } from '../contract/runs/options';
import { failureOf } from '../engine/failures';
import type { RunHooks, RunReport } from '../engine/hooks';
import { runsText } from '../text/runs/runs';

/**
 * Does a run's work with a server in reach: an SSH tunnel to it is up for as long as the work lasts, and named where the
 * run was lost with it. One that breaks is tried again for `patienceMs`, as the run itself tries a server that it lost.
 * A server that is newer than all known ones is named in the run's result.
 */
export async function withTunnel(
  endpoint: Endpoint,
  hooks: RunHooks,
  work: (reachable: Endpoint) => Promise<RunReport>,
  patienceMs: number = LOAD_DEFAULTS.reconnectMs,
): Promise<RunReport> {
  const signedIn = (server: ServerFacts): void => {
    const notice = newerNotice(server);
    if (notice !== null) hooks.notice(notice);
  };
  return await withRoute(
    endpoint,
    async (reachable, route) => {
      const named = (failure: Failure) => withTrouble(failure, endpoint, route);
      try {
        const report = await work({ ...reachable, signedIn });
        return { ...report, errors: await Promise.all(report.errors.map(named)) };
      } catch (error) {
        throw SluiceError.from(await named(failureOf(error)));
      }
    },
    careFor(endpoint, hooks, patienceMs),
  );
}

function careFor(endpoint: Endpoint, hooks: RunHooks, patienceMs: number): TunnelHooks {
  const server = describeEndpoint(endpoint);
  return {
    onCancel: (abort) => hooks.cancellation.onCancel(abort),
    patienceMs,
    onBroken: (words) => {
      hooks.retried();
      hooks.log('warning', runsText.tunnelReopens(server, words));
    },
    onReopened: () => hooks.log('info', runsText.tunnelReopened(server)),
    onGivenUp: (words) => hooks.log('error', runsText.tunnelNotReopened(server, words)),
  };
}

/** Failures by which a caller sees a lost server. */
const LOSSES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'connect-lost',
  'connect-refused',
  'source-lost',
]);

/** Adds the tunnel's failure to that of a lost server: a broken tunnel may be the reason, and nothing else can tell. */
async function withTrouble(failure: Failure, endpoint: Endpoint, route: Route): Promise<Failure> {
  if (!LOSSES.has(failure.code)) return failure;
  const words = await route.trouble();
  if (words === null) return failure;
  const message = runsText.lostThroughTunnel(failure.message, describeEndpoint(endpoint), words);
  return { ...failure, message };
}

/** {@link withTunnel} for a request to one server. */
export async function withTunnelTo<R extends { readonly endpoint: Endpoint }>(
  request: R,
  hooks: RunHooks,
  work: (reachable: R) => Promise<RunReport>,
  patienceMs?: number,
): Promise<RunReport> {
  return await withTunnel(request.endpoint, hooks, (endpoint) => work({ ...request, endpoint }), patienceMs);
}

/** {@link withTunnel} for a request to two servers. */
export async function withTunnelsBetween<R extends { readonly source: Endpoint; readonly target: Endpoint }>(
  request: R,
  hooks: RunHooks,
  work: (reachable: R) => Promise<RunReport>,
  patienceMs?: number,
): Promise<RunReport> {
  return await withTunnel(request.source, hooks, (source) =>
    withTunnel(request.target, hooks, (target) => work({ ...request, source, target }), patienceMs),
  );
}

/** {@link withTunnelTo} for a request that may name the server that was dumped beside the other one. */
export async function withTunnelsToSource<
  R extends { readonly endpoint: Endpoint; readonly source?: Endpoint | null },
>(
  request: R,
  hooks: RunHooks,
  work: (reachable: R) => Promise<RunReport>,
  patienceMs?: number,
): Promise<RunReport> {
  const { source } = request;
  if (source === undefined || source === null) return await withTunnelTo(request, hooks, work, patienceMs);
  return await withTunnel(source, hooks, (reachable) =>
    withTunnelTo({ ...request, source: reachable }, hooks, work, patienceMs),
  );
}
