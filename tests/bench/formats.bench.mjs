import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from '../../build/bench/set-aside.mjs';
import { run, SetupError } from '../../build/setup/command.mjs';
import { inRoot } from '../../build/setup/places.mjs';
import { countInsertedRows } from './count-rows.mjs';
import { keepInMemory, makeDataset, SCHEMA } from './dump-dataset.mjs';
import { inspectPages, pageFigures } from './inspect-pages.mjs';
import { loadByHand, writeRowsByHand } from './load-by-hand.mjs';
import {
  clientWords,
  dsnOf,
  mysqldumpWords,
  queryOn,
  quoted,
  shell,
  signInWords,
  sluice,
  SLUICE_VERSION,
  versionOf,
  writeSettings,
} from './peers.mjs';
import { assertWhole } from './target-rows.mjs';

const THREADS = '2';
const COPY = 'bench_copy';
const SCAN = 'scan script';
/** Readings of one script, so that starting a process does not count. */
const PASSES = 8;

/**
 * The same rows read from what other tools write, and written for other tools, beside those tools. What is loaded is
 * counted in the target; of a written script its rows, and each folder of values is as large as the rows are.
 */
export async function prepare({ scale, work, server, clients }) {
  const env = { SLUICE_PASSWORD: server.password, MYSQL_PWD: server.password };
  const variables = { ...process.env, ...env };
  const query = queryOn(clients, server);
  await keepInMemory(query, scale);
  const rows = await makeDataset(query, scale);
  const expected = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const at = (name) => join(work, name);
  const dsn = dsnOf(server);
  const client = quoted(clientWords(clients, server));
  const mysqldump = quoted([...clients.dump, ...signInWords(server), ...mysqldumpWords(SCHEMA)]);
  const settings = writeSettings(at('mydumper.cnf'), server);
  const runSluice = (...argv) => run(sluice()[0], [...sluice().slice(1), ...argv], { env: variables });

  await run('sh', ['-c', `${mysqldump} > '${at('in.sql')}' && gzip -1 -k '${at('in.sql')}'`], {
    env: variables,
  });
  await run('mydumper', [
    ...[`--defaults-file=${settings}`, '--database', SCHEMA, '--rows', '200000'],
    ...['--threads', THREADS, '--outputdir', at('mydumper')],
  ]);
  await runSluice('dump', '--source', dsn, '--schemas', SCHEMA, '--out', at('own'), '--compression', 'none');
  await runSluice('convert', at('own'), at('csv'), '--format', 'csv');
  const hand = await writeRowsByHand(query, rows, work);

  const pages = async () =>
    pageFigures(await inspectPages(runSluice, { dsn, schema: COPY, tables: Object.keys(rows), work }));
  const clearTarget = () => query(`DROP DATABASE IF EXISTS ${COPY}`);
  const inward = (name, command) => ({
    ...{ name, group: 'in', command, env, before: clearTarget },
    check: () => assertWhole(name, query, COPY, rows),
  });
  const load = (dump, from = SCHEMA) => [
    ...sluice('load', '--target', dsn, '--dump', at(dump), '--schema-map', `${from}=${COPY}`),
    ...['--threads', THREADS],
  ];
  const byHand = (when) =>
    inward(
      `LOAD DATA, indexes ${when} rows`,
      shell(loadByHand(hand, { client, target: COPY, names: Object.keys(rows), when })),
    );
  const outward = (name, out, command, check) => ({
    ...{ name, group: 'out', command, env, before: () => setAside(at(out), work) },
    ...(check !== undefined && { check }),
  });
  const countIn = (name, out) => async () => {
    const found = await countInsertedRows(at(out));
    if (found !== expected) throw new SetupError(`${name} carried ${found} of ${expected} rows.`);
  };
  const dump = (format, out) => [
    ...sluice('dump', '--source', dsn, '--schemas', SCHEMA, '--threads', THREADS),
    ...['--format', format, '--out', at(out), ...(format === 'shell' ? ['--compression', 'none'] : [])],
  ];
  return {
    facts: {
      server: `MySQL ${server.version}, ${expected} rows of ${Object.keys(rows).length} tables`,
      sluice: `${SLUICE_VERSION}, ${THREADS} threads`,
      myloader: `${versionOf(['myloader'])}, ${THREADS} threads`,
      mysqldump: versionOf(clients.dump),
    },
    goals: [
      { text: 'script: times as fast as mysql', of: 'load script', against: ['mysql < script'], atLeast: 3 },
      {
        text: 'script: times as long as a folder',
        of: 'load script',
        against: ['load folder'],
        atMost: 1.25,
      },
      {
        text: 'mydumper: times as fast as myloader',
        of: 'load mydumper',
        against: ['myloader'],
        atLeast: 1.3,
      },
      {
        text: 'CSV: times as fast as LOAD DATA of ranges',
        of: 'load csv',
        against: ['LOAD DATA, indexes with rows'],
        atLeast: 1,
      },
      { text: 'SQL: times as fast as mysqldump', of: 'dump sql', against: ['mysqldump'], atLeast: 3 },
      { text: 'CSV: times as long as a dump', of: 'dump csv', against: ['dump shell'], atMost: 1.1 },
      { text: 'Parquet: times as long as a dump', of: 'dump parquet', against: ['dump shell'], atMost: 2 },
      { text: 'script: seconds of a core for a GB', of: SCAN, figure: 'cpuSecondsPerGB', atMost: 1 },
      { text: 'mydumper: % of leaf pages empty', of: 'load mydumper', figure: 'emptyPct', atMost: 8 },
      {
        text: 'mydumper: emptiness, times that of myloader',
        ...{ of: 'load mydumper', against: ['myloader'], figure: 'emptyPct', atMost: 1 },
      },
      {
        text: 'mydumper: % of leaf pages out of order',
        ...{ of: 'load mydumper', figure: 'outOfOrderPct', atMost: 1.5 },
      },
    ],
    contenders: [
      inward('load folder', load('own')),
      inward('load script', load('in.sql')),
      inward('load script.gz', load('in.sql.gz')),
      inward('load csv', load('csv')),
      { ...inward('load mydumper', load('mydumper')), figures: pages },
      byHand('with'),
      byHand('after'),
      inward(
        'mysql < script',
        shell(`${client} -e 'CREATE DATABASE ${COPY}'; ${client} ${COPY} < '${at('in.sql')}'`),
      ),
      {
        ...inward('myloader', [
          ...['myloader', `--defaults-file=${settings}`, '--directory', at('mydumper')],
          ...['--database', COPY, '--threads', THREADS],
        ]),
        figures: pages,
      },
      {
        name: 'inspect-dump script',
        group: 'read',
        command: sluice('inspect-dump', at('in.sql')),
        bytes: statSync(at('in.sql')).size,
      },
      {
        name: SCAN,
        group: 'read',
        command: [
          process.execPath,
          inRoot('tests', 'bench', 'scan-script.mjs'),
          inRoot('dist', 'native', 'sluice.node'),
          ...[at('in.sql'), String(PASSES), at('figures.json')],
        ],
        bytes: statSync(at('in.sql')).size * PASSES,
        figures: () => JSON.parse(readFileSync(at('figures.json'), 'utf8')),
      },
      outward(
        'mysqldump',
        'out.sql',
        shell(`${mysqldump} > '${at('out.sql')}'`),
        countIn('mysqldump', 'out.sql'),
      ),
      outward('dump shell', 'out-shell', dump('shell', 'out-shell')),
      outward('dump sql', 'ours.sql', dump('sql', 'ours.sql'), countIn('dump sql', 'ours.sql')),
      outward('dump csv', 'out-csv', dump('csv', 'out-csv')),
      outward('dump jsonl', 'out-jsonl', dump('jsonl', 'out-jsonl')),
      outward('dump parquet', 'out-parquet', dump('parquet', 'out-parquet')),
      outward('dump mydumper', 'out-mydumper', dump('mydumper', 'out-mydumper')),
      outward(
        'convert to sql',
        'converted.sql',
        sluice('convert', at('own'), at('converted.sql'), '--format', 'sql'),
        countIn('convert', 'converted.sql'),
      ),
    ],
  };
}
