import type { Connection, RowDataPacket } from 'mysql2/promise';

type ValueRow = RowDataPacket & { readonly value: string | null };

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
      before.push([name, await readGlobal(connection, name)]);
      await connection.query(`SET GLOBAL ${name} = ${literal(String(value))}`);
    }
    return await work();
  } finally {
    // In reverse: one of them may keep another from being set.
    for (const [name, value] of before.reverse())
      await connection.query(`SET GLOBAL ${name} = ${literal(value)}`);
  }
}

/** As text: some are beyond what a number of JavaScript holds. */
async function readGlobal(connection: Connection, name: string): Promise<string> {
  const [[row]] = await connection.query<ValueRow[]>(`SELECT CAST(@@GLOBAL.${name} AS CHAR) AS value`);
  return row?.value ?? '';
}

/** A number and the keyword DEFAULT, which is what a few variables read back, are not quoted. */
function literal(value: string): string {
  return /^-?\d+(?:\.\d+)?$|^DEFAULT$/.test(value) ? value : `'${value.split("'").join("''")}'`;
}
