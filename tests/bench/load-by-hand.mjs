/**
 * Loads as an expert does with the server's own means: LOAD DATA by key ranges over two connections, and, where indexes
 * come last, one tuned ALTER per table.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA } from './dump-dataset.mjs';

/** Big enough to be cut in two for two connections. */
const SHARED_ROWS = 150_000;
const SESSION = 'SET SESSION unique_checks = 0, foreign_key_checks = 0;';
const TUNED =
  'SET SESSION innodb_ddl_threads = 2, innodb_parallel_read_threads = 2, innodb_ddl_buffer_size = 134217728;';
/** Binary and spatial values travel as hexadecimal digits; SELECT list, column list and SET clause. */
const DECODED = {
  wide: ['id, HEX(body), facts, note', '(id, @x, facts, note) SET body = UNHEX(@x)'],
  places: ['id, HEX(ST_AsBinary(p))', '(id, @x) SET p = ST_GeomFromWKB(UNHEX(@x))'],
};

/** Writes every table's rows as text, in key order. @returns what a strategy needs to load them */
export async function writeRowsByHand(query, rows, work) {
  const folder = join(work, 'by-hand');
  mkdirSync(folder, { mode: 0o777 });
  const tables = {};
  for (const [name, count] of Object.entries(rows)) {
    const [select, into] = DECODED[name] ?? ['*', ''];
    const cuts = count >= SHARED_ROWS ? [0, Math.ceil(count / 2), count] : [0, count];
    const files = cuts.slice(1).map((_, part) => join(folder, `${name}.${part}.tsv`));
    for (const [part, file] of files.entries())
      await query(
        `SELECT ${select} FROM ${SCHEMA}.${name} WHERE id > ${cuts[part]} AND id <= ${cuts[part + 1]}
         ORDER BY id INTO OUTFILE '${file}' CHARACTER SET utf8mb4`,
      );
    tables[name] = { files, into, rows: count, keys: await keysOf(query, name) };
  }
  return { folder, tables };
}

/** The client writes a line break in a value as two characters. */
async function keysOf(query, table) {
  const create = await query(`SHOW CREATE TABLE ${SCHEMA}.${table}`);
  return create.split('\\n').flatMap((line) => {
    const match = /^ *((?:FULLTEXT |SPATIAL |UNIQUE )?KEY `(\w+)` .*?),?$/.exec(line);
    return match === null ? [] : [{ text: match[1], name: match[2] }];
  });
}

/**
 * The shell line that loads `names` into `target` with two clients at a time.
 * @param client the client's command, quoted  @param when `after` or `with` the rows the indexes are built
 */
export function loadByHand({ folder, tables }, { client, target, names, when }) {
  const stage = join(folder, `${names.length === 1 ? names[0] : 'all'}-${when}`);
  mkdirSync(stage, { recursive: true });
  const chosen = names.map((name) => [name, tables[name]]);
  const keyed = chosen.filter(([, { keys }]) => when === 'after' && keys.length > 0);
  const define = [
    `CREATE DATABASE ${target};`,
    ...chosen.map(([name]) => `CREATE TABLE ${target}.${name} LIKE ${SCHEMA}.${name};`),
    ...keyed.map(([name, { keys }]) =>
      alter(
        target,
        name,
        keys.map((key) => `DROP KEY ${key.name}`),
      ),
    ),
  ];
  const loads = batched(chosen).map((batch) => [SESSION, ...batch.map((load) => statement(target, load))]);
  const builds = keyed.map(([name, { keys }]) => [
    TUNED,
    alter(
      target,
      name,
      keys.map(({ text }) => `ADD ${text}`),
    ),
  ]);
  const write = (name, lines) => {
    writeFileSync(join(stage, name), `${lines.join('\n')}\n`);
    return join(stage, name);
  };
  const inTwos = (kind, jobs) => {
    if (jobs.length === 0) return 'true';
    const list = jobs.map((lines, at) => write(`${kind}${at}.sql`, lines)).join('\\n');
    return `printf '${list}\\n' | xargs -P 2 -I{} sh -c "${client} < {}"`;
  };
  return `${client} < '${write('define.sql', define)}'; ${inTwos('load', loads)}; ${inTwos('build', builds)}`;
}

function alter(target, table, changes) {
  return `ALTER TABLE ${target}.${table} ${changes.join(', ')}, ALGORITHM=INPLACE;`;
}

/** The biggest files first, one by one; those of small tables together, so that a client is not started for each. */
function batched(tables) {
  const files = tables.flatMap(([name, { files, into, rows }]) =>
    files.map((file) => ({ name, file, into, rows: rows / files.length })),
  );
  const sorted = files.sort((one, other) => other.rows - one.rows);
  const small = sorted.filter(({ rows }) => rows < 1000);
  return [
    ...sorted.filter(({ rows }) => rows >= 1000).map((file) => [file]),
    ...(small.length > 0 ? [small] : []),
  ];
}

function statement(target, { name, file, into }) {
  return `LOAD DATA LOCAL INFILE '${file}' INTO TABLE ${target}.${name} CHARACTER SET utf8mb4 ${into};`;
}
