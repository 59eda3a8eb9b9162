import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlSession } from '../../app/catalog/session/control-session';
import { ControlSessions } from '../../app/catalog/session/sessions';
import { quiet } from '../../app/checksums/server';
import { Cancellation } from '../../app/engine/cancellation';
import { askingTogether } from '../../app/target/session/asking-together';
import { ReconnectingSession } from '../../app/target/session/reconnecting-session';
import { testVendors } from '../servers/test-server';
import { runStatements, testEndpoint } from './harness/servers';

const USER = 'asking_together';
const MANY = 9;

describe.each(testVendors)('questions that go together over an additional session, %s', (vendor) => {
  const account = `'${USER}'@'%'`;
  const drop = () => runStatements(vendor, [`DROP USER IF EXISTS ${account}`]);
  beforeAll(async () => {
    await drop();
    await runStatements(vendor, [
      `CREATE USER ${account} IDENTIFIED BY 'Asking-12345678'`,
      `GRANT ALL PRIVILEGES ON *.* TO ${account}`,
    ]);
  });
  afterAll(drop);

  async function reading<T>(
    work: (
      own: ControlSession,
      read: <R>(with_: (session: ControlSession) => Promise<R>) => Promise<R>,
    ) => Promise<T>,
  ): Promise<T> {
    const cancellation = new Cancellation();
    const endpoint = testEndpoint(vendor, { user: USER, password: 'Asking-12345678' });
    const sessions = new ControlSessions(endpoint, cancellation);
    const hooks = quiet({ cancellation, job: () => undefined, log: () => undefined });
    const reconnecting = new ReconnectingSession(sessions, hooks, {
      ...{ endpoint, reconnectMs: 0, silenceMs: 60_000 },
    });
    try {
      const session = await reconnecting.open();
      return await work(session, (read) => askingTogether({ session, reconnecting, hooks }, MANY, read));
    } finally {
      reconnecting.release();
      await sessions.close();
    }
  }
  const idOf = (session: ControlSession) => session.scalar('SELECT CONNECTION_ID()');

  it('are asked over another one', async () => {
    await reading(async (own, read) => {
      expect(await read(idOf)).not.toBe(await idOf(own));
    });
  });

  it('are asked over the own one where the account may not sign in any more', async () => {
    await reading(async (own, read) => {
      await runStatements(vendor, [`ALTER USER ${account} ACCOUNT LOCK`]);
      try {
        expect(await read(idOf)).toBe(await idOf(own));
      } finally {
        await runStatements(vendor, [`ALTER USER ${account} ACCOUNT UNLOCK`]);
      }
    });
  });

  it('are asked again over the own one where the other is lost', async () => {
    await reading(async (own, read) => {
      const asked: (string | null)[] = [];
      const answer = await read(async (session) => {
        asked.push(await idOf(session));
        if (asked.length === 1) await runStatements(vendor, [`KILL ${asked[0] ?? ''}`]);
        return await idOf(session);
      });
      expect(asked).toHaveLength(2);
      expect(answer).toBe(await idOf(own));
    });
  });
});
