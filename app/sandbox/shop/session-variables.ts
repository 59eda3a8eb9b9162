import type { Connection, RowDataPacket } from 'mysql2/promise';

/** Session variables by name. */
export type SessionValues = Readonly<Record<string, string | number>>;

/** Runs `work` under the session variables given and restores the caller's values after it, also when it failed. */
export async function withSessionVariables(
  connection: Connection,
  values: SessionValues,
  work: () => Promise<void>,
): Promise<void> {
  const before = await readVariables(connection, Object.keys(values));
  await setVariables(connection, values);
  try {
    await work();
  } catch (error) {
    // A lost connection can't be set back; why it was lost is the error that matters.
    await setVariables(connection, before).catch(() => undefined);
    throw error;
  }
  await setVariables(connection, before);
}

async function readVariables(connection: Connection, names: readonly string[]): Promise<SessionValues> {
  const columns = names.map((name) => `@@SESSION.${name} AS ${name}`).join(', ');
  const [rows] = await connection.query<(RowDataPacket & Record<string, string | number>)[]>(
    `SELECT ${columns}`,
  );
  return { ...rows[0] };
}

async function setVariables(connection: Connection, values: SessionValues): Promise<void> {
  const assignments = Object.keys(values).map((name) => `SESSION ${name} = ?`);
  await connection.query(`SET ${assignments.join(', ')}`, Object.values(values));
}
