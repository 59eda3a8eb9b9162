import { join } from 'node:path';
import { setAside } from '../../build/bench/set-aside.mjs';
import { run } from '../../build/setup/command.mjs';
import { keepInMemory, makeDataset, SCHEMA } from './dump-dataset.mjs';
import { loadByHand, writeRowsByHand } from './load-by-hand.mjs';
import {
  clientWords,
  dsnOf,
  mysqldumpWords,
  queryOn,
  quoted,
  resultOf,
  shell,
  signInWords,
  sluice,
  SLUICE_VERSION,
  versionOf,
  writeSettings,
} from './peers.mjs';
import { assertWhole } from './target-rows.mjs';

/** The second one is the target. */
export const serverSets = 2;

const THREADS = 2;
const MANY_THREADS = 8;
const COPY = 'bench_copy';
/** Sluice's default, in bytes of engine memory. */
const MEMORY_LIMIT = 256 << 20;
const MYDUMPER = ['--database', SCHEMA, '--rows', '200000', '--long-query-guard', '86400'];

/**
 * The data set of the dump benchmark from one MySQL to another on the same machine: by Sluice, by Sluice through a folder,
 * by its peers, and the target's half of the work alone as an expert does it by hand, from files that are there already.
 * Each one's rows are counted in the target.
 */
export async function prepare({ scale, work, server, target, clients }) {
  const secrets = { SLUICE_SOURCE_PASSWORD: server.password, SLUICE_TARGET_PASSWORD: target.password };
  const env = { ...secrets, SOURCE_PWD: server.password, TARGET_PWD: target.password };
  const [atSource, atTarget] = [server, target].map((place) => queryOn(clients, place));
  await keepInMemory(atSource, scale);
  await keepInMemory(atTarget, scale);
  const rows = await makeDataset(atSource, scale);
  const names = Object.keys(rows);
  const folder = (name) => join(work, name);

  const dump = `MYSQL_PWD="$SOURCE_PWD" ${quoted([...clients.dump, ...signInWords(server)])}`;
  const load = `MYSQL_PWD="$TARGET_PWD" ${quoted(clientWords(clients, target))}`;
  const definitions = `${load} -e 'CREATE DATABASE ${SCHEMA}'; ${dump} --no-data ${quoted(mysqldumpWords(SCHEMA))} | ${load} ${SCHEMA}`;
  await run(...split(shell(definitions)), { env: { ...process.env, ...env } });
  const hand = await writeRowsByHand(atSource, rows, work);
  const settings = {
    from: writeSettings(folder('from.cnf'), server),
    to: writeSettings(folder('to.cnf'), target),
  };

  const contender = (name, command, more = {}) => ({
    name,
    group: 'all',
    command,
    env,
    before: async () => {
      setAside(folder('dump'), work);
      await atTarget(`DROP DATABASE IF EXISTS ${COPY}`);
    },
    check: () => assertWhole(name, atTarget, COPY, rows),
    ...more,
  });
  const migrate = (name, threads, more) =>
    contender(
      name,
      shell(
        `${quoted(
          sluice(
            ...['migrate', '--source', dsnOf(server), '--target', dsnOf(target), '--schemas', SCHEMA],
            ...['--schema-map', `${SCHEMA}=${COPY}`, '--threads', String(threads), '--json'],
          ),
        )} > '${folder('migrate.json')}'`,
      ),
      more,
    );
  const peers = ['--threads', String(THREADS)];
  return {
    facts: {
      servers: `two of MySQL ${server.version}, ${names.reduce((sum, name) => sum + rows[name], 0)} rows of ${names.length} tables`,
      sluice: `${SLUICE_VERSION}, ${THREADS} threads`,
      mydumper: `${versionOf(['mydumper'])}, ${THREADS} threads`,
      mysqldump: versionOf(clients.dump),
      'by hand': `LOAD DATA by key ranges over ${THREADS} connections out of files that were written before, one tuned ALTER a table`,
    },
    goals: [
      {
        text: 'times as long as Sluice through a folder',
        of: 'sluice migrate',
        against: ['sluice dump + load, plain', 'sluice dump + load, zstd:1'],
        atMost: 0.9,
      },
      {
        text: 'times as fast as mysqldump | mysql',
        of: 'sluice migrate',
        against: ['mysqldump | mysql'],
        atLeast: 4,
      },
      {
        text: 'times as long as the best load by hand, which has no source beside it',
        of: 'sluice migrate',
        against: ['by hand, indexes after', 'by hand, indexes with'],
        atMost: 1.1,
      },
      {
        text: `engine memory of ${MANY_THREADS} + ${MANY_THREADS} threads, as a part of its limit`,
        of: `sluice migrate, ${MANY_THREADS} threads`,
        figure: 'memoryPart',
        atMost: 1,
      },
    ],
    contenders: [
      migrate('sluice migrate', THREADS),
      migrate(`sluice migrate, ${MANY_THREADS} threads`, MANY_THREADS, {
        figures: () => ({ memoryPart: resultOf(folder('migrate.json')).memoryPeakBytes / MEMORY_LIMIT }),
      }),
      ...['none', 'zstd:1'].map((compression) =>
        contender(
          `sluice dump + load, ${compression === 'none' ? 'plain' : compression}`,
          shell(
            [
              ['dump', '--source', dsnOf(server), '--schemas', SCHEMA, '--compression', compression, '--out'],
              ['load', '--target', dsnOf(target), '--schema-map', `${SCHEMA}=${COPY}`, '--dump'],
            ]
              .map((words) => quoted(sluice(...words, folder('dump'), ...peers)))
              .join('; '),
          ),
        ),
      ),
      contender(
        'mydumper + myloader',
        shell(
          [
            ['mydumper', `--defaults-file=${settings.from}`, ...MYDUMPER, '--outputdir', folder('dump')],
            ['myloader', `--defaults-file=${settings.to}`, '--database', COPY, '--directory', folder('dump')],
          ]
            .map((words) => quoted([...words, ...peers]))
            .join('; '),
        ),
      ),
      contender(
        'mysqldump | mysql',
        shell(
          `${load} -e 'CREATE DATABASE ${COPY}'; ${dump} ${quoted(mysqldumpWords(SCHEMA))} | ${load} ${COPY}`,
        ),
      ),
      ...['after', 'with'].map((when) =>
        contender(
          `by hand, indexes ${when}`,
          shell(
            loadByHand(hand, { client: quoted(clientWords(clients, target)), target: COPY, names, when }),
          ),
          { env: { MYSQL_PWD: target.password } },
        ),
      ),
    ],
  };
}

function split([program, ...argv]) {
  return [program, argv];
}
