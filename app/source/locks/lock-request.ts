import type { ControlSession } from '../../catalog/session/control-session';
import type { SluiceError } from '../../contract/failure';
import type { Cancellation } from '../../engine/cancellation';
import { sourceFailures } from '../../text/source';
import { readLongStatements, type LongStatementWatch, type RunningStatement } from './long-statements';
import { steadyNow } from '../../engine/steady-clock';
import { isRefusal, type Refusal } from '../../catalog/session/statement-failure';

/** Time limit and manner of waiting for a lock. */
export interface LockWait {
  /** Total time, in ms, after which the request fails. */
  readonly timeoutMs: number;
  /** Longest time, in ms, that one request waits: writers queue behind it from its start to its end. */
  readonly sliceMs: number;
  /** Pause between two requests, in ms, in which writers proceed. */
  readonly pauseMs: number;
  /** Checks the running statements before each request; null where they don't matter. */
  readonly watch: LongStatementWatch | null;
  /** Kills the running request; between two requests none runs. */
  readonly cancellation: Cancellation;
}

/** Requests short enough that a writer behind one loses no more than a few seconds. */
export const LOCK_SLICES = { sliceMs: 5000, pauseMs: 1000 } as const;

export interface GrantedLock {
  /** Time of the grant, as `steadyNow` returns it. */
  readonly at: number;
  /** Time that requests waited, in ms, failed ones included and pauses excluded. */
  readonly waitMs: number;
  readonly requests: number;
}

/**
 * Requests a lock in short slices until one is granted; fails with `lock-timeout`. `request` resolves to the time of
 * the grant; when it fails it must have released everything.
 */
export async function requestInSlices(
  session: ControlSession,
  wait: LockWait,
  request: (sliceMs: number) => Promise<number>,
): Promise<GrantedLock> {
  const deadline = steadyNow() + wait.timeoutMs;
  let waitMs = 0;
  for (let requests = 1; ; requests += 1) {
    const blockers = (await wait.watch?.pass(session, deadline, wait.cancellation)) ?? [];
    if (blockers.length > 0) throw lockTimeout(wait, blockers);
    const requestedAt = steadyNow();
    const sliceMs = Math.max(1000, Math.min(wait.sliceMs, deadline - requestedAt));
    try {
      const at = await request(sliceMs);
      return { at, waitMs: waitMs + at - requestedAt, requests };
    } catch (error) {
      if (!isTimeout(error)) throw error;
      waitMs += steadyNow() - requestedAt;
      if (steadyNow() + wait.pauseMs >= deadline) {
        const seconds = Math.ceil(sliceMs / 1000);
        const running = await readLongStatements(session, seconds).catch(() => []);
        throw lockTimeout(wait, running, error.failure.statement);
      }
    }
    await wait.cancellation.pause(wait.pauseMs);
  }
}

/** Seconds that each session waits for a lock: what holds already is not set again while writers wait for the answer. */
const waits = new WeakMap<ControlSession, number>();

/** Lets the statements of a session wait for a lock no longer than `ms`; servers count in whole seconds. */
export async function waitNoLongerThan(session: ControlSession, ms: number): Promise<void> {
  const seconds = Math.ceil(ms / 1000);
  if (waits.get(session) !== seconds) await session.run(`SET SESSION lock_wait_timeout = ${seconds}`);
  waits.set(session, seconds);
}

/** Runs a statement that waits for a lock no longer than `ms`. */
export async function runWithin(session: ControlSession, ms: number, statement: string): Promise<void> {
  await waitNoLongerThan(session, ms);
  await session.run(statement);
}

const ER_LOCK_WAIT_TIMEOUT = 1205;

function isTimeout(error: unknown): error is Refusal {
  return isRefusal(error, ER_LOCK_WAIT_TIMEOUT);
}

function lockTimeout(
  { timeoutMs }: LockWait,
  blockers: readonly RunningStatement[],
  statement?: string,
): SluiceError {
  const values = { seconds: Math.ceil(timeoutMs / 1000), blockers };
  return sourceFailures.lockNotGranted(values, {
    ...(statement !== undefined && { statement: statement.slice(0, 500), errno: ER_LOCK_WAIT_TIMEOUT }),
    retryable: true,
  });
}
