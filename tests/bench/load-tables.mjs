/** Tables beside those of the dump benchmark, for the kinds of index and the sizes that it has not. */

import { SCHEMA } from './dump-dataset.mjs';

const WORDS = ['LEFT(SHA2(RAND(), 256), 6)', "'and'", 'LEFT(SHA2(RAND(), 256), 4)', "'some more words'"];

/** @param query runs SQL text  @returns rows per table */
export async function addLoadTables(query, scale) {
  const count = (rows) => Math.max(1, Math.round(rows * scale));
  const tables = {
    few: { rows: 3000, columns: 'id INT PRIMARY KEY, k INT, KEY k (k)', values: 'n, RAND() * 1e9' },
    words: {
      rows: count(200_000),
      columns: 'id INT PRIMARY KEY, t TEXT, FULLTEXT KEY t (t)',
      values: `n, CONCAT_WS(' ', ${WORDS.join(', ')})`,
    },
    places: {
      rows: count(200_000),
      columns: 'id INT PRIMARY KEY, p POINT NOT NULL, SPATIAL KEY p (p)',
      values: 'n, POINT(RAND() * 100, RAND() * 100)',
    },
  };
  const rows = {};
  for (const [name, table] of Object.entries(tables)) {
    await query(
      `CREATE TABLE ${SCHEMA}.${name} (${table.columns});
       SET SESSION cte_max_recursion_depth = ${table.rows};
       INSERT INTO ${SCHEMA}.${name}
         WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < ${table.rows}) SELECT ${table.values} FROM c`,
    );
    rows[name] = table.rows;
  }
  return rows;
}
