import type { Connection } from 'mysql2/promise';
import { quoteName } from '../../../app/catalog/text/quote';
import type { Vendor } from '../../../app/contract/connections/connection';
import { withPlain } from './servers';

/**
 * Each definition of a schema, in hexadecimal digits, as the server holds it. Read over a connection that shares
 * nothing with Sluice's.
 */
export async function definitionsOf(
  vendor: Vendor,
  schema: string,
): Promise<Readonly<Record<string, string>>> {
  return await withPlain(vendor, async (connection) => {
    await connection.query(`USE ${schema}`);
    await connection.query('SET SESSION character_set_results = binary');
    const found: Record<string, string> = {};
    for (const [kind, names, column] of LISTS)
      for (const [name = '', comment = ''] of await bytesOf(connection, names, schema)) {
        const shown = await bytesOf(connection, `SHOW CREATE ${kind} ${quoteName(utf8(name))}`, '', column);
        // The catalogue's own text of the comment, and what SHOW CREATE prints.
        found[`${kind} ${utf8(name)}`] = [comment, ...(shown[0] ?? [])].join(' ');
      }
    return found;
  });
}

const utf8 = (digits: string) => Buffer.from(digits, 'hex').toString('utf8');

const LISTS = [
  [
    'TABLE',
    "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE <> 'VIEW'",
    'Create Table',
  ],
  ['VIEW', 'SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?', 'Create View'],
  [
    'PROCEDURE',
    "SELECT ROUTINE_NAME, ROUTINE_COMMENT FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ? AND ROUTINE_TYPE = 'PROCEDURE'",
    'Create Procedure',
  ],
  [
    'FUNCTION',
    "SELECT ROUTINE_NAME, ROUTINE_COMMENT FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ? AND ROUTINE_TYPE = 'FUNCTION'",
    'Create Function',
  ],
  [
    'EVENT',
    'SELECT EVENT_NAME, EVENT_COMMENT FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?',
    'Create Event',
  ],
  [
    'TRIGGER',
    'SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?',
    'SQL Original Statement',
  ],
] as const;

/** The values of each row, in hexadecimal digits; with `column`, those of it and of the client's character set alone. */
async function bytesOf(
  connection: Connection,
  sql: string,
  value: string,
  column?: string,
): Promise<readonly (readonly string[])[]> {
  const [rows] = await connection.query(
    { sql, typeCast: (field) => field.buffer()?.toString('hex') ?? 'null' },
    value === '' ? [] : [value],
  );
  return (rows as Record<string, string>[]).map((row) =>
    Object.entries(row)
      .filter(([name]) => column === undefined || name === column || name === 'character_set_client')
      .map(([, digits]) => digits),
  );
}
