import type { ControlSession } from '../../catalog/session/control-session';
import type { ServerFacts } from '../../catalog/server/server';
import type { IndexHost } from './cost';

/** What a decision about indexes must know of the target. */
export async function readIndexHost(session: ControlSession): Promise<IndexHost> {
  const bytes = await session.scalar('SELECT @@GLOBAL.innodb_buffer_pool_size').catch(() => null);
  return { vendor: session.server.vendor, bufferPoolBytes: bytes === null ? null : Number(bytes) };
}

/** The first MySQL with `innodb_ddl_threads` and `innodb_ddl_buffer_size`; MariaDB's builds have nothing to set. */
const FIRST_TUNABLE = 80_027;

export function canTuneBuilds({
  vendor,
  versionNumber,
}: Pick<ServerFacts, 'vendor' | 'versionNumber'>): boolean {
  return vendor === 'mysql' && versionNumber >= FIRST_TUNABLE;
}
