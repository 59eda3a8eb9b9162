import { statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../build/setup/command.mjs';
import { makeDataset, SCHEMA } from './dump-dataset.mjs';
import { inspectPages } from './inspect-pages.mjs';
import { loadByHand, writeRowsByHand } from './load-by-hand.mjs';
import { addLoadTables } from './load-tables.mjs';
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
const POLICIES = ['auto', 'defer', 'inline'];
/** Those whose indexes give `auto` something to decide. */
const TABLES = ['big', 'middle1', 'perf_test', 'few', 'words', 'places'];

/**
 * A load of about 800 MB by Sluice and its peers, and of single tables with their indexes built after the rows, with
 * them and as `auto` decides. Each one's rows are counted in the target, and its tables' pages are looked at.
 */
export async function prepare({ scale, work, server, clients }) {
  const env = { SLUICE_PASSWORD: server.password, MYSQL_PWD: server.password };
  const variables = { ...process.env, ...env };
  const client = clientWords(clients, server);
  const query = queryOn(clients, server);
  const rows = { ...(await makeDataset(query, scale)), ...(await addLoadTables(query, scale)) };
  const all = Object.keys(rows);
  const folder = (name) => join(work, name);
  const dsn = dsnOf(server);
  const runSluice = (...argv) => run(sluice()[0], [...sluice().slice(1), ...argv], { env: variables });

  await runSluice('dump', '--source', dsn, '--schemas', SCHEMA, '--out', folder('all'));
  for (const table of TABLES)
    await runSluice('dump', '--source', dsn, '--tables', `${SCHEMA}.${table}`, '--out', folder(table));
  const settings = writeSettings(folder('mydumper.cnf'), server);
  const peers = ['--threads', THREADS];
  const mydumper = (name, ...what) =>
    run('mydumper', [
      ...[`--defaults-file=${settings}`, '--database', SCHEMA, '--rows', '200000', ...peers],
      ...['--outputdir', folder(name), ...what],
    ]);
  await mydumper('mydumper');
  for (const table of TABLES) await mydumper(`mydumper-${table}`, '--regex', `^${SCHEMA}\\.${table}$`);
  const dumpFile = folder('dump.sql');
  await run(
    'sh',
    ['-c', `${quoted([...clients.dump, ...signInWords(server), ...mysqldumpWords(SCHEMA)])} > '${dumpFile}'`],
    {
      env: variables,
    },
  );
  const hand = await writeRowsByHand(query, rows, work);

  const layouts = [];
  const before = () => query(`DROP DATABASE IF EXISTS ${COPY}`);
  const whole = (name, names) => async () => {
    await assertWhole(name, query, COPY, Object.fromEntries(names.map((table) => [table, rows[table]])));
    const looked = names.filter((table) => TABLES.includes(table) || table === 'wide');
    const indexes = await inspectPages(runSluice, { dsn, schema: COPY, tables: looked, work });
    layouts.push(...layoutsOf(name, indexes, server.dataDir));
  };
  const contender = (name, group, names, command) => ({
    name,
    group,
    command,
    env,
    before,
    check: whole(name, names),
  });
  const load = (dump, policy) => [
    ...sluice('load', '--target', dsn, '--dump', folder(dump), '--schema-map', `${SCHEMA}=${COPY}`),
    ...['--threads', THREADS, '--indexes', policy],
  ];
  const myloader = (name) => [
    ...['myloader', `--defaults-file=${settings}`, '--directory', folder(name)],
    ...['--database', COPY, ...peers],
  ];
  const byHand = (names, when) =>
    shell(loadByHand(hand, { client: quoted(client), target: COPY, names, when }));
  return {
    facts: {
      server: `MySQL ${server.version}, ${all.reduce((sum, name) => sum + rows[name], 0)} rows of ${all.length} tables`,
      sluice: `${SLUICE_VERSION}, ${THREADS} threads`,
      myloader: `${versionOf(['myloader'])}, ${THREADS} threads`,
      mysqldump: versionOf(clients.dump),
      'by hand': `LOAD DATA by key ranges over ${THREADS} connections, both checks off, one tuned ALTER a table`,
    },
    contenders: [
      ...POLICIES.map((policy) => contender(`sluice ${policy}`, 'all', all, load('all', policy))),
      contender('by hand, indexes after', 'all', all, byHand(all, 'after')),
      contender('by hand, indexes with', 'all', all, byHand(all, 'with')),
      contender('myloader', 'all', all, myloader('mydumper')),
      contender(
        'mysql < mysqldump',
        'all',
        all,
        shell(`${quoted(client)} -e 'CREATE DATABASE ${COPY}'; ${quoted(client)} ${COPY} < '${dumpFile}'`),
      ),
      ...TABLES.flatMap((table) => [
        ...POLICIES.map((policy) =>
          contender(`${table}: sluice ${policy}`, table, [table], load(table, policy)),
        ),
        contender(`${table}: by hand, after`, table, [table], byHand([table], 'after')),
        contender(`${table}: by hand, with`, table, [table], byHand([table], 'with')),
        contender(`${table}: myloader`, table, [table], myloader(`mydumper-${table}`)),
      ]),
    ],
    appendix: () => ({ layouts, lines: layoutLines(layouts) }),
  };
}

/** Every index of an inspection, with its table's file. */
function layoutsOf(contender, indexes, dataDir) {
  return indexes.map((index) => {
    const table = index.table.split('.')[1];
    return {
      contender,
      table,
      index: index.name,
      leafPages: index.leafPages,
      fillPct: index.fillPct,
      outOfOrderPct: index.outOfOrderPct,
      visitsPerExtent: index.extents ? index.extentVisits / index.extents : null,
      fileBytes: statSync(join(dataDir, COPY, `${table}.ibd`)).size,
    };
  });
}

function layoutLines(layouts) {
  const figure = (value, digits = 1) => (value === null ? '–' : value.toFixed(digits)).padStart(9);
  const head = ['file MiB', 'leaves', 'fill %', 'order %', 'visits'].map((word) => word.padStart(9)).join('');
  return [
    `${''.padEnd(52)}${head}`,
    ...layouts.map(
      (at) =>
        `${at.contender.padEnd(28)}${`${at.table}.${at.index}`.padEnd(24)}` +
        figure(at.fileBytes / 2 ** 20) +
        figure(at.leafPages, 0) +
        figure(at.fillPct) +
        figure(at.outOfOrderPct === null ? null : 100 - at.outOfOrderPct) +
        figure(at.visitsPerExtent, 2),
    ),
  ];
}
