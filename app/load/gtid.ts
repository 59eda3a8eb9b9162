import type { ControlSession } from '../catalog/session/control-session';
import { readPrivileges } from '../catalog/privileges/grants';
import { quoteText } from '../catalog/text/quote';
import { privilegesLack, privilegesRefusal } from '../catalog/privileges/missing';
import { gtidNeed } from '../catalog/privileges/needs/setting-needs';
import type { LoadOptions } from '../contract/runs/options';
import type { Manifest } from '../format/documents';
import { loadFailures } from '../text/load/load';

type GtidWish = Pick<LoadOptions, 'gtid'>;

/** Change of the target's GTID set, so that it can replicate from the dump's source. */
export interface GtidChange {
  /** `gtid_slave_pos` on MariaDB. */
  readonly variable: 'gtid_purged' | 'gtid_slave_pos';
  /** Value of the variable after the change. */
  readonly value: string;
  /** Statement that makes the change. */
  readonly statement: string;
}

/**
 * Plans how the dump's GTID set is applied; null where that was not requested, and where the target has it already from
 * an interrupted run. Changes nothing. Fails with `gtid-refused` where the sets are incompatible.
 */
export async function planGtid(
  session: ControlSession,
  { gtidExecuted, consistent }: Pick<Manifest, 'gtidExecuted' | 'consistent'>,
  { gtid }: GtidWish,
): Promise<GtidChange | null> {
  if (gtid === 'off') return null;
  const set = gtidExecuted.replace(/\s/g, '');
  if (set === '' || !consistent) throw loadFailures.noGtidSet();
  await assertMaySet(session);
  return session.server.vendor === 'mysql'
    ? await planPurged(session, set, gtid)
    : await planSlavePosition(session, set, gtid);
}

/** Sets the variable, and reads it back. */
export async function applyGtid(
  session: ControlSession,
  { variable, value, statement }: GtidChange,
): Promise<void> {
  await session.run(statement);
  const now = (await session.scalar(`SELECT @@GLOBAL.${variable}`)) ?? '';
  if (variable === 'gtid_purged' ? await isSameSet(session, now, value) : isSamePosition(now, value)) return;
  throw loadFailures.gtidNotSet({ variable, value, now: oneLine(now) });
}

/** Plans the change of `gtid_purged` (MySQL manual, "gtid_purged": which sets are allowed; a plus sign appends). */
async function planPurged(
  session: ControlSession,
  set: string,
  gtid: Exclude<LoadOptions['gtid'], 'off'>,
): Promise<GtidChange | null> {
  const { has, known, lost, value } = await session.row(
    `SELECT GTID_SUBSET(${quoteText(set)}, @@GLOBAL.gtid_purged) AS has,
            GTID_SUBTRACT(${quoteText(set)}, GTID_SUBTRACT(${quoteText(set)},
              ${gtid === 'append' ? '@@GLOBAL.gtid_executed' : 'GTID_SUBTRACT(@@GLOBAL.gtid_executed, @@GLOBAL.gtid_purged)'})) AS known,
            GTID_SUBTRACT(@@GLOBAL.gtid_purged, ${quoteText(set)}) AS lost,
            CONCAT_WS(',', NULLIF(@@GLOBAL.gtid_purged, ''), ${quoteText(set)}) AS value`,
  );
  if (has === '1') return null;
  if ((known ?? '') !== '') throw loadFailures.gtidsExecuted({ gtids: oneLine(known) });
  if (gtid === 'append')
    return { variable: 'gtid_purged', value: value ?? '', statement: setGlobal('gtid_purged', `+${set}`) };
  if ((lost ?? '') !== '') throw loadFailures.gtidsPurged({ gtids: oneLine(lost) });
  return { variable: 'gtid_purged', value: set, statement: setGlobal('gtid_purged', set) };
}

/**
 * Plans the change of `gtid_slave_pos`: one position for each replication domain (MariaDB manual, "gtid_slave_pos").
 */
async function planSlavePosition(
  session: ControlSession,
  set: string,
  gtid: Exclude<LoadOptions['gtid'], 'off'>,
): Promise<GtidChange | null> {
  const now = partsOf((await session.scalar('SELECT @@GLOBAL.gtid_slave_pos')) ?? '');
  const wanted = partsOf(set);
  if (wanted.every((part) => now.includes(part))) return null;
  const domains = new Set(wanted.map(domainOf));
  const taken = now.find((part) => domains.has(domainOf(part)));
  if (gtid === 'append' && taken !== undefined)
    throw loadFailures.domainTaken({ domain: domainOf(taken), position: taken });
  const value = [...(gtid === 'append' ? now : []), ...wanted].join();
  return { variable: 'gtid_slave_pos', value, statement: setGlobal('gtid_slave_pos', value) };
}

async function assertMaySet(session: ControlSession): Promise<void> {
  const lack = privilegesLack([gtidNeed(session.server)], session.server, await readPrivileges(session));
  if (lack !== null) throw privilegesRefusal({ kind: 'set-gtids' }, lack);
}

function setGlobal(variable: GtidChange['variable'], value: string): string {
  return `SET GLOBAL ${variable} = ${quoteText(value)}`;
}

/** Compares sets by their transactions: MySQL joins neighbouring intervals. */
async function isSameSet(session: ControlSession, one: string, other: string): Promise<boolean> {
  const [a, b] = [quoteText(one), quoteText(other)];
  return (await session.scalar(`SELECT GTID_SUBSET(${a}, ${b}) AND GTID_SUBSET(${b}, ${a})`)) === '1';
}

/** Compares positions in any order of domains: the server lists them in its own. */
function isSamePosition(one: string, other: string): boolean {
  return partsOf(one).sort().join() === partsOf(other).sort().join();
}

function partsOf(set: string): string[] {
  return set
    .replace(/\s/g, '')
    .split(',')
    .filter((part) => part !== '');
}

function domainOf(position: string): string {
  return position.split('-')[0] ?? '';
}

function oneLine(set: string | null | undefined): string {
  return (set ?? '').replace(/\s/g, '');
}
