/**
 * Set up for every file whose tests share servers: when it ends, no statement of its tests runs there any more. One that
 * does would hold locks, and have a tool of a later file refuse its work, long after what has begun it.
 */
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { setTimeout as sleep } from 'timers/promises';
import { afterAll, expect } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import { testServer, testVendors } from './test-server';

/** Only ends the wait: a server notices within seconds that the client of a statement has gone. */
const HANG_GUARD_MS = 3 * 60_000;
const BETWEEN_LOOKS_MS = 100;

afterAll(async () => {
  for (const vendor of testVendors) expect(await statementsLeftAt(vendor)).toEqual([]);
});

async function statementsLeftAt(vendor: Vendor): Promise<readonly string[]> {
  const end = Date.now() + HANG_GUARD_MS;
  for (;;) {
    const statements = await statementsAt(vendor);
    if (statements.length === 0 || Date.now() > end) return statements;
    await sleep(BETWEEN_LOOKS_MS);
  }
}

async function statementsAt(vendor: Vendor): Promise<readonly string[]> {
  const { socket, user, password } = testServer(vendor);
  const connection = await createConnection({ socketPath: socket, user, password });
  try {
    const [rows] = await connection.query<RowDataPacket[]>('SHOW FULL PROCESSLIST');
    return rows
      .filter(({ Id, Command }) => Command === 'Query' && Id !== connection.threadId)
      .map(({ User, Time, State, Info }) => [User, Time, State, Info].join(' | '));
  } finally {
    await connection.end();
  }
}
