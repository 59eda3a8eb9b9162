import type { Connection, RowDataPacket } from 'mysql2/promise';

/** A row that nobody reads while the gate is closed, whichever session comes to it: `column` holds `value` there. */
export interface Gate {
  readonly column: string;
  readonly value: number;
}

const lockOf = (value: number): string => `'sluice_test_gate_${value}'`;

/**
 * The condition of a table's dump that makes its lane wait at the gate: so a dump has a middle on a machine of any
 * speed. The lock's name is made from the row, for MySQL asks for a lock of a constant name before it reads the first
 * (measured on 9.7); it is given back at once, for others may come to the row again.
 */
export function waitsAt({ column, value }: Gate): string {
  const lock = `CONCAT('sluice_test_gate_', ${column})`;
  return `${column} <> ${value} OR (GET_LOCK(${lock}, 3600) = 1 AND RELEASE_LOCK(${lock}) = 1)`;
}

/** Seconds to wait for a session that passes the gate at this moment, such as that of a killed client. */
const PASSES_WITHIN_S = 60;

/** Closes the gate until `openGate`, or until the connection ends. */
export async function closeGate(connection: Connection, { value }: Gate): Promise<void> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT GET_LOCK(${lockOf(value)}, ${PASSES_WITHIN_S}) AS isClosed`,
  );
  if (rows[0]?.isClosed !== 1) throw new Error(`The gate ${lockOf(value)} is held by another session.`);
}

export async function openGate(connection: Connection, { value }: Gate): Promise<void> {
  await connection.query(`DO RELEASE_LOCK(${lockOf(value)})`);
}
