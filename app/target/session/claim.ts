import { hostname } from 'os';
import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import { identifySelf, isRunning } from '../../storage/process-identity';
import { processOf } from './watchdog';
import { carriedOnBy, judgeHolder, type ClaimPatience } from './holder';
import type { LoadJournal } from '../journal/journal';
import { ddlSessionLock, MOST_DDL_SESSIONS } from './ddl-sessions';
import { endSession } from './reconnecting-session';
import type { RunRecord } from '../journal/records';

const CLAIM_PATIENCE: ClaimPatience = { wait: 10, quiet: 60 };

/**
 * Only one session at a time may carry a load on; it holds the lock as long as it lives. One that a network has cut off
 * may live on in the server for hours: it is ended when it was silent for long, and at once where it is `before`, the
 * session that this one takes the place of. Fails with `load-running` at once where the process that holds it is seen to
 * run on this machine.
 */
export async function claim(
  session: ControlSession,
  journal: LoadJournal,
  before: number | null = null,
  { wait, quiet }: ClaimPatience = CLAIM_PATIENCE,
): Promise<void> {
  const lock = `${journal.header.loadName}-control`;
  if (before !== null && Number(await session.scalar('SELECT IS_USED_LOCK(?)', [lock])) === before)
    await endSession(session, before);
  if ((await session.scalar('SELECT GET_LOCK(?, 0)', [lock])) === '1') return;
  await assertNotRunningHere(session, journal, lock);
  while ((await session.scalar('SELECT GET_LOCK(?, ?)', [lock, wait])) !== '1') {
    const holder = await session.scalar('SELECT IS_USED_LOCK(?)', [lock]);
    if (holder === null) continue;
    const [view] = await processOf(session, holder);
    const verdict = judgeHolder(view, { wait, quiet });
    if (verdict === 'alive') throw await carriedOn(session, journal, holder);
    if (verdict === 'dead') await endSession(session, Number(holder));
  }
}

/** Another process of this machine need not be waited for: it is there, or it is not. */
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
  if (holder !== null && run.process.pid !== self.pid) throw await carriedOn(session, journal, holder);
}

async function carriedOn(
  session: ControlSession,
  journal: LoadJournal,
  holder: string,
): Promise<SluiceError> {
  return carriedOnBy(await journal.lastRun(session).catch(() => null), holder);
}

/** Who carries a load on from now. */
export async function thisRun(): Promise<RunRecord> {
  return { host: hostname(), process: await identifySelf(), since: new Date().toISOString() };
}

const MOST_LANES = 64;
const POLL_EVERY_MS = 50;
const LANES_END_WITHIN_MS = 120_000;

/**
 * Ends what the lanes and the makers of an earlier run still do on the server: a client's death is not noticed in the middle of a
 * statement. When it resolves, what the journal says is final.
 */
export async function endEarlierLanes(session: ControlSession, journal: LoadJournal): Promise<void> {
  const { loadName } = journal.header;
  const names = [
    ...Array.from({ length: MOST_LANES }, (_, lane) => `${loadName}-${lane}`),
    ...Array.from({ length: MOST_DDL_SESSIONS }, (_, maker) => ddlSessionLock(loadName, maker)),
  ];
  const query = `SELECT CONCAT_WS(',', ${names.map(() => 'IS_USED_LOCK(?)').join(', ')}) AS ids`;
  const deadline = Date.now() + LANES_END_WITHIN_MS;
  for (;;) {
    const holders = await session.scalar(query, names);
    if (holders === null || holders === '') return;
    for (const id of holders.split(',')) {
      // It may have ended by itself meanwhile.
      await session.run(`KILL ${id}`).catch((error: unknown) => {
        if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') throw error;
      });
    }
    if (Date.now() > deadline) {
      throw new SluiceError('load-running', `The connections ${holders} of an earlier run do not end.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}
