import type { ControlSession } from '../../catalog/session/control-session';
import type { ServerFacts } from '../../catalog/server/server';
import type { IndexHost } from './cost';

/** Reads the properties of the target on which a decision about indexes depends. */
export async function readIndexHost(session: ControlSession): Promise<IndexHost> {
  const bytes = await session.scalar('SELECT @@GLOBAL.innodb_buffer_pool_size').catch(() => null);
  return { vendor: session.server.vendor, bufferPoolBytes: bytes === null ? null : Number(bytes) };
}

/**
 * First MySQL version with `innodb_ddl_threads` and `innodb_ddl_buffer_size`; MariaDB's builds have no such settings.
 */
const FIRST_TUNABLE = 80_027;

export function canTuneBuilds({
  vendor,
  versionNumber,
}: Pick<ServerFacts, 'vendor' | 'versionNumber'>): boolean {
  return vendor === 'mysql' && versionNumber >= FIRST_TUNABLE;
}
