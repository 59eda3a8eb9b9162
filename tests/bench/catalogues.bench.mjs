import { join } from 'node:path';
import { measure } from '../../build/bench/measure.mjs';
import { serverLocator } from '../../build/setup/locate.mjs';
import { say } from '../../build/setup/step.mjs';
import { dsnOf, queryOn, quoted, shell, sluice } from './peers.mjs';

/** Dumped from the one, loaded into the other. */
export const serverSets = 2;

const SIZES = [2500, 5000, 10_000];
const LARGE = [25_000, 50_000, 100_000];
/** A server for so many tables has more memory than a test's: with less its own dictionary is read from disk again and again. */
const LARGE_BUFFER_POOL_BYTES = 3 * 2 ** 30;
const TABLES_PER_SCHEMA = 20;
const CONNECTIONS = 4;
/** One row in every tenth table: what is measured is the catalogue. */
const FILLED = 10;
/** More would not fit into an argument of the client. */
const DROPPED_AT_ONCE = 1000;
const THREADS = '4';
const TEMPLATE = `CREATE TABLE template (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, parent INT,
  price DECIMAL(10, 2) NOT NULL DEFAULT 0, KEY parent (parent), KEY name (name, price))`;

/**
 * Plans, dumps, loads and verifies catalogues of many tables in many schemas: whether time and memory grow with the
 * number of tables, or faster.
 */
export async function reproduce({ scale, work, variables, others, large }) {
  const locate = await serverLocator();
  const { clients } = locate('mysql');
  const [source, target] = [variables, ...others].map((set) => JSON.parse(set.SLUICE_TEST_MYSQL));
  if (large)
    for (const server of [source, target])
      await queryOn(clients, server)(`SET GLOBAL innodb_buffer_pool_size = ${LARGE_BUFFER_POOL_BYTES}`);
  const reached = [];
  const sizes = (large ? LARGE : SIZES).map((size) => Math.round((size * scale) / 100) * 100);
  for (const tables of sizes) {
    await growTo(tables, reached.at(-1)?.tables ?? 0, () => queryOn(clients, source));
    const folder = join(work, `dump-${tables}`);
    const works = {
      plan: ['dump', '--source', dsnOf(source), '--schemas', 'big%', '--out', `${folder}-plan`, '--dry-run'],
      dump: ['dump', '--source', dsnOf(source), '--schemas', 'big%', '--out', folder, '--threads', THREADS],
      load: ['load', '--target', dsnOf(target), '--dump', folder, '--threads', THREADS],
      verify: ['verify', '--target', dsnOf(target), '--dump', folder, '--checksum'],
    };
    const measured = { tables };
    for (const [name, words] of Object.entries(works)) {
      const told = join(work, `${name}.json`);
      const command = shell(`${quoted(sluice(...words, '--json'))} > '${told}'`);
      const env = {
        SLUICE_PASSWORD: name === 'load' || name === 'verify' ? target.password : source.password,
      };
      measured[name] = await measure({ command, env }, { work, serverPids: [source.pid, target.pid] });
      say(lineOf(tables, name, measured[name]));
    }
    await dropAll(tables, queryOn(clients, target));
    reached.push(measured);
  }
  printRatios(reached);
}

/** Makes the tables from `before` on, over several connections. */
async function growTo(tables, before, connect) {
  const first = before / TABLES_PER_SCHEMA;
  const schemas = Array.from({ length: tables / TABLES_PER_SCHEMA - first }, (_, at) => first + at);
  if (first === 0) await connect()(`CREATE DATABASE template; USE template; ${TEMPLATE}`);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, worker) => {
      const query = connect();
      for (const schema of schemas.filter((number) => number % CONNECTIONS === worker))
        await query(schemaText(schema));
    }),
  );
}

function schemaText(schema) {
  const name = nameOf(schema);
  const tables = Array.from({ length: TABLES_PER_SCHEMA }, (_, at) => `t${at}`);
  return [
    `CREATE DATABASE ${name}; USE ${name}`,
    ...tables.map((table) => `CREATE TABLE ${table} LIKE template.template`),
    ...tables.filter((_, at) => at % FILLED === 0).map((table) => `INSERT INTO ${table} (name) VALUES ('a')`),
  ].join('; ');
}

async function dropAll(tables, query) {
  const names = Array.from({ length: tables / TABLES_PER_SCHEMA }, (_, at) => nameOf(at));
  for (let at = 0; at < names.length; at += DROPPED_AT_ONCE)
    await query(
      names
        .slice(at, at + DROPPED_AT_ONCE)
        .map((name) => `DROP DATABASE IF EXISTS ${name}`)
        .join('; '),
    );
}

function nameOf(schema) {
  return `big${String(schema).padStart(5, '0')}`;
}

function lineOf(tables, name, { seconds, cpuSeconds, serverCpuSeconds, peakBytes }) {
  const processor = `${cpuSeconds.toFixed(1)} s of processor, servers ${(serverCpuSeconds ?? NaN).toFixed(1)} s`;
  return `${tables} tables, ${name}: ${seconds.toFixed(1)} s, ${processor}, ${Math.round(peakBytes / 2 ** 20)} MiB`;
}

/**
 * Times and processor times (the command's and the servers') per table against those of the smallest catalogue: 1
 * where they grow with the tables.
 */
function printRatios(reached) {
  const [least] = reached;
  const processor = ({ cpuSeconds, serverCpuSeconds }) => cpuSeconds + (serverCpuSeconds ?? 0);
  for (const name of ['plan', 'dump', 'load', 'verify'])
    for (const measured of reached) {
      const times = measured.tables / least.tables;
      const wall = measured[name].seconds / least[name].seconds / times;
      const used = processor(measured[name]) / processor(least[name]) / times;
      console.log(
        `${lineOf(measured.tables, name, measured[name])}; per table ${wall.toFixed(2)} × time, ${used.toFixed(2)} × processor`,
      );
    }
}
