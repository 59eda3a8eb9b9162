import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import { quoteText } from '../../catalog/text/quote';
import { parseVersion, type ServerFacts } from '../../catalog/server/server';
import { loadingVariables, type SessionVariableRule } from '../../catalog/session/variables';
import { SluiceError } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import type { Manifest } from '../../format/documents';
import { keylessVariables } from '../tables/primary-keys';
import { sessionFailures } from '../../text/target/session';

type BinlogWish = Pick<LoadOptions, 'binlog'>;
type Wish = Pick<LoadOptions, 'binlog' | 'missingPrimaryKey'>;

const UNLOGGED: SessionVariableRule = {
  name: 'sql_log_bin',
  value: '0',
  why: 'what is loaded is to stay on this server: it is not written to the binary log',
};

/** Returns the variables of every session of this load, the engine's too. */
export function sessionVariables(server: ServerFacts, options: Wish): readonly SessionVariableRule[] {
  return [
    ...loadingVariables(server),
    ...(options.binlog === 'off' ? [UNLOGGED] : []),
    ...keylessVariables({ server }, options),
  ];
}

/** Disables the binary log for a session, where the options say so. */
export async function leaveBinlog(session: ControlSession, { binlog }: BinlogWish): Promise<void> {
  // A journal of an earlier Sluice does not say.
  if (binlog !== 'off') return;
  try {
    await session.apply([UNLOGGED]);
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code !== 'privilege-missing') throw error;
    const privilege = session.server.vendor === 'mysql' ? 'SYSTEM_VARIABLES_ADMIN' : 'BINLOG ADMIN';
    throw sessionFailures.noPrivilegeToLeaveBinlog({ privilege });
  }
}

/**
 * Refuses a replica: the loaded rows would exist on it and nowhere else, and the next change from its source could
 * break on them. An account that may not see the state of replication sees no replica.
 */
export async function assertNoReplica(session: ControlSession): Promise<void> {
  const isRenamed = has(session.server, 'replicaStatus');
  const statement =
    session.server.vendor === 'mysql'
      ? `SHOW ${isRenamed ? 'REPLICA' : 'SLAVE'} STATUS`
      : `SHOW ALL ${isRenamed ? 'REPLICAS' : 'SLAVES'} STATUS`;
  const [status] = await session.rows(statement).catch((error: unknown) => {
    if (error instanceof SluiceError && error.failure.code === 'privilege-missing') return [];
    throw error;
  });
  if (status === undefined) return;
  const source = status.Source_Host ?? status.Master_Host ?? '';
  throw sessionFailures.isReplica({ source: source === '' ? null : source });
}

/**
 * Returns the statement that makes a loaded server a replica of the dump's source from the moment of the dump; null
 * where the dump does not know its position. The user adds the source's address and account.
 */
export function replicationStart(
  { serverVersion, consistent, ...manifest }: Manifest,
  { gtid }: Pick<LoadOptions, 'gtid'>,
): string | null {
  const { binlogFile, binlogPosition } = manifest;
  if (binlogFile === '' || !consistent) return null;
  const { vendor } = parseVersion(serverVersion);
  const [verb, word] = vendor === 'mysql' ? ['REPLICATION SOURCE', 'SOURCE'] : ['MASTER', 'MASTER'];
  if (gtid !== 'off')
    return `CHANGE ${verb} TO ${vendor === 'mysql' ? 'SOURCE_AUTO_POSITION = 1' : 'MASTER_USE_GTID = slave_pos'};`;
  return `CHANGE ${verb} TO ${word}_LOG_FILE = ${quoteText(binlogFile)}, ${word}_LOG_POS = ${binlogPosition};`;
}
