import { join } from 'node:path';
import { measure } from '../../build/bench/measure.mjs';
import { serverLocator } from '../../build/setup/locate.mjs';
import { makeDataset, SCHEMA } from './dump-dataset.mjs';
import { dsnOf, queryOn, quoted, resultOf, shell, sluice } from './peers.mjs';

const COPY = 'bench_copy';
const THREADS = '2';

/**
 * Where the time of one dump and of one load goes: the stages by the run's own clock, and what is left of the command's
 * time: the program's start and end. A first dump and load warm up.
 */
export async function reproduce({ scale, work, variables }) {
  const server = JSON.parse(variables.SLUICE_TEST_MYSQL);
  const locate = await serverLocator();
  const query = queryOn(locate('mysql').clients, server);
  await makeDataset(query, scale);
  for (const name of ['warming up', 'measured']) {
    const folder = join(work, name);
    await query(`DROP DATABASE IF EXISTS ${COPY}`);
    const works = {
      dump: ['dump', '--source', dsnOf(server), '--schemas', SCHEMA, '--out', folder],
      load: ['load', '--target', dsnOf(server), '--dump', folder, '--schema-map', `${SCHEMA}=${COPY}`],
    };
    for (const [kind, words] of Object.entries(works)) {
      const told = join(work, `${kind}.json`);
      const command = shell(`${quoted(sluice(...words, '--threads', THREADS, '--json'))} > '${told}'`);
      const env = { SLUICE_PASSWORD: server.password };
      const measured = await measure({ command, env }, { work, serverPids: [server.pid] });
      if (name === 'measured') print(kind, measured, resultOf(told));
    }
  }
}

function print(kind, { seconds, cpuSeconds, serverCpuSeconds }, result) {
  const { rows, tables, stages } = result;
  const line = (name, part) =>
    console.log(
      `  ${name.padEnd(22)}${part.toFixed(3).padStart(9)} s${((100 * part) / seconds).toFixed(1).padStart(7)} %`,
    );
  console.log(`\n${kind}: ${rows} rows of ${tables} tables on ${THREADS} threads`);
  for (const one of stages) line(one.stage, one.seconds);
  line('start and end', seconds - result.seconds);
  line('the whole command', seconds);
  const processor = `${cpuSeconds.toFixed(2)} s of processor, the server ${(serverCpuSeconds ?? NaN).toFixed(2)} s`;
  const difference = Math.abs(stages.reduce((sum, one) => sum + one.seconds, 0) - result.seconds);
  console.log(`  ${processor}; the stages differ from the run's time by ${difference.toFixed(3)} s`);
}
