import type { Connection, RowDataPacket } from 'mysql2/promise';
import { hasMode } from '../../app/catalog/server/dialect';
import { parseVersion } from '../../app/catalog/server/server';
import { withGlobals, type GlobalValues } from '../integration/harness/globals';

type VariableRow = RowDataPacket & { readonly Variable_name: string; readonly Value: string };

/** ER_UNKNOWN_SYSTEM_VARIABLE, ER_INCORRECT_GLOBAL_LOCAL_VAR, ER_WRONG_VALUE_FOR_VAR. */
const NOT_SETTABLE: ReadonlySet<number | undefined> = new Set([1193, 1238, 1231]);

/** Names of both vendors' transaction variables, under which MySQL 8 and later have them, and older ones. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  transaction_isolation: 'tx_isolation',
  transaction_read_only: 'tx_read_only',
};

/** Globals of a list that a server of this version can be given, and the names of the others. */
export interface SettableGlobals {
  readonly globals: GlobalValues;
  readonly missing: readonly string[];
}

/**
 * Fits globals of the newest servers to an older one: variables that it lacks or can't change while it runs are left
 * out, and so are the words of sql_mode and of switches that it does not know. Each is tried on the server.
 */
export async function settableGlobals(
  connection: Connection,
  version: string,
  wanted: GlobalValues,
): Promise<SettableGlobals> {
  const [rows] = await connection.query<VariableRow[]>('SHOW GLOBAL VARIABLES');
  const values = new Map(rows.map(({ Variable_name: name, Value: value }) => [name, value]));
  const globals: Record<string, string | number> = {};
  const missing: string[] = [];
  for (const [newName, newValue] of Object.entries(wanted)) {
    const name = values.has(newName) ? newName : (OLD_NAMES[newName] ?? newName);
    const value = fittedValue(name, newValue, values.get(name), version);
    if (value !== null && (await areTaken(connection, { ...globals, [name]: value }))) globals[name] = value;
    else missing.push(newName);
  }
  return { globals, missing };
}

function fittedValue(
  name: string,
  value: string | number,
  now: string | undefined,
  version: string,
): string | number | null {
  if (now === undefined) return null;
  if (typeof value === 'number') return value;
  if (name === 'sql_mode') {
    const server = parseVersion(version);
    return value
      .split(',')
      .filter((mode) => hasMode(server, mode))
      .join(',');
  }
  if (name !== 'optimizer_switch') return value;
  const known = new Set(now.split(',').map((flag) => flag.split('=')[0]));
  return value
    .split(',')
    .filter((flag) => known.has(flag.split('=')[0]))
    .join(',');
}

/** Sets them to see, in their order, for some change others, and takes them back at once. */
async function areTaken(connection: Connection, globals: GlobalValues): Promise<boolean> {
  try {
    await withGlobals(connection, globals, () => Promise.resolve());
    return true;
  } catch (error) {
    if (NOT_SETTABLE.has((error as { readonly errno?: number }).errno)) return false;
    throw error;
  }
}
