import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../build/setup/command.mjs';
import { serverLocator } from '../../build/setup/locate.mjs';
import { inRoot } from '../../build/setup/places.mjs';
import { say } from '../../build/setup/step.mjs';
import { savePicture } from './fragmentation-pictures.mjs';

const SCHEMA = 'fragmentation';
const ROWS = 1_000_000;
const CHUNK_ROWS = 1000;
/** Per dump chunk: enough chunks that every lane has several. */
const BYTES_PER_CHUNK = String(4 * 1024 * 1024);
const COLUMNS =
  'id INT PRIMARY KEY, val VARCHAR(108) NOT NULL, KEY val2 (val(2)), KEY val4 (val(4)), KEY val8 (val(8))';
const pictures = inRoot('dist', 'fragmentation');

/**
 * Effect of a load on a table's pages, as in Percona's "myloader Stops Causing Data Fragmentation": the same rows
 * loaded in the ways of old and in Sluice's, on both vendors. Fill, order and size are exact and come from the files;
 * the times are those of one run and say little on a machine that does other things.
 */
export async function reproduce({ scale, work, variables }) {
  const locate = await serverLocator();
  mkdirSync(pictures, { recursive: true });
  const report = [];
  for (const vendor of ['mysql', 'mariadb']) {
    const bench = await open(vendor, { scale, work, variables, clients: locate(vendor).clients });
    for (const way of bench.ways) {
      const seconds = await way.load();
      await bench.assertWhole(way.name);
      const layout = await bench.inspect(way.name);
      report.push({ vendor, server: bench.version, name: way.name, seconds, ...layout });
      say(lineOf(report.at(-1)));
    }
    await bench.query(`DROP DATABASE ${SCHEMA}`);
    await savePicture({
      before: join(work, `${vendor}-shuffled.ibd`),
      after: join(work, `${vendor}-sluice 4 threads, deferred.ibd`),
      file: join(work, 'perf_test.ibd'),
      picture: join(pictures, `${vendor}.png`),
      caption:
        `${NAMES[vendor]} ${shortVersion(bench.version)}. Before: LOAD DATA of shuffled chunks of ${CHUNK_ROWS} rows. ` +
        `After: Sluice with 4 threads, indexes deferred: ${diagonals(report.at(-1).indexes[0].lanes)}.`,
    });
  }
  writeFileSync(join(pictures, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  const rows = Math.round(ROWS * scale);
  writeFileSync(join(pictures, 'table.md'), markdownOf(report, rows));
  printReport(report, rows);
}

async function open(vendor, { scale, work, variables, clients }) {
  const server = JSON.parse(variables[`SLUICE_TEST_${vendor.toUpperCase()}`]);
  const env = { ...process.env, SLUICE_PASSWORD: server.password, MYSQL_PWD: server.password };
  const client = [
    ...clients.sql,
    '--no-defaults',
    '--local-infile=1',
    `--socket=${server.socket}`,
    `--user=${server.user}`,
  ];
  const query = (text) => run(client[0], [...client.slice(1), '--batch', '-e', text], { env });
  const target = `mysql://${server.user}@/?socket=${server.socket}`;
  const sluice = async (...argv) => {
    const output = await run(process.execPath, [inRoot('dist', 'cli.cjs'), ...argv, '--json'], { env });
    return JSON.parse(output.trim().split('\n').at(-1));
  };
  const folder = join(work, `${vendor}-rows`);
  await makeRows(query, Math.round(ROWS * scale));
  const dump = join(work, `${vendor}-dump`);
  await sluice(
    ...['dump', '--source', target, '--out', dump, '--schemas', SCHEMA],
    ...['--chunk-bytes', BYTES_PER_CHUNK],
  );
  const chunks = await writeChunks({ client, env, folder });
  await query(`DROP TABLE ${SCHEMA}.perf_test`);

  const context = { client, env, query };
  const byFile = (name, lanes) => ({ name, load: () => loadFiles(context, lanes) });
  const bySluice = (threads, indexes) => ({
    name: `sluice ${threads} ${threads === 1 ? 'thread' : 'threads'}, ${indexes === 'defer' ? 'deferred' : 'inline'}`,
    load: async () => {
      await query(`DROP TABLE IF EXISTS ${SCHEMA}.perf_test`);
      const result = await sluice(
        ...['load', '--target', target, '--dump', dump, '--on-existing', 'drop'],
        // Left to itself, a load gives a table of MariaDB one lane: what several do to it is what is shown.
        ...['--threads', String(threads), '--indexes', indexes, '--prefer', 'speed'],
      );
      return result.seconds;
    },
  });
  const inspect = async (name) => {
    const { indexes, tables } = await sluice(
      'inspect',
      '--target',
      target,
      '--tables',
      `${SCHEMA}.perf_test`,
    );
    const [file] = tables[0].files;
    copyFileSync(file.path, join(work, `${vendor}-${name}.ibd`));
    return { fileBytes: file.bytes, indexes };
  };
  const wanted = Math.round(ROWS * scale);
  const assertWhole = async (name) => {
    const rows = Number((await query(`SELECT COUNT(*) FROM ${SCHEMA}.perf_test`)).trim().split('\n').at(-1));
    if (rows !== wanted) throw new Error(`${vendor}, ${name}: ${rows} of ${wanted} rows were loaded.`);
  };
  return {
    version: server.version,
    query,
    inspect,
    assertWhole,
    ways: [
      byFile('shuffled', [shuffled(chunks)]),
      byFile('4 threads, small chunks in turn', lanesOf(chunks, 4)),
      bySluice(1, 'inline'),
      bySluice(4, 'inline'),
      bySluice(1, 'defer'),
      bySluice(4, 'defer'),
    ],
  };
}

/** The rows of the article: a key that counts up and a text that is everywhere in its indexes. */
async function makeRows(query, rows) {
  await query(
    `DROP DATABASE IF EXISTS ${SCHEMA}; CREATE DATABASE ${SCHEMA}; USE ${SCHEMA};
     CREATE TABLE perf_test (${COLUMNS}) CHARSET utf8mb4;
     CREATE TABLE digits (d INT PRIMARY KEY); INSERT INTO digits VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9);
     CREATE TABLE thousand (n INT PRIMARY KEY);
     INSERT INTO thousand SELECT a.d * 100 + b.d * 10 + c.d FROM digits a, digits b, digits c;`,
  );
  const batch = 100_000;
  for (let from = 0; from < rows; from += batch) {
    await query(
      `INSERT INTO ${SCHEMA}.perf_test
       SELECT ${from} + a.n * 1000 + b.n + 1, LEFT(CONCAT(SHA2(${from} + a.n * 1000 + b.n, 256), SHA2(a.n + b.n, 224)), 108)
       FROM ${SCHEMA}.thousand a, ${SCHEMA}.thousand b
       WHERE a.n < ${batch / 1000} AND ${from} + a.n * 1000 + b.n < ${rows} ORDER BY a.n, b.n`,
    );
  }
  await query(`DROP TABLE ${SCHEMA}.digits, ${SCHEMA}.thousand`);
}

/** The rows as files of a thousand each, as an old dump tool would have cut them. @returns their paths in key order */
async function writeChunks({ client, env, folder }) {
  mkdirSync(folder, { recursive: true });
  const all = join(folder, 'all.tsv');
  const select = `SELECT id, val FROM ${SCHEMA}.perf_test ORDER BY id`;
  await run(
    'sh',
    [
      '-c',
      '"$@" > "$OUT" && split -l "$LINES_EACH" -a 5 "$OUT" "$OUT." && rm "$OUT"',
      'sh',
      ...[...client, '--batch', '--skip-column-names', '--quick', '-e', select],
    ],
    { env: { ...env, OUT: all, LINES_EACH: String(CHUNK_ROWS) } },
  );
  const names = await run('sh', ['-c', 'ls "$1" | sort', 'sh', folder]);
  return names
    .trim()
    .split('\n')
    .map((name) => join(folder, name));
}

/** The same order on every run. */
function shuffled(items) {
  const left = [...items];
  let seed = 1;
  for (let at = left.length - 1; at > 0; at -= 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const other = seed % (at + 1);
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left;
}

/** Each lane takes the next chunk in turn, so that all write next to each other all the time. */
function lanesOf(items, lanes) {
  return Array.from({ length: lanes }, (_, lane) => items.filter((_item, at) => at % lanes === lane));
}

/** Loads files by LOAD DATA, a list of them on each connection. @returns seconds */
async function loadFiles({ client, env, query }, lanes) {
  await query(`DROP TABLE IF EXISTS ${SCHEMA}.perf_test`);
  await query(`CREATE TABLE ${SCHEMA}.perf_test (${COLUMNS}) CHARSET utf8mb4`);
  const begin = performance.now();
  await Promise.all(
    lanes.map((files, lane) => {
      const script = `${files[0]}.lane${lane}.sql`;
      const statements = files.map(
        (file) => `LOAD DATA LOCAL INFILE '${file}' INTO TABLE ${SCHEMA}.perf_test (id, val);`,
      );
      writeFileSync(script, `SET unique_checks = 0, foreign_key_checks = 0;\n${statements.join('\n')}\n`);
      return run('sh', ['-c', '"$@" < "$SCRIPT"', 'sh', ...client], { env: { ...env, SCRIPT: script } });
    }),
  );
  return (performance.now() - begin) / 1000;
}

const TITLES = [
  'PK fill',
  'PK < half',
  'in order',
  'backward',
  'visits/extents',
  'index fill',
  'index order',
  'file',
  's',
];

function figuresOf({ indexes, fileBytes, seconds }) {
  const [clustered, ...others] = indexes;
  const mean = (figure) => others.reduce((sum, index) => sum + index[figure], 0) / others.length;
  return [
    percent(clustered.fillPct),
    percent(clustered.belowHalfPct),
    percent(100 - clustered.outOfOrderPct),
    percent(clustered.backwardPct),
    `${clustered.extentVisits}/${clustered.extents}`,
    percent(mean('fillPct')),
    percent(100 - mean('outOfOrderPct')),
    `${(fileBytes / 2 ** 20).toFixed(0)} MiB`,
    seconds.toFixed(1),
  ];
}

const percent = (value) => `${value.toFixed(1)} %`;
const cells = (name, values) => name.padEnd(36) + values.map((value) => value.padStart(15)).join('');
const lineOf = (entry) => cells(entry.name, figuresOf(entry));

/** Small tables are loaded by one lane, whatever the threads. */
const diagonals = (lanes) => (lanes === 1 ? '1 lane = 1 line' : `${lanes} lanes = ${lanes} diagonals`);
const shortVersion = (version) => /^[\d.]+/.exec(version)[0];
const NAMES = { mysql: 'MySQL', mariadb: 'MariaDB' };

/** Tables of fragmentation.md, one for each vendor. */
function markdownOf(report, rows) {
  const line = (values) => `| ${values.join(' | ')} |`;
  return ['mysql', 'mariadb']
    .map((vendor) => {
      const own = report.filter((entry) => entry.vendor === vendor);
      return [
        line([
          `${NAMES[vendor]} ${shortVersion(own[0].server)}, ${rows.toLocaleString('en')} rows`,
          ...TITLES,
        ]),
        line(['---', ...TITLES.map(() => '--:')]),
        ...own.map((entry) => line([entry.name, ...figuresOf(entry)])),
        '',
      ].join('\n');
    })
    .join('\n');
}

function printReport(report, rows) {
  console.log(`\nfragmentation: ${rows} rows, three prefix indexes; pictures and table.md in ${pictures}`);
  for (const vendor of ['mysql', 'mariadb']) {
    const own = report.filter((entry) => entry.vendor === vendor);
    console.log(`\n${cells(`${vendor} ${own[0].server}`, TITLES)}`);
    for (const entry of own) console.log(lineOf(entry));
  }
}
