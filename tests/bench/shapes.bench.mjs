import { join } from 'node:path';
import { setAside } from '../../build/bench/set-aside.mjs';
import { SetupError } from '../../build/setup/command.mjs';
import { keepInMemory, makeTables, sysbench, tiny } from './dump-dataset.mjs';
import { dsnOf, queryOn, quoted, resultOf, shell, sluice, SLUICE_VERSION } from './peers.mjs';

const THREADS = '2';
const MANY_THREADS = '8';
const TINY_TABLES = 2000;
const MANY = 10;

/**
 * Dumps of data of different shapes: as many rows in one table and in ten, a tenth of them, and two thousand tables of
 * twenty rows. What counts is how they compare with each other, and when the first row comes where there is a lot to
 * be described.
 */
export async function prepare({ scale, work, server, clients }) {
  const query = queryOn(clients, server);
  await keepInMemory(query, scale);
  const rows = Math.max(MANY, Math.round(2_000_000 * scale));
  const part = Math.round(rows / MANY);
  const shapes = {
    one: [sysbench('one', rows)],
    ten: Array.from({ length: MANY }, (_, at) => sysbench(`part${at}`, part)),
    tenth: [sysbench('one', part)],
    tiny: Array.from({ length: Math.max(1, Math.round(TINY_TABLES * Math.min(1, scale))) }, (_, at) =>
      tiny(at),
    ),
  };
  for (const [schema, tables] of Object.entries(shapes)) await makeTables(query, schema, tables);

  const dump = (name, schema, threads) => {
    const folder = join(work, schema);
    const told = join(work, `${schema}.json`);
    const words = ['dump', '--source', dsnOf(server), '--schemas', schema, '--out', folder];
    return {
      name,
      group: schema === 'tiny' ? 'many tables' : 'rows',
      command: shell(
        `${quoted(sluice(...words, '--threads', threads, '--compression', 'none', '--json'))} > '${told}'`,
      ),
      env: { SLUICE_PASSWORD: server.password },
      before: () => setAside(folder, work),
      check: () => assertCarried(name, resultOf(told).rows, shapes[schema]),
      figures: () => {
        const { firstRowMs, lockHeldMs } = resultOf(told);
        return { firstRowMs, lockHeldMs };
      },
    };
  };
  return {
    facts: {
      server: `MySQL ${server.version}`,
      sluice: `${SLUICE_VERSION}, ${THREADS} threads, ${MANY_THREADS} for many tables, plain`,
      shapes: `${rows} rows in one table, in ${MANY}, a tenth of them; ${shapes.tiny.length} tables of 20 rows`,
    },
    contenders: [
      dump('one table', 'one', THREADS),
      dump('ten tables', 'ten', THREADS),
      dump('a tenth', 'tenth', THREADS),
      dump('many tables', 'tiny', MANY_THREADS),
    ],
    goals: [
      { text: 'one table: times as long as ten', of: 'one table', against: ['ten tables'], atMost: 1.1 },
      { text: 'ten times the rows: times as long', of: 'one table', against: ['a tenth'], atMost: MANY },
      {
        text: 'many tables: ms from the lock to the first row',
        of: 'many tables',
        figure: 'firstRowMs',
        atMost: 1000,
      },
      {
        text: 'many tables: ms for which the lock is held',
        of: 'many tables',
        figure: 'lockHeldMs',
        atMost: 100,
      },
    ],
  };
}

function assertCarried(name, found, tables) {
  const expected = tables.reduce((sum, { rows }) => sum + rows, 0);
  if (found !== expected) throw new SetupError(`${name} carried ${found} of ${expected} rows.`);
}
