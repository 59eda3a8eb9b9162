import { join } from 'node:path';
import { setAside } from '../../build/bench/set-aside.mjs';
import { run } from '../../build/setup/command.mjs';
import { delayingProxy } from './delaying-proxy.mjs';
import { makeTables } from './dump-dataset.mjs';
import {
  mysqldumpWords,
  queryOn,
  quoted,
  resultOf,
  shell,
  sluice,
  SLUICE_VERSION,
  versionOf,
  writeSettings,
} from './peers.mjs';
import { assertWhole } from './target-rows.mjs';

const SCHEMA = 'far';
const EMPTY = 'far_empty';
const COPY = 'far_copy';
const THREADS = '4';
const ROUND_TRIP_MS = 40;
const TABLES = 300;
const ROWS = 50;

/**
 * A server that is 40 ms away: what a run costs there are round trips, which rows cost nowhere else. Many small tables, and one
 * without rows. `lock ms` is how long writers were held, by the dump's own result.
 */
export async function prepare({ scale, work, server, clients }) {
  const env = { SLUICE_PASSWORD: server.password, MYSQL_PWD: server.password };
  const variables = { ...process.env, ...env };
  const query = queryOn(clients, server);
  const rows = await makeTables(
    query,
    SCHEMA,
    Array.from({ length: Math.max(1, Math.round(TABLES * scale)) }, (_, at) => smallTable(at)),
  );
  await query(
    `DROP DATABASE IF EXISTS ${EMPTY}; CREATE DATABASE ${EMPTY}; CREATE TABLE ${EMPTY}.t (id INT PRIMARY KEY)`,
  );
  const port = await delayingProxy({ ...server, delayMs: ROUND_TRIP_MS / 2 });
  const at = (name) => join(work, name);
  const far = { ...server, port };
  const dsn = `mysql://${server.user}@127.0.0.1:${port}/`;
  const words = [
    '--no-defaults',
    '--protocol=TCP',
    '--host=127.0.0.1',
    `--port=${port}`,
    `--user=${server.user}`,
  ];
  const settings = writeSettings(at('far.cnf'), far);
  const mysqldump = quoted([...clients.dump, ...words, ...mysqldumpWords(SCHEMA)]);
  const client = quoted([...clients.sql, ...words]);
  const mydumper = ['mydumper', `--defaults-file=${settings}`, '--database', SCHEMA, '--threads', THREADS];
  const nearby = ['--source', `mysql://${server.user}@/?socket=${server.socket}`];
  await run(sluice()[0], [...sluice('dump', ...nearby, '--schemas', SCHEMA, '--out', at('kept')).slice(1)], {
    env: variables,
  });
  await run('sh', ['-c', `${mysqldump} > '${at('kept.sql')}'`], { env: variables });
  await run(mydumper[0], [...mydumper.slice(1), '--outputdir', at('kept-mydumper')]);

  const dump = (name, schema) => ({
    name,
    group: schema,
    env,
    command: shell(
      `${quoted(sluice('dump', '--source', dsn, '--schemas', schema, '--threads', THREADS, '--json'))} ` +
        `--out '${at(name)}' > '${at(`${name}.json`)}'`,
    ),
    before: () => setAside(at(name), work),
    figures: () => ({ 'lock ms': resultOf(at(`${name}.json`)).lockHeldMs }),
  });
  const load = (name, command) => ({
    name,
    group: 'load',
    env,
    command,
    before: () => query(`DROP DATABASE IF EXISTS ${COPY}`),
    check: () => assertWhole(name, query, COPY, rows),
  });
  return {
    facts: {
      server: `MySQL ${server.version}, ${ROUND_TRIP_MS} ms away, ${Object.keys(rows).length} tables of ${ROWS} rows`,
      sluice: `${SLUICE_VERSION}, ${THREADS} threads`,
      mydumper: versionOf(['mydumper']),
      mysqldump: versionOf(clients.dump),
    },
    goals: [
      { text: 'dump: times as fast as mydumper', of: 'sluice dump', against: ['mydumper'], atLeast: 12 },
      { text: 'load: times as fast as myloader', of: 'sluice load', against: ['myloader'], atLeast: 11 },
      {
        text: 'writers held under the lock, ms',
        of: 'sluice dump',
        figure: 'lock ms',
        atMost: 2 * ROUND_TRIP_MS + 20,
      },
    ],
    contenders: [
      dump('sluice dump', SCHEMA),
      dump('sluice dump of an empty table', EMPTY),
      {
        name: 'mydumper',
        group: SCHEMA,
        command: [...mydumper, '--outputdir', at('mydumper')],
        before: () => setAside(at('mydumper'), work),
      },
      {
        name: 'mysqldump',
        group: SCHEMA,
        env,
        command: shell(`${mysqldump} > '${at('dump.sql')}'`),
        before: () => setAside(at('dump.sql'), work),
      },
      load('sluice load', [
        ...sluice('load', '--target', dsn, '--dump', at('kept'), '--schema-map', `${SCHEMA}=${COPY}`),
        ...['--threads', THREADS],
      ]),
      load('myloader', [
        ...['myloader', `--defaults-file=${settings}`, '--directory', at('kept-mydumper')],
        ...['--database', COPY, '--threads', THREADS],
      ]),
      load(
        'mysql < mysqldump',
        shell(`${client} -e 'CREATE DATABASE ${COPY}'; ${client} ${COPY} < '${at('kept.sql')}'`),
      ),
    ],
  };
}

function smallTable(at) {
  return {
    name: `small${at}`,
    rows: ROWS,
    columns: 'id INT PRIMARY KEY, name VARCHAR(64) NOT NULL, KEY name (name)',
    values: (id) => `${id}, SHA2(RAND(), 224)`,
  };
}
