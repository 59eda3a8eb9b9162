import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from '../../build/bench/set-aside.mjs';
import { run } from '../../build/setup/command.mjs';
import { inRoot } from '../../build/setup/places.mjs';
import { keepInMemory, makeDataset, SCHEMA } from './dump-dataset.mjs';
import { onDisplay } from './window.mjs';

const THREADS = 2;
const LANES = 64;
const TABLES = 10_000;
const MANY = 'bench_many';

const [COMMAND, WINDOW, LANES_IN_WINDOW] = ['command line', 'window', 'window, 64 lanes'];

/**
 * Cost of a window in front of the engine: the dump benchmark's rows by the command line and by the window, each
 * judged by the seconds that the run itself took; and the window at its worst, with 64 lanes over 10,000 tables.
 */
export async function prepare({ scale, work, server, clients }) {
  const env = { SLUICE_PASSWORD: server.password, MYSQL_PWD: server.password };
  const signIn = ['--no-defaults', `--socket=${server.socket}`, `--user=${server.user}`];
  const query = (text) =>
    run(clients.sql[0], [...clients.sql.slice(1), ...signIn, '--batch', '-e', text], {
      env: { ...process.env, ...env },
    });
  await keepInMemory(query, scale);
  const rows = await makeDataset(query, scale);
  const tables = Math.max(LANES, Math.round(TABLES * scale));
  await makeManyTables(query, tables);

  const folder = join(work, 'plain');
  const told = join(work, 'told.jsonl');
  const figuresFile = join(work, 'figures.json');
  const inWindow = (spec) =>
    onDisplay([
      process.execPath,
      inRoot('tests', 'bench', 'dump-in-window.mjs'),
      JSON.stringify({ profile: profileOf(server), ...spec }),
      figuresFile,
    ]);
  const figures = () => JSON.parse(readFileSync(figuresFile, 'utf8'));
  const source = `mysql://${server.user}@/?socket=${server.socket}`;
  const dump = `dump --source '${source}' --schemas ${SCHEMA} --out '${folder}' --threads ${THREADS} --compression zstd:1`;
  return {
    facts: {
      server: `MySQL ${server.version}, ${Object.keys(rows).length} tables, and ${tables} of one row`,
      runtime: 'the Electron that set-up found; memory is the working set of all its processes',
    },
    contenders: [
      {
        name: COMMAND,
        group: 'dump',
        command: [
          'sh',
          '-c',
          `'${process.execPath}' '${inRoot('dist', 'cli.cjs')}' ${dump} --json > '${told}'`,
        ],
        env,
        before: () => setAside(folder, work),
        figures: () => ({ runSeconds: lastLineOf(told).seconds }),
      },
      {
        name: WINDOW,
        group: 'dump',
        command: inWindow({ schema: SCHEMA, threads: THREADS, compression: 'zstd1' }),
        env,
        figures,
      },
      {
        name: LANES_IN_WINDOW,
        group: 'lanes',
        command: inWindow({ schema: MANY, threads: LANES, compression: 'zstd1' }),
        env,
        figures,
      },
    ],
    goals: [
      {
        text: 'the window’s run takes as long as the command line’s, times',
        of: WINDOW,
        against: [COMMAND],
        figure: 'runSeconds',
        atMost: 1.03,
      },
      { text: 'seconds from start to the first screen', of: WINDOW, figure: 'startSeconds', atMost: 3 },
      { text: 'MiB of the app after the dump', of: WINDOW, figure: 'appMiB', atMost: 600 },
      { text: 'updates a second', of: LANES_IN_WINDOW, figure: 'updatesPerSecond', atMost: 10.1 },
      {
        text: 'changes of the page for an update',
        of: LANES_IN_WINDOW,
        figure: 'commitsPerUpdate',
        atMost: 1.2,
      },
      { text: 'elements of the page', of: LANES_IN_WINDOW, figure: 'mostNodes', atMost: 2000 },
    ],
  };
}

function profileOf({ socket, user }) {
  return {
    id: 'bench',
    name: 'Bench',
    address: { kind: 'socket', path: socket },
    user,
    tls: { mode: 'disabled' },
    environment: 'development',
    colour: 'violet',
  };
}

async function makeManyTables(query, tables) {
  await query(`DROP DATABASE IF EXISTS ${MANY}; CREATE DATABASE ${MANY}`);
  const step = 500;
  for (let from = 0; from < tables; from += step) {
    const names = Array.from({ length: Math.min(step, tables - from) }, (_, n) => `${MANY}.t${from + n}`);
    const statements = names.map(
      (name) => `CREATE TABLE ${name} (id INT PRIMARY KEY); INSERT INTO ${name} VALUES (1)`,
    );
    await query(statements.join('; '));
  }
}

function lastLineOf(file) {
  return JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').pop());
}
