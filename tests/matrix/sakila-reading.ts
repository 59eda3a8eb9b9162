import type { Connection, RowDataPacket } from 'mysql2/promise';

/** Properties of sakila that its common form lacks, by name, each as texts in one order. */
export type SakilaReading = Readonly<Record<string, readonly string[]>>;

const CUSTOMERS = Array.from({ length: 40 }, (_, at) => at + 1);

const FOREIGN_KEYS = `SELECT k.CONSTRAINT_NAME, k.TABLE_NAME, k.COLUMN_NAME, k.REFERENCED_TABLE_NAME,
  k.REFERENCED_COLUMN_NAME, r.UPDATE_RULE, r.DELETE_RULE
  FROM information_schema.KEY_COLUMN_USAGE AS k JOIN information_schema.REFERENTIAL_CONSTRAINTS AS r
    ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME
  WHERE k.REFERENCED_TABLE_NAME IS NOT NULL AND k.CONSTRAINT_SCHEMA =`;

/** The tables' defaults; a view's are of the server that prints it. */
const DEFAULTS = `SELECT c.TABLE_NAME, c.COLUMN_NAME, c.COLUMN_DEFAULT, c.EXTRA FROM information_schema.COLUMNS AS c
  JOIN information_schema.TABLES AS t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
  WHERE t.TABLE_TYPE = 'BASE TABLE' AND c.TABLE_SCHEMA =`;

const DEFINERS = ['VIEWS TABLE', 'ROUTINES ROUTINE', 'TRIGGERS TRIGGER']
  .map((words) => words.split(' '))
  .map(
    ([view, prefix]) =>
      `SELECT ${prefix}_NAME, DEFINER FROM information_schema.${view} WHERE ${prefix}_SCHEMA = 'SCHEMA'`,
  )
  .join(' UNION ALL ');

const CALLS: readonly string[] = [
  ...CUSTOMERS.flatMap((id) => [
    `SELECT get_customer_balance(${id}, '2005-07-01'), inventory_in_stock(${id}), inventory_held_by_customer(${id})`,
  ]),
  ...CUSTOMERS.map((id) => `CALL film_in_stock(${id}, 1, @count)`),
  ...CUSTOMERS.map((id) => `CALL film_not_in_stock(${id}, 2, @count)`),
  'CALL rewards_report(0, 1, @count)',
];

async function rowsOf(connection: Connection, sql: string): Promise<readonly unknown[]> {
  const [rows] = await connection.query<RowDataPacket[][]>({
    sql,
    rowsAsArray: true,
    typeCast: (field) => field.string(),
  });
  return rows;
}

async function textsOf(connection: Connection, sql: string): Promise<readonly string[]> {
  return (await rowsOf(connection, sql)).map((row) => JSON.stringify(row)).sort();
}

/** Returns the rows of all results; a procedure ends with the server's own status. */
async function answerOf(connection: Connection, sql: string): Promise<string> {
  return JSON.stringify((await rowsOf(connection, sql)).filter((result) => Array.isArray(result)));
}

/** Reads foreign keys, defaults and definers, and what the routines answer. */
export async function readSakila(connection: Connection, schema: string): Promise<SakilaReading> {
  await connection.query(`USE ${schema}`);
  const answers: string[] = [];
  for (const call of CALLS) answers.push(`${call}: ${await answerOf(connection, call)}`);
  return {
    // Without a word for it, a parent's row is held just so.
    'foreign keys': (await textsOf(connection, `${FOREIGN_KEYS} '${schema}'`)).map((line) =>
      line.replace(/"NO ACTION"/g, '"RESTRICT"'),
    ),
    defaults: (await textsOf(connection, `${DEFAULTS} '${schema}'`)).map(plainDefault),
    definers: await textsOf(connection, DEFINERS.replace(/SCHEMA'/g, `${schema}'`)),
    answers,
  };
}

/** Returns a column's default and its EXTRA in the words of MySQL 5.5. */
function plainDefault(line: string): string {
  const [table, column, value, extra] = JSON.parse(line) as readonly (string | null)[];
  const plain = value === 'NULL' ? null : (value ?? null);
  const text =
    plain?.replace(/^'(.*)'$/, '$1').replace(/^current_timestamp\(\)$/i, 'CURRENT_TIMESTAMP') ?? null;
  const updates = /on update current_timestamp/i.test(extra ?? '');
  return JSON.stringify([table, column, text, updates]);
}
