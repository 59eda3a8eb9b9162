import type { Connection, RowDataPacket } from 'mysql2/promise';

type ValueRow = RowDataPacket & { readonly Value: string };

/** Global variables by name. */
export type GlobalValues = Readonly<Record<string, string | number>>;

/**
 * Runs `work` while the server's globals have these values and puts the old ones back after it, whatever happens.
 * Only sessions that begin meanwhile see them: `connection` must be open before.
 */
export async function withGlobals<T>(
  connection: Connection,
  values: GlobalValues,
  work: () => Promise<T>,
): Promise<T> {
  const before: (readonly [name: string, value: string])[] = [];
  try {
    for (const [name, value] of Object.entries(values)) {
      const old = await readGlobal(connection, name);
      await connection.query(`SET GLOBAL ${name} = ${literal(String(value))}`);
      before.push([name, old]);
    }
    return await work();
  } finally {
    // In reverse: one of them may keep another from being set.
    for (const [name, value] of before.reverse())
      await connection.query(`SET GLOBAL ${name} = ${literal(value)}`);
  }
}

/** As text: some are beyond what a number of JavaScript holds, and MySQL 5.5 casts those to -1. */
async function readGlobal(connection: Connection, name: string): Promise<string> {
  const [[row]] = await connection.query<ValueRow[]>('SHOW GLOBAL VARIABLES WHERE Variable_name = ?', [name]);
  return row?.Value ?? '';
}

/** A number and the keyword DEFAULT, which is what a few variables read back, are not quoted. */
function literal(value: string): string {
  return /^-?\d+(?:\.\d+)?$|^DEFAULT$/.test(value) ? value : `'${value.split("'").join("''")}'`;
}
