import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWER_LIMITS } from '../../app/catalog/connect/answer-limits';
import { ControlSessions } from '../../app/catalog/session/sessions';
import { loadingVariables } from '../../app/catalog/session/variables';
import { quiet } from '../../app/checksums/server';
import { SluiceError } from '../../app/contract/failure';
import { Cancellation } from '../../app/engine/cancellation';
import { ReconnectingSession } from '../../app/target/session/reconnecting-session';
import { testServer, testVendors } from '../servers/test-server';
import { failingWith } from '../unit/harness/failure';
import { FaultyNetwork } from './harness/faulty-network';
import { dropSchemas, runStatements, testEndpoint, withSession } from './harness/servers';

describe.each(testVendors)('the control sessions of a run, %s', (vendor) => {
  it.each([
    ['soon, for the server has ended the statement', 3_600_000],
    ['when the wait for its end is over', 200],
  ])('end with a cancel although a connection has gone silent: %s', async (_, endedWithinMs) => {
    const network = await FaultyNetwork.to(testServer(vendor));
    const cancellation = new Cancellation();
    const endpoint = testEndpoint(vendor, {
      address: { kind: 'tcp', host: '127.0.0.1', port: network.port },
      tls: { mode: 'disabled' },
    });
    const sessions = new ControlSessions(endpoint, cancellation, endedWithinMs);
    try {
      const session = await sessions.open();
      const statement = session.run('DO SLEEP(600)').then(
        () => 'ended',
        () => 'cut',
      );
      await expect.poll(() => stateOf(session.server.connectionId)).toBe('DO SLEEP(600)');
      network.silence();
      network.mend();
      cancellation.cancel();
      expect(await statement).toBe('cut');
      await expect.poll(() => stateOf(session.server.connectionId)).not.toBe('DO SLEEP(600)');
    } finally {
      await network.close();
      await sessions.close();
    }
  });

  it('know each its own number on the server', async () => {
    const sessions = new ControlSessions(testEndpoint(vendor), new Cancellation());
    try {
      for (const session of [await sessions.open(), await sessions.open(), await sessions.open('many')])
        expect(String(session.server.connectionId)).toBe(await session.scalar('SELECT CONNECTION_ID()'));
    } finally {
      await sessions.close();
    }
  });

  it('ask three questions, and no more, to be set up as the first one is', async () => {
    const sessions = new ControlSessions(testEndpoint(vendor), new Cancellation());
    try {
      const first = await sessions.open();
      await first.apply(loadingVariables(first.server));
      const session = await sessions.open('one', loadingVariables);
      const { Value } = await session.row("SHOW SESSION STATUS LIKE 'Questions'");
      expect(Number(Value)).toBe(3 + 1);
      expect(await session.differingVariables(loadingVariables(first.server))).toEqual([]);
      expect(session.server).toEqual({ ...first.server, connectionId: session.server.connectionId });
    } finally {
      await sessions.close();
    }
  });

  it('are gone from the server when they are released, so that there is room for the next', async () => {
    const account = 'one_session';
    const network = await FaultyNetwork.to(testServer(vendor));
    const endpoint = testEndpoint(vendor, {
      address: { kind: 'tcp', host: '127.0.0.1', port: network.port },
      ...{ user: account, password: 'One-1!', tls: { mode: 'disabled' } },
    });
    const sessions = new ControlSessions(endpoint, new Cancellation());
    try {
      await withSession(vendor, async (session) => {
        await session.run(`DROP USER IF EXISTS ${account}`);
        await session.run(`CREATE USER ${account} IDENTIFIED BY 'One-1!' WITH MAX_USER_CONNECTIONS 1`);
      });
      const goodbye = network.at('goodbye', 'wait');
      const released = sessions.release(await sessions.open());
      await goodbye;
      setTimeout(() => network.release(), 500);
      await released;
      expect(await sessions.openIfRoom()).not.toBeNull();
    } finally {
      await sessions.close();
      await network.close();
      await withSession(vendor, (session) => session.run(`DROP USER ${account}`));
    }
  });

  it('read a query to its end, however much it gives, and work on after a row that fails', async () => {
    const sessions = new ControlSessions(testEndpoint(vendor), new Cancellation());
    const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${String(digit)} AS d`).join(
      ' UNION ALL ',
    );
    const thousand = `(${digits}) AS a JOIN (${digits}) AS b JOIN (${digits}) AS c`;
    try {
      const session = await sessions.open();
      // More than an answer may have that is kept.
      expect(1000 * 600_000).toBeGreaterThan(ANSWER_LIMITS.bytes);
      await session.readToEnd(`SELECT REPEAT('x', 600000) AS text FROM ${thousand}`);
      const late = `SELECT IF(d = 9, (SELECT 1 UNION SELECT 2), d) AS one FROM (${digits}) AS a`;
      await expect(session.readToEnd(late)).rejects.toThrow(failingWith('statement-failed'));
      expect(await session.scalar('SELECT 1')).toBe('1');
      const cut = session.readToEnd('SELECT SLEEP(600)');
      await expect.poll(() => stateOf(session.server.connectionId)).toBe('SELECT SLEEP(600)');
      session.destroy();
      await expect(cut).rejects.toThrow(failingWith('connect-lost'));
      // MySQL takes a client for connected while the alert that closed its TLS is not read (vio_is_connected).
      await runStatements(vendor, [`KILL ${session.server.connectionId}`]).catch(() => undefined);
      await expect(session.readToEnd('SELECT 1')).rejects.toThrow(failingWith('connect-lost'));
    } finally {
      await sessions.close();
    }
  });

  const stateOf = (connection: number) =>
    withSession(vendor, (session) =>
      session.scalar(`SELECT INFO FROM information_schema.PROCESSLIST WHERE ID = ${connection}`),
    );
});

describe.each(testVendors)('the default schema of a session, %s', (vendor) => {
  const [ONE, OTHER] = ['default_schema', 'default_schéma'];
  beforeAll(() =>
    runStatements(
      vendor,
      [ONE, OTHER].map((schema) => `CREATE DATABASE IF NOT EXISTS \`${schema}\``),
    ),
  );
  afterAll(() => dropSchemas(vendor, ONE, OTHER));

  it('is asked for again only behind a statement that may have left another one', async () => {
    await withSession(vendor, async (session) => {
      const schema = () => session.scalar('SELECT DATABASE() AS s');
      const questions = async () => Number((await session.row("SHOW SESSION STATUS LIKE 'Questions'")).Value);
      const asked = async (work: () => Promise<void>) => {
        const before = await questions();
        await work();
        return (await questions()) - before - 1;
      };
      expect(await asked(() => session.use(ONE))).toBe(1);
      expect(await asked(() => session.use(ONE))).toBe(0);
      await session.run(`USE \`${OTHER}\``);
      expect(await asked(() => session.use(ONE))).toBe(1);
      await session.use(OTHER);
      expect(await schema()).toBe(OTHER);
      await session.run(`DROP DATABASE \`${OTHER}\``);
      expect(await schema()).toBeNull();
      await expect(session.use(OTHER)).rejects.toThrow();
      await session.use(ONE);
      expect(await schema()).toBe(ONE);
    });
  });
});

describe.each(testVendors)('work that is tried again on its session, %s', (vendor) => {
  it('finds the settings of a load, whatever a failed statement has left', async () => {
    const cancellation = new Cancellation();
    const endpoint = testEndpoint(vendor);
    const sessions = new ControlSessions(endpoint, cancellation);
    const hooks = quiet({ cancellation, job: () => undefined, log: () => undefined });
    const reconnecting = new ReconnectingSession(sessions, hooks, {
      endpoint,
      reconnectMs: 0,
      silenceMs: 60_000,
    });
    try {
      await reconnecting.open();
      const modes: (string | null)[] = [];
      await reconnecting.withRetry(async (session) => {
        modes.push(await session.scalar('SELECT @@SESSION.sql_mode'));
        await session.run("SET SESSION sql_mode = 'ANSI_QUOTES', SESSION time_zone = '+03:00'");
        if (modes.length === 1)
          throw SluiceError.from({
            code: 'statement-failed',
            message: 'deadlock',
            hint: '',
            retryable: true,
          });
      });
      expect(modes[0]).toContain('NO_AUTO_VALUE_ON_ZERO');
      expect(modes).toEqual([modes[0], modes[0]]);
    } finally {
      reconnecting.release();
      await sessions.close();
    }
  });
});
