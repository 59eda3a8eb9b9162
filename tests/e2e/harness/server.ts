import { join } from 'path';
import { createConnection, type Connection } from 'mysql2/promise';
import { connect } from '../../../app/catalog/connect/connect';
import type { ControlSession } from '../../../app/catalog/session/control-session';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import type { Profile, Vendor } from '../../../app/contract/connections/connection';
import { ProfileStore } from '../../../app/profiles/store';
import { practiceFolder } from '../../../app/sandbox/places';
import { SERVER_USER } from '../../../app/sandbox/server-options';
import { readState, type ServerState } from '../../../app/sandbox/state-file';
import { testServer } from '../../servers/test-server';
import type { Home } from './home';

/** The test server as a user would save it. */
export function testProfile(vendor: Vendor, id: string): Profile {
  const { host, port, user } = testServer(vendor);
  return {
    id,
    name: `Test ${vendor}`,
    address: { kind: 'tcp', host, port },
    user,
    tls: { mode: 'preferred' },
    environment: 'development',
    colour: 'violet',
  };
}

/** Saves a connection as an earlier start of the app would have: it is there when the window opens. */
export async function saveProfile(home: Home, profile: Profile): Promise<void> {
  await new ProfileStore(join(home.config, 'sluice', 'profiles.json')).save(profile);
}

/** A session of the test's own, to prepare and to judge without the app. */
export async function onTestServer<T>(
  vendor: Vendor,
  work: (session: ControlSession) => Promise<T>,
): Promise<T> {
  const { address, user, tls } = testProfile(vendor, 'own');
  return await withSession({ address, user, tls, password: testServer(vendor).password }, work);
}

/** The same on the practice server of a home. */
export async function onPracticeServer<T>(
  home: Home,
  vendor: Vendor,
  work: (session: ControlSession) => Promise<T>,
): Promise<T> {
  const { socketPath, password } = await practiceState(home, vendor);
  const address = { kind: 'socket', path: socketPath } as const;
  return await withSession({ address, user: SERVER_USER, password, tls: { mode: 'disabled' } }, work);
}

/** Works over a plain connection to the practice server of a home. */
export async function withPlainPractice<T>(
  home: Home,
  vendor: Vendor,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { socketPath, password } = await practiceState(home, vendor);
  const connection = await createConnection({ socketPath, user: SERVER_USER, password });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

export async function practiceState(home: Home, vendor: Vendor): Promise<ServerState> {
  const state = await readState(practiceFolder(vendor, home.environment));
  if (state === null) throw new Error(`The practice server of ${vendor} does not run.`);
  return state;
}

async function withSession<T>(endpoint: Endpoint, work: (session: ControlSession) => Promise<T>): Promise<T> {
  const session = await connect(endpoint);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

const PARTS = 8;

/**
 * A schema of tables `part0` to `part7`, together `rows` rows (rounded up to a power of two) of about 280 bytes that
 * compress badly: with many rows a dump of it lasts, and comes to the end of a table again and again.
 */
export async function makeSchema(session: ControlSession, schema: string, rows: number): Promise<void> {
  await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
  await session.run(`CREATE SCHEMA ${schema}`);
  await session.run(
    `CREATE TABLE ${schema}.part0 (
       id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, label VARCHAR(40) NOT NULL, filler VARCHAR(256) NOT NULL,
       KEY label (label)
     )`,
  );
  await session.run(`INSERT INTO ${schema}.part0 (label, filler) VALUES ('row', SHA2('0', 512))`);
  for (let count = 1; count < rows / PARTS; count *= 2) {
    await session.run(
      `INSERT INTO ${schema}.part0 (label, filler)
       SELECT CONCAT('row ', id % 5000), CONCAT(SHA2(id + ${count}, 512), SHA2(-id - ${count}, 512)) FROM ${schema}.part0`,
    );
  }
  for (let part = 1; part < PARTS; part += 1) {
    await session.run(`CREATE TABLE ${schema}.part${part} LIKE ${schema}.part0`);
    await session.run(`INSERT INTO ${schema}.part${part} SELECT * FROM ${schema}.part0`);
  }
}

/** Name and CHECKSUM TABLE of every base table of a schema. */
export async function checksums(
  session: ControlSession,
  schema: string,
): Promise<Readonly<Record<string, string | null>>> {
  const tables = await session.rows(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE' ORDER BY name`,
    [schema],
  );
  const found: Record<string, string | null> = {};
  for (const { name } of tables) {
    const row = await session.row(`CHECKSUM TABLE \`${schema}\`.\`${name ?? ''}\``);
    found[name ?? ''] = row.Checksum ?? null;
  }
  return found;
}
