import { hostname } from 'os';
import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import { identifySelf, isRunning } from '../../storage/process-identity';
import { processOf } from './watchdog';
import { heldBy, judgeHolder, loadingNow, type ClaimPatience } from './holder';
import type { LoadJournal } from '../journal/journal';
import { ddlSessionLock, MAX_DDL_SESSIONS } from './ddl-sessions';
import { endSession } from './reconnecting-session';
import type { RunRecord } from '../journal/records';
import { sessionFailures } from '../../text/target/session';
import { steadyNow } from '../../engine/steady-clock';

const CLAIM_PATIENCE: ClaimPatience = { wait: 10, quiet: 60 };

/**
 * Claims the load lock: only one session at a time may run a load, and it holds the lock as long as it lives. A session
 * that was cut off by the network may live on in the server for hours: it is ended after a long silence, and at once
 * where it is `before`, the session that this one replaces. Fails with `load-running` at once where the holder's
 * process is seen to run on this machine.
 */
export async function claim(
  session: ControlSession,
  journal: LoadJournal,
  before: number | null = null,
  { wait, quiet }: ClaimPatience = CLAIM_PATIENCE,
): Promise<void> {
  const lock = controlLock(journal);
  if (before !== null && Number(await session.scalar('SELECT IS_USED_LOCK(?)', [lock])) === before)
    await endSession(session, before);
  if ((await session.scalar('SELECT GET_LOCK(?, 0)', [lock])) === '1') return;
  await assertNotRunningHere(session, journal, lock);
  while ((await session.scalar('SELECT GET_LOCK(?, ?)', [lock, wait])) !== '1') {
    const holder = await session.scalar('SELECT IS_USED_LOCK(?)', [lock]);
    if (holder === null) continue;
    const [view] = await processOf(session, holder);
    const verdict = judgeHolder(view, { wait, quiet });
    if (verdict === 'alive') throw await refusalBy(session, journal, holder);
    if (verdict === 'dead') await endSession(session, Number(holder));
  }
}

function controlLock({ header }: LoadJournal): string {
  return `${header.loadName}-control`;
}

/** Refuses where a run holds the load of the journal; a process of this machine that has ended holds nothing. */
export async function assertNotRunning(session: ControlSession, journal: LoadJournal): Promise<void> {
  const holder = await session.scalar('SELECT IS_USED_LOCK(?)', [controlLock(journal)]);
  if (holder === null) return;
  const run = await journal.lastRun(session).catch(() => null);
  if (run?.host === hostname() && !(await isRunning(run.process))) return;
  throw loadingNow(journal.schema, run, holder);
}

/** Refuses at once where the holder is a running process of this machine: waiting for it would tell nothing more. */
async function assertNotRunningHere(
  session: ControlSession,
  journal: LoadJournal,
  lock: string,
): Promise<void> {
  const run = await journal.lastRun(session).catch(() => null);
  if (run?.host !== hostname() || !(await isRunning(run.process))) return;
  const self = await identifySelf();
  const holder = await session.scalar('SELECT IS_USED_LOCK(?)', [lock]);
  // A session that this process has lost is given up by itself.
  if (holder !== null && run.process.pid !== self.pid) throw await refusalBy(session, journal, holder);
}

async function refusalBy(
  session: ControlSession,
  journal: LoadJournal,
  holder: string,
): Promise<SluiceError> {
  return heldBy(await journal.lastRun(session).catch(() => null), holder);
}

/** Returns the record of this process for the journal. */
export async function thisRun(): Promise<RunRecord> {
  return { host: hostname(), process: await identifySelf(), since: new Date().toISOString() };
}

const MAX_LANES = 64;
const POLL_EVERY_MS = 50;
const LANES_END_WITHIN_MS = 120_000;

/**
 * Ends what the lanes and DDL sessions of an earlier run still do on the server, which does not notice a client's death
 * in the middle of a statement. Afterwards the journal's entries are final.
 */
export async function endEarlierLanes(session: ControlSession, journal: LoadJournal): Promise<void> {
  const { loadName } = journal.header;
  const names = [
    ...Array.from({ length: MAX_LANES }, (_, lane) => `${loadName}-${lane}`),
    ...Array.from({ length: MAX_DDL_SESSIONS }, (_, index) => ddlSessionLock(loadName, index)),
  ];
  const query = `SELECT CONCAT_WS(',', ${names.map(() => 'IS_USED_LOCK(?)').join(', ')}) AS ids`;
  const deadline = steadyNow() + LANES_END_WITHIN_MS;
  for (;;) {
    const holders = await session.scalar(query, names);
    if (holders === null || holders === '') return;
    for (const id of holders.split(',')) {
      // It may have ended by itself meanwhile.
      await session.run(`KILL ${id}`).catch((error: unknown) => {
        if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') throw error;
      });
    }
    if (steadyNow() > deadline) throw sessionFailures.connectionsRemain({ connections: holders.split(',') });
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}
