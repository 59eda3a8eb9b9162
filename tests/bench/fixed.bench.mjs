import { join } from 'node:path';
import { measure, median } from '../../build/bench/measure.mjs';
import { setAside } from '../../build/bench/set-aside.mjs';
import { run } from '../../build/setup/command.mjs';
import { serverLocator } from '../../build/setup/locate.mjs';
import { dsnOf, queryOn, sluice } from './peers.mjs';

const SCHEMA = 'fixed';
const COPY = 'fixed_copy';
const ROUNDS = 9;
const MOST_SECONDS = 0.25;

/**
 * Fixed cost of a run, before it moves a row: a dump and a load of one empty table, over the socket file and with TLS over TCP, less the
 * start of Node. Medians of rounds in which they take turns; a first one warms up.
 */
export async function reproduce({ work, variables }) {
  const server = JSON.parse(variables.SLUICE_TEST_MYSQL);
  const query = queryOn((await serverLocator())('mysql').clients, server);
  await query(`CREATE DATABASE ${SCHEMA}; CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
  const env = { SLUICE_PASSWORD: server.password };
  const [near, tls] = [dsnOf(server), `mysql://${server.user}@127.0.0.1:${server.port}/?tls=required`];
  const kept = join(work, 'kept');
  const [program, ...argv] = sluice('dump', '--source', near, '--schemas', SCHEMA, '--out', kept);
  await run(program, argv, { env: { ...process.env, ...env } });
  const dump = (name, dsn) => ({
    name,
    before: () => setAside(join(work, 'dump'), work),
    command: sluice('dump', '--source', dsn, '--schemas', SCHEMA, '--out', join(work, 'dump')),
  });
  const load = (name, dsn) => ({
    name,
    before: () => query(`DROP DATABASE IF EXISTS ${COPY}`),
    command: sluice('load', '--target', dsn, '--dump', kept, '--schema-map', `${SCHEMA}=${COPY}`),
  });
  const node = { name: 'node -e 0', command: [process.execPath, '-e', '0'] };
  const runs = [
    node,
    ...[dump('dump, socket file', near), dump('dump, TLS', tls)],
    ...[load('load, socket file', near), load('load, TLS', tls)],
  ].map((one) => ({ ...one, seconds: [] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const one of runs) {
      await one.before?.();
      const { seconds } = await measure({ command: one.command, env }, { work, serverPids: [server.pid] });
      if (round > 0) one.seconds.push(seconds);
    }
  }
  print(runs.map(({ name, seconds }) => ({ name, seconds: median(seconds) })));
}

function print([node, ...runs]) {
  console.log(`\n${node.name}: ${node.seconds.toFixed(3)} s, median of ${ROUNDS} rounds`);
  for (const { name, seconds } of runs) {
    const more = seconds - node.seconds;
    console.log(
      `${more <= MOST_SECONDS ? '✓' : '✗'} ${name.padEnd(20)} ${more.toFixed(3)} s more than that, wanted at most ${MOST_SECONDS}`,
    );
  }
}
