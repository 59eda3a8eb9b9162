import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../app/catalog/connect/connect';
import { Watchdog } from '../../../app/target/session/watchdog';
import { testVendors } from '../../servers/test-server';
import { testEndpoint, withPlain } from '../harness/servers';

const ACCOUNT = 'full_server';
const PASSWORD = 'only-for-tests';
const GATE = 'full_server_gate';
/** A session is given up at its second failed probe. */
const LOOKS = 6;

describe.each(testVendors)('a server that lets no more sessions in, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, (connection) =>
      connection.query(`CREATE USER ${ACCOUNT} IDENTIFIED BY '${PASSWORD}' WITH MAX_USER_CONNECTIONS 1`),
    );
  });
  afterAll(async () => {
    await withPlain(vendor, (connection) => connection.query(`DROP USER ${ACCOUNT}`));
  });

  it('is alive: its control session is kept', async () => {
    await withPlain(vendor, async (gate) => {
      const refused = async (): Promise<number> => {
        const [rows] = await gate.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Aborted_connects'");
        return Number(rows[0]?.Value);
      };
      await gate.query(`SELECT GET_LOCK('${GATE}', 0)`);
      const endpoint = { ...testEndpoint(vendor), user: ACCOUNT, password: PASSWORD };
      const session = await connect(endpoint);
      const told: string[] = [];
      const watch = new Watchdog(endpoint, session, 20, (text) => told.push(text));
      try {
        const before = await refused();
        const waiting = session.scalar(`SELECT GET_LOCK('${GATE}', 600)`);
        waiting.catch(() => undefined);
        const looked = async () => told.length > 0 || (await refused()) >= before + LOOKS;
        await expect.poll(looked).toBe(true);
        await gate.query(`SELECT RELEASE_LOCK('${GATE}')`);
        expect(await waiting).toBe('1');
        expect(told).toEqual([]);
      } finally {
        watch.stop();
        await session.close();
      }
    });
  });
});
