import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { connect } from '../../../app/catalog/connect/connect';
import type { ControlSession } from '../../../app/catalog/session/control-session';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testServer } from '../../servers/test-server';

/** The test server of a vendor over TCP, as Sluice signs in to it. */
export function testEndpoint(vendor: Vendor, more: Partial<Endpoint> = {}): Endpoint {
  const { host, port, user, password } = testServer(vendor);
  return { address: { kind: 'tcp', host, port }, user, password, tls: { mode: 'preferred' }, ...more };
}

/** A connection that shares nothing with Sluice's own: what is tested must not be its own measure. */
export async function connectPlain(vendor: Vendor): Promise<Connection> {
  const { socket, user, password } = testServer(vendor);
  return await createConnection({ socketPath: socket, user, password });
}

/** A plain connection to an empty schema of this name; what it held is dropped. */
export async function connectToFresh(vendor: Vendor, schema: string): Promise<Connection> {
  const connection = await connectPlain(vendor);
  await connection.query(`DROP DATABASE IF EXISTS \`${schema}\``);
  await connection.query(`CREATE DATABASE \`${schema}\``);
  await connection.query(`USE \`${schema}\``);
  return connection;
}

export async function withPlain<T>(vendor: Vendor, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connectPlain(vendor);
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** Runs the statements in turn, in one session. */
export async function runStatements(vendor: Vendor, statements: readonly string[]): Promise<void> {
  await withPlain(vendor, async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

/** Rows of a statement, as plain objects. */
export async function queryRows(vendor: Vendor, statement: string): Promise<Record<string, unknown>[]> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query<RowDataPacket[]>(statement);
    return rows.map((row) => ({ ...row }));
  });
}

export async function withSession<T>(
  vendor: Vendor,
  work: (session: ControlSession) => Promise<T>,
): Promise<T> {
  const session = await connect(testEndpoint(vendor));
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

export async function dropSchemas(vendor: Vendor, ...schemas: readonly string[]): Promise<void> {
  await withPlain(vendor, async (connection) => {
    for (const schema of schemas) await connection.query(`DROP DATABASE IF EXISTS \`${schema}\``);
  });
}
