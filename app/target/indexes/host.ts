import type { ControlSession } from '../../catalog/session/control-session';
import type { IndexHost } from './cost';

/** Reads the properties of the target on which a decision about indexes depends. */
export async function readIndexHost(session: ControlSession): Promise<IndexHost> {
  const bytes = await session.scalar('SELECT @@GLOBAL.innodb_buffer_pool_size').catch(() => null);
  return { vendor: session.server.vendor, bufferPoolBytes: bytes === null ? null : Number(bytes) };
}
