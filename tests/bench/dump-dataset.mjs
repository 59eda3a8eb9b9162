/** The rows that the dump and load benchmarks move: made by the server itself, about 800 MB at scale 1. */

export const SCHEMA = 'bench';

const BATCH = 50_000;
const DIGITS = (groups) =>
  `CONCAT_WS('-', ${Array.from({ length: groups }, () => 'LPAD(FLOOR(RAND() * 1e11), 11, 0)').join(', ')})`;

/** Sizes the server's buffer pool so that it holds the rows: what is compared is the tools, not the disk. */
export async function keepInMemory(query, scale) {
  const bytes = Math.ceil(Math.max(0.5, 2 * scale)) * 2 ** 30;
  await query(`SET GLOBAL innodb_buffer_pool_size = ${bytes}`);
}

/** @param query runs SQL text  @returns rows per table */
export async function makeDataset(query, scale) {
  return await makeTables(query, SCHEMA, tables(scale));
}

/** Makes a schema with these tables, filled by the server itself.  @returns rows per table */
export async function makeTables(query, schema, tables) {
  await query(
    `DROP DATABASE IF EXISTS ${schema}; CREATE DATABASE ${schema};
     CREATE TABLE ${schema}.numbers (n INT PRIMARY KEY);
     SET SESSION cte_max_recursion_depth = 1000000;
     INSERT INTO ${schema}.numbers WITH RECURSIVE n AS (SELECT 1 AS v UNION ALL SELECT v + 1 FROM n WHERE v < ${BATCH})
       SELECT v FROM n`,
  );
  const rows = {};
  for (const table of tables) {
    await query(`CREATE TABLE ${schema}.${table.name} (${table.columns})`);
    for (let from = 0; from < table.rows; from += BATCH) {
      const upTo = Math.min(BATCH, table.rows - from);
      await query(
        `INSERT INTO ${schema}.${table.name} SELECT ${table.values(`n + ${from}`)}
         FROM ${schema}.numbers WHERE n <= ${upTo} ORDER BY n`,
      );
    }
    rows[table.name] = table.rows;
  }
  await query(
    `DROP TABLE ${schema}.numbers; ANALYZE TABLE ${Object.keys(rows)
      .map((name) => `${schema}.${name}`)
      .join(', ')}`,
  );
  return rows;
}

function tables(scale) {
  const count = (rows) => Math.max(1, Math.round(rows * scale));
  return [
    sysbench('big', count(2_000_000)),
    ...['middle1', 'middle2', 'middle3'].map((name) => sysbench(name, count(350_000))),
    {
      name: 'perf_test',
      rows: count(1_000_000),
      columns: `id INT PRIMARY KEY, val VARCHAR(108) NOT NULL, KEY val10 (val(10)), KEY val30 (val(30)), KEY val50 (val(50))`,
      values: (id) => `${id}, SHA2(RAND(), 256)`,
    },
    {
      name: 'wide',
      rows: count(20_000),
      columns: 'id INT PRIMARY KEY, body BLOB NOT NULL, facts JSON NOT NULL, note TEXT NOT NULL',
      values: (id) =>
        `${id}, UNHEX(REPEAT(SHA2(RAND(), 512), 16)), JSON_OBJECT('id', ${id}, 'tags', JSON_ARRAY(SHA2(RAND(), 256), RAND())),
         REPEAT('plain text with a tab\\tand a line\\n', 20)`,
    },
    ...Array.from({ length: Math.max(1, Math.round(500 * Math.min(1, scale))) }, (_, index) => tiny(index)),
  ];
}

export function tiny(index) {
  return {
    name: `tiny${index}`,
    rows: 20,
    columns: 'id INT PRIMARY KEY, name VARCHAR(56) NOT NULL',
    values: (id) => `${id}, SHA2(RAND(), 224)`,
  };
}

/** The shape of sysbench's tables: about 220 bytes a row. */
export function sysbench(name, rows) {
  return {
    name,
    rows,
    columns:
      "id INT PRIMARY KEY, k INT NOT NULL DEFAULT 0, c CHAR(120) NOT NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '', KEY k (k)",
    values: (id) => `${id}, FLOOR(RAND() * ${rows}), ${DIGITS(10)}, ${DIGITS(5)}`,
  };
}
