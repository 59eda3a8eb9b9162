import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from '../../build/bench/set-aside.mjs';
import { run, SetupError } from '../../build/setup/command.mjs';
import { buildNative } from '../../build/setup/engine.mjs';
import { inRoot } from '../../build/setup/places.mjs';
import { countInsertedRows } from './count-rows.mjs';
import { keepInMemory, makeDataset, SCHEMA } from './dump-dataset.mjs';
import {
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

const THREADS = '2';
const MYDUMPER = [
  '--database',
  SCHEMA,
  '--threads',
  THREADS,
  '--rows',
  '200000',
  '--long-query-guard',
  '86400',
];

/**
 * A dump of about 800 MB by Sluice and its peers, plain and compressed, and the floors that no dump over libmariadb can
 * be faster than: the rows fetched and thrown away, the same written to files, and through zstd. Each one's rows are counted.
 */
export async function prepare({ scale, work, server, clients }) {
  const env = { SLUICE_PASSWORD: server.password, MYSQL_PWD: server.password };
  const query = queryOn(clients, server);
  await keepInMemory(query, scale);
  const rows = await makeDataset(query, scale);
  const expected = Object.values(rows).reduce((sum, count) => sum + count, 0);
  await buildNative('release', 'sluice_floor');

  const settings = writeSettings(join(work, 'mydumper.cnf'), server);
  const folder = (name) => join(work, name);
  const mysqldump = quoted([...clients.dump, ...signInWords(server), ...mysqldumpWords(SCHEMA)]);
  const mydumper = ['mydumper', `--defaults-file=${settings}`, ...MYDUMPER];
  const clear = (name) => () => setAside(folder(name), work);
  const whole = (name, count) => async () => {
    const found = await count();
    if (found !== expected) throw new SetupError(`${name} carried ${found} of ${expected} rows.`);
  };

  const ours = (name, compression) => ({
    name: `sluice ${compression}`,
    group: compression === 'none' ? 'plain' : 'compressed',
    command: [
      ...sluice('dump', '--source', dsnOf(server), '--schemas', SCHEMA, '--out', folder(name)),
      ...['--threads', THREADS, '--compression', compression],
    ],
    env,
    before: clear(name),
    check: whole('sluice', () => rowsOfDump(folder(name))),
  });
  const floor = (mode, group) => {
    const command = [inRoot('dist', 'cmake', 'release', 'floor', 'sluice_floor'), mode, THREADS, SCHEMA];
    const variables = {
      FLOOR_SOCKET: server.socket,
      FLOOR_USER: server.user,
      FLOOR_PASSWORD: server.password,
      FLOOR_FOLDER: folder(mode),
    };
    const anew = () => {
      setAside(folder(mode), work);
      mkdirSync(folder(mode));
    };
    return {
      name: `floor: ${mode}`,
      group,
      command,
      env: variables,
      before: anew,
      check: whole(mode, async () => {
        anew();
        return Number(await run(command[0], command.slice(1), { env: { ...process.env, ...variables } }));
      }),
    };
  };
  const gzip = '-1';
  return {
    facts: {
      server: `MySQL ${server.version}, ${expected} rows of ${Object.keys(rows).length} tables`,
      sluice: `${SLUICE_VERSION}, ${THREADS} threads`,
      mydumper: versionOf(['mydumper']),
      mysqldump: versionOf(clients.dump),
    },
    goals: [
      {
        text: 'plain: times as fast as the fastest peer',
        of: 'sluice none',
        against: ['mydumper', 'mysqldump'],
        atLeast: 1.25,
      },
      {
        text: 'plain: times as long as its floor',
        of: 'sluice none',
        against: ['floor: fetch-write'],
        atMost: 1.15,
      },
      {
        text: 'zstd: times as fast as the fastest compressing peer',
        of: 'sluice zstd:1',
        against: ['mydumper --compress (gzip)', `mysqldump | gzip ${gzip}`],
        atLeast: 1.8,
      },
      {
        text: 'zstd: times as long as its floor',
        of: 'sluice zstd:1',
        against: ['floor: fetch-zstd'],
        atMost: 1.2,
      },
    ],
    contenders: [
      ours('plain', 'none'),
      floor('fetch', 'plain'),
      floor('fetch-write', 'plain'),
      {
        name: 'mydumper',
        group: 'plain',
        command: [...mydumper, '--outputdir', folder('mydumper')],
        before: clear('mydumper'),
        check: whole('mydumper', () => countInsertedRows(folder('mydumper'))),
      },
      {
        name: 'mysqldump',
        group: 'plain',
        command: shell(`${mysqldump} > '${folder('dump.sql')}'`),
        env,
        before: clear('dump.sql'),
        check: whole('mysqldump', () => countInsertedRows(folder('dump.sql'))),
      },
      ours('zstd', 'zstd:1'),
      floor('fetch-zstd', 'compressed'),
      {
        name: 'mydumper --compress (gzip)',
        group: 'compressed',
        command: [...mydumper, '--compress', '--outputdir', folder('mydumper-gz')],
        before: clear('mydumper-gz'),
        check: whole('mydumper --compress', () => countInsertedRows(folder('mydumper-gz'))),
      },
      {
        name: `mysqldump | gzip ${gzip}`,
        group: 'compressed',
        command: shell(`${mysqldump} | gzip ${gzip} > '${folder('dump.sql.gz')}'`),
        env,
        before: clear('dump.sql.gz'),
        check: whole('mysqldump | gzip', () => countInsertedRows(folder('dump.sql.gz'))),
      },
    ],
  };
}

/** As the dump itself records it, which `sluice verify` compares with the files. */
async function rowsOfDump(folder) {
  const [program, ...argv] = sluice('verify', '--dump', folder);
  await run(program, argv);
  const done = JSON.parse(readFileSync(join(folder, '@.done.json'), 'utf8'));
  return Object.values(done.tableRows[SCHEMA]).reduce((sum, count) => sum + count, 0);
}
