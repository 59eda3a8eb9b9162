import { connect } from '../catalog/connect/connect';
import type { Endpoint } from '../catalog/connect/endpoint';
import { withRoute } from '../catalog/connect/route';
import { serverIdOf } from '../catalog/server/server-id';
import { guardOfServer, type Guard, type TargetGuard } from '../contract/connections/guard';

/**
 * Returns whether an inspection may block writers: not those of a guarded server, by whatever address it is reached.
 */
export async function mayBlockWriters(
  endpoint: Endpoint,
  guard: TargetGuard,
  profile: Guard | null,
): Promise<boolean> {
  if (guard.byAddress !== null) return false;
  return await withRoute(endpoint, async (withTunnelTo) => {
    const session = await connect(withTunnelTo);
    try {
      const server = serverIdOf(session);
      return server === null || guardOfServer(server, guard, profile) === null;
    } finally {
      await session.close();
    }
  });
}
